import type { fakeWallet } from './fakeWallet';
import { filledRecords } from './records';

type State = ReturnType<typeof fakeWallet>['state'];

/** A wallet's state in which that account has so many settled records, all of nonce 0, until now. */
export async function withHistory(
  state: State,
  {
    chainId,
    address,
    count,
  }: { chainId: '0x534e5f5345504f4c4941'; address: string; count: number },
): Promise<State> {
  const now = Math.floor(Date.now() / 1000);
  const { parts } = await filledRecords(count, {
    ...{ chainId, senderAddress: address, nonce: '0x0', timestamp: now },
    ...{ status: 'ACCEPTED_ON_L2', finalityStatus: 'ACCEPTED_ON_L2' },
    ...{ executionStatus: 'SUCCEEDED' },
  });
  return { ...state, plain: { ...state.plain, ...treeOf(parts.plain) } };
}

/** Values by key, which are dotted paths, as the one value that a wallet keeps. */
export function treeOf(texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [key, text] of texts) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    let at = tree;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>; // Keys of values are the ends of paths.
    }
    at[last] = JSON.parse(text);
  }
  return tree;
}
