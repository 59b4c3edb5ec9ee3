import { searchTransfers } from '../../src/flow/history/transfers';
import { sepolia } from '../../src/networks/sepolia';
import { chainIds } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { openModule } from '../wallet/openModule';
import { blockTime, startEventNode } from './eventNode';

export const STRK = knownTokens.STRK.address;
export const USDC = sepolia.tokens.USDC.address;
export const chainId = chainIds.sepolia;
export const account = `0x${'ac'.padStart(64, '0')}`;
export const other = `0x${'0e'.padStart(64, '0')}`;
export const incoming = { token: STRK, from: other, to: account };
export const getHash = (number: number) => `0x${(0xa000 + number).toString(16)}`;
export const listHashes = (records: readonly { txnHash: string }[]) =>
  records.map(({ txnHash }) => txnHash);

/** The newest block at the start. */
export const HEAD = 1_000;
/** Later than every block of these tests. */
const now = () => blockTime(1_000_000) * 1000;

/** A node with events, and a module that searches it for an account's transfers. */
export async function openTransfers() {
  const node = await startEventNode(HEAD);
  let opened = openModule({ sepoliaUrl: node.url, now });
  return {
    node,
    module: () => opened.module,
    /** One call, as the list makes it. */
    find(since = 0) {
      node.seen.length = 0;
      const search = { chainId, account, since, until: now() + 3_000 };
      return searchTransfers(opened.module, search);
    },
    /** Hashes of everything stored, newest first. */
    async kept() {
      const choice = { limit: 10_000, since: 0, until: 1e12, isWanted: () => true };
      return listHashes(await opened.module.found.list(chainId, account, choice));
    },
    /** A new process with the same state. */
    restart() {
      opened = openModule({ sepoliaUrl: node.url, now, stored: opened.state });
    },
    /** A new process without any state. */
    forget() {
      opened = openModule({ sepoliaUrl: node.url, now });
    },
  };
}
