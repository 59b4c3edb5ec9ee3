import { type Client, type Params, type Result, within } from './client';
import { isHidden } from './connection';
import { dataOf } from './provider';

export type Status = Result<'xnet_getTransactionStatus'>;

export type StatusOptions = {
  /** Stops following, also during a wait. */
  signal?: AbortSignal | undefined;
  everyMs?: number | undefined;
  /** Called for each failed request that will be retried. */
  onTrouble?: ((error: unknown) => void) | undefined;
};

/** Consecutive failures of the wallet itself that are tolerated, as while it restarts. */
const patience = 5;

/**
 * Yields a transaction's status at once and on every change until it settles; polls every `everyMs`
 * while the page is visible. Retries while a node does not answer. A reverted transaction is
 * ACCEPTED_ON_L2, too; see `executionStatus` in xnet_getTransactions.
 * @throws the module's error if a retry is pointless, and the signal's reason
 *
 * @example
 * for await (const status of statusesOf(client, { transactionHash, chainId })) show(status);
 */
export async function* statusesOf(
  client: Pick<Client, 'request'>,
  transaction: Params<'xnet_getTransactionStatus'>,
  { signal, everyMs = 2_000, onTrouble }: StatusOptions = {},
): AsyncGenerator<Status, void> {
  let last: Status | undefined;
  let misses = 0;
  for (;;) {
    let waitMs = everyMs;
    if (!isHidden())
      try {
        const status = await client.request('xnet_getTransactionStatus', transaction, { signal });
        misses = 0;
        if (status !== last) yield status;
        last = status;
        if (status === 'ACCEPTED_ON_L2' || status === 'REJECTED') return;
      } catch (error) {
        signal?.throwIfAborted();
        const { kind, retry, retryAfterSeconds } = dataOf(error);
        if (!retry) misses += 1;
        if (!retry && (kind || misses === patience)) throw error;
        waitMs = Math.max(everyMs, Number(retryAfterSeconds ?? 0) * 1_000);
        // After a failure the status is reported again, even if unchanged.
        last = undefined;
        onTrouble?.(error);
      }
    await pause(waitMs, signal);
  }
}

/** Waits. Leaves no timer behind when the signal aborts, as that would keep Node running. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await within(over, signal).finally(() => clearTimeout(timer));
}
