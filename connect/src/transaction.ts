import { type Client, type Params, type Result, withSignal } from './client';
import { isHidden } from './connection';
import { getData } from './provider';

/** Status of a transaction. */
export type Status = Result<'xnet_getTransactionStatus'>;

/** How a transaction ended. */
export type Outcome = {
  /** A reverted transaction is ACCEPTED_ON_L2, too. */
  readonly status: 'ACCEPTED_ON_L2' | 'REJECTED';
  /** REVERTED if only the fee took effect; null if it was never executed. */
  readonly executionStatus: 'SUCCEEDED' | 'REVERTED' | null;
  /** Why it was reverted or rejected, in the node's or the module's words. */
  readonly failureReason: string | null;
};

/** Options of following a transaction. */
export type StatusOptions = {
  /** Stops following, also during a wait. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between two questions; default: 2,000. */
  everyMs?: number | undefined;
  /**
   * Milliseconds without news after which following ends, while the page is visible; default:
   * 180,000. The transaction may still settle.
   */
  timeoutMs?: number | undefined;
  /** Called for each failed request that will be retried. */
  onTrouble?: ((error: unknown) => void) | undefined;
  /** Called at once and on every change. */
  onStatus?: ((status: Status) => void) | undefined;
};

const noNews =
  'There was no news of the transaction for too long. It may still settle: ask again later.';

/** Consecutive failures of the wallet itself that are tolerated, as while it restarts. */
const patience = 5;

/**
 * Yields a transaction's status at once and on every change until it settles; polls every `everyMs`
 * while the page is visible. Retries while a node does not answer or does not know it, for 180
 * seconds without news. A reverted transaction is ACCEPTED_ON_L2, too: what the generator returns
 * says so, and `waitForOutcome` waits for just that.
 * @throws the module's error if a retry is pointless, the signal's reason, and a TimeoutError
 *
 * @example
 * for await (const status of watchStatuses(client, { transactionHash, chainId })) show(status);
 */
export async function* watchStatuses(
  client: Pick<Client, 'request'>,
  transaction: Params<'xnet_getTransactionStatus'>,
  { signal, everyMs = 2_000, timeoutMs = 180_000, onTrouble, onStatus }: StatusOptions = {},
): AsyncGenerator<Status, Outcome> {
  let last: Status | undefined;
  let misses = 0;
  /** Time without news in which the page was visible. */
  let silentMs = 0;
  for (;;) {
    let waitMs = everyMs;
    const isVisible = !isHidden();
    if (isVisible)
      try {
        const status = await client.request('xnet_getTransactionStatus', transaction, { signal });
        // Only the older name tells whether it was reverted.
        const details =
          status === 'ACCEPTED_ON_L2' || status === 'REJECTED'
            ? await client.request('starkNet_getTransactionStatus', transaction, { signal })
            : undefined;
        misses = 0;
        if (status !== last) {
          silentMs = 0;
          onStatus?.(status);
          yield status;
        }
        last = status;
        if (details) return { ...outcomeIn(details), status } as Outcome;
      } catch (error) {
        signal?.throwIfAborted();
        const { kind, retry, retryAfterSeconds } = getData(error);
        if (!retry) misses += 1;
        if (!retry && (kind || misses === patience)) throw error;
        waitMs = Math.max(everyMs, Number(retryAfterSeconds ?? 0) * 1_000);
        // After a failure the status is reported again, even if unchanged.
        last = undefined;
        onTrouble?.(error);
      }
    if (isVisible) silentMs += waitMs;
    if (silentMs > timeoutMs) throw new DOMException(noNews, 'TimeoutError');
    await pause(waitMs, signal);
  }
}

const outcomeIn = ({
  executionStatus,
  failureReason,
}: Result<'starkNet_getTransactionStatus'>) => ({
  executionStatus,
  failureReason: failureReason ?? null,
});

/**
 * Waits until a transaction settles. A reverted one is accepted, too: look at `executionStatus`.
 * @throws as `watchStatuses`
 *
 * @example
 * const { executionStatus, failureReason } = await waitForOutcome(client, { transactionHash, chainId });
 */
export async function waitForOutcome(
  client: Pick<Client, 'request'>,
  transaction: Params<'xnet_getTransactionStatus'>,
  options?: StatusOptions,
): Promise<Outcome> {
  const statuses = watchStatuses(client, transaction, options);
  for (;;) {
    const { done: isLast, value } = await statuses.next();
    if (isLast) return value;
  }
}

/** Waits. Leaves no timer behind when the signal aborts, as that would keep Node running. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await withSignal(over, signal).finally(() => clearTimeout(timer));
}
