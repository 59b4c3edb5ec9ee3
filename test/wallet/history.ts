import { createTree } from '../../src/state/migrations';
import { packJournal } from '../../src/state/transactions';
import type { fakeWallet } from './fakeWallet';
import { storedRecord } from './records';

type State = ReturnType<typeof fakeWallet>['state'];

type History = {
  chainId: '0x534e5f5345504f4c4941';
  addresses: readonly string[];
  count: number;
  /** Seconds between two records. */
  secondsApart?: number;
};

/** A wallet's state with this many settled records until now, all of nonce 0: each of the next account. */
export function withHistory(
  state: State,
  { chainId, addresses, count, secondsApart = 0 }: History,
): State {
  const now = Math.floor(Date.now() / 1000);
  const records = Array.from({ length: count }, (_, number) =>
    storedRecord(number, {
      chainId,
      senderAddress: addresses[number % addresses.length] ?? '',
      nonce: '0x0',
      timestamp: now - (count - 1 - number) * secondsApart,
      status: 'ACCEPTED_ON_L2',
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
    }),
  );
  return { ...state, plain: { ...state.plain, ...createTree(packJournal(records)) } };
}
