import type { Client, Params, Result } from './client';

export type Status = Result<'xnet_getTransactionStatus'>;

/**
 * Tells where a transaction stands, at once and whenever that changes, until it settles; looks every
 * `everyMs` while the page is seen.
 * @throws what the module answers, and the reason of the signal
 *
 * @example
 * for await (const status of statusesOf(client, { transactionHash, chainId })) show(status);
 */
export async function* statusesOf(
  client: Pick<Client, 'request'>,
  transaction: Params<'xnet_getTransactionStatus'>,
  { signal, everyMs = 2_000 }: { signal?: AbortSignal; everyMs?: number } = {},
): AsyncGenerator<Status, void> {
  let last: Status | undefined;
  for (;;) {
    const isHidden = typeof document !== 'undefined' && document.hidden;
    const status = isHidden
      ? last
      : await client.request('xnet_getTransactionStatus', transaction, { signal });
    if (status && status !== last) yield status;
    last = status;
    if (status === 'ACCEPTED_ON_L2' || status === 'REJECTED') return;
    await new Promise((resolve) => {
      setTimeout(resolve, everyMs);
    });
    signal?.throwIfAborted();
  }
}
