import { chainIds } from '../../src/schema/primitives';
import type { StoredTransaction } from '../../src/schema/transaction';
import { openModule } from '../wallet/openModule';
import { storedRecord } from '../wallet/records';
import { type EventNode, startEventNode } from './eventNode';
import { type ExplorerServer, startExplorerServer } from './explorerServer';

/** Time of record 0, in unix seconds; `now` is 10,000 seconds later. */
export const SECOND = 1_800_000_000;
export const now = () => (SECOND + 10_000) * 1000;
/** Hash of the record with that number, as in test/wallet/records.ts. */
export const getHash = (number: number) => `0x${(0xabc0000 + number).toString(16)}`;
export const listHashes = (records: readonly { txnHash: string }[]) =>
  records.map(({ txnHash }) => txnHash);

/** Voyager's entry for the record with that number. */
export const voyagerItem = (number: number, changes: object = {}) => ({
  hash: getHash(number),
  type: 'INVOKE',
  status: 'Accepted on L2',
  timestamp: SECOND + number,
  contractAddress: '0x1',
  ...changes,
});

export type Outside = { node: EventNode; explorer: ExplorerServer; stop(): Promise<void> };

/** The external sources of history: a node with events and an explorer, on loopback. */
export async function startOutside(): Promise<Outside> {
  const node = await startEventNode(900);
  const explorer = await startExplorerServer(() => ({ body: { items: [], lastPage: 0 } }));
  return {
    node,
    explorer,
    async stop() {
      await node.stop();
      await explorer.stop();
    },
  };
}

/** A module with one account that uses these sources. */
export async function openHistory(
  { node, explorer }: Outside,
  options: Parameters<typeof openModule>[0] = {},
) {
  const opened = openModule({
    sepoliaUrl: node.url,
    now,
    explorerUrls: { voyager: explorer.url, starkscan: explorer.url },
    ...options,
  });
  const { address } = await opened.invoke('xnet_createAccount', { addressIndex: 0 });
  return {
    ...opened,
    address: String(address),
    /** Adds the record with that number to the journal. */
    async add(number: number, changes: Partial<StoredTransaction> = {}) {
      const own = { senderAddress: String(address), status: 'ACCEPTED_ON_L2' } as const;
      await opened.module.transactions.add(storedRecord(number, { ...own, ...changes }));
    },
    list: (params: object = {}) =>
      opened.invoke('xnet_getTransactions', { senderAddress: address, ...params }),
    useVoyager: () =>
      opened.module.settings.explorers.choose(chainIds.sepolia, {
        name: 'voyager',
        key: 'key0123456789',
      }),
  };
}
