import type { fakeWallet } from './fakeWallet';
import { storedRecord } from './records';

type State = ReturnType<typeof fakeWallet>['state'];

const PAGE = 20;

/** A wallet's state in which that account has so many settled records, all of nonce 0, until now. */
export function withHistory(
  state: State,
  {
    chainId,
    address,
    count,
  }: { chainId: '0x534e5f5345504f4c4941'; address: string; count: number },
): State {
  const now = Math.floor(Date.now() / 1000);
  const records = Array.from({ length: count }, (_, number) =>
    storedRecord(number, {
      ...{ chainId, senderAddress: address, nonce: '0x0', timestamp: now },
      ...{ status: 'ACCEPTED_ON_L2', finalityStatus: 'ACCEPTED_ON_L2' },
      ...{ executionStatus: 'SUCCEEDED' },
    }),
  );
  const pages = Array.from({ length: Math.ceil(count / PAGE) }, (_, number) => [
    `page${number}`,
    records.slice(number * PAGE, (number + 1) * PAGE),
  ]);
  const places = records.map(({ txnHash }, number) => [
    txnHash,
    { senderAddress: address, page: Math.floor(number / PAGE) },
  ]);
  const newest = Math.max(0, pages.length - 1);
  return {
    ...state,
    plain: {
      ...state.plain,
      records: { [chainId]: { [address]: { ...Object.fromEntries(pages), newest } } },
      recordPlaces: { [chainId]: Object.fromEntries(places) },
      open: [],
    },
  };
}
