import { type Client, type Params, type Result, within } from './client';
import { isHidden } from './connection';
import { dataOf } from './provider';

export type Status = Result<'xnet_getTransactionStatus'>;

export type StatusOptions = {
  /** Ends it, also while it waits. */
  signal?: AbortSignal | undefined;
  everyMs?: number | undefined;
  /** Called for each question that failed and is asked again. */
  onTrouble?: ((error: unknown) => void) | undefined;
};

/** Questions in a row that the wallet itself may fail, as it does while it restarts. */
const patience = 5;

/**
 * Tells where a transaction stands, at once and whenever that changes, until it settles; looks every
 * `everyMs` while the page is seen. A node that does not answer is waited out. One that reverted is
 * ACCEPTED_ON_L2, too: `executionStatus` of its record in xnet_getTransactions tells it.
 * @throws what the module answers where asking again is no use, and the reason of the signal
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
        // What stands there is told again afterwards.
        last = undefined;
        onTrouble?.(error);
      }
    await pause(waitMs, signal);
  }
}

/** Waits, and leaves no timer behind where the signal ends it: Node stays up for one. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await within(over, signal).finally(() => clearTimeout(timer));
}
