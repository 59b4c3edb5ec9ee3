import type { EthBlock } from '../schema/ethereum/block';
import type { EthReceipt } from '../schema/ethereum/receipt';
import type { EthTransaction } from '../schema/ethereum/transaction';

/** Root of a trie without entries, and hash of an empty list (Yellow Paper, 4.3). */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const EMPTY_LIST = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** In the place of a root that a chain does not compute, such as zkSync's. */
const NO_ROOT = /^0x0*$/u;

/** A deposit of the OP stack: its blocks have another root in the place of that of withdrawals. */
const OP_DEPOSIT = '0x7e';
/** Extra data of such blocks: the fee's parameters (OP stack specification, Holocene and Jovian). */
const OP_EXTRA = /^0x(?:00[0-9a-f]{16}|01[0-9a-f]{32})$/iu;

/** True if a list is empty exactly where its root says so. */
function agrees(root: unknown, list: readonly unknown[], emptyRoot: string): boolean {
  if (typeof root !== 'string' || NO_ROOT.test(root)) return true;
  return (root.toLowerCase() === emptyRoot) === (list.length === 0);
}

/** True if a text is absent, null or the same number. */
const isSame = (first: string | null | undefined, second: string | null | undefined): boolean =>
  first == null || second == null || BigInt(first) === BigInt(second);

/**
 * True if nothing shows that a block's lists are incomplete: transactions are in order without a gap,
 * none is twice, and each list is empty exactly where its root says so.
 */
export function isWholeBlock(block: EthBlock): boolean {
  const { transactions, uncles, hash, number } = block;
  const entries: readonly (string | EthTransaction)[] = transactions;
  const hashes = entries.map((entry) => (typeof entry === 'string' ? entry : entry.hash));
  if (new Set(hashes).size !== hashes.length) return false;
  const isInOrder = entries.every(
    (entry, index) =>
      typeof entry === 'string' ||
      (isSame(entry.transactionIndex, `${index}`) &&
        isSame(entry.blockHash, hash) &&
        isSame(entry.blockNumber, number)),
  );
  // Nodes give a pending block roots that are not its own yet.
  if (!isInOrder || hash === null) return isInOrder;
  return (
    agrees(block.transactionsRoot, transactions, EMPTY_ROOT) &&
    agrees(block.receiptsRoot, transactions, EMPTY_ROOT) &&
    agrees(block.sha3Uncles, uncles, EMPTY_LIST) &&
    hasItsWithdrawals(block, entries)
  );
}

function hasItsWithdrawals(
  block: EthBlock & { readonly withdrawals?: unknown; readonly withdrawalsRoot?: unknown },
  transactions: readonly (string | EthTransaction)[],
): boolean {
  const { withdrawals, withdrawalsRoot } = block;
  if (!Array.isArray(withdrawals)) return true;
  const isOp = transactions.some((one) =>
    typeof one === 'string' ? OP_EXTRA.test(block.extraData) : one.type === OP_DEPOSIT,
  );
  return (isOp && withdrawals.length === 0) || agrees(withdrawalsRoot, withdrawals, EMPTY_ROOT);
}

/** True if receipts are of one block, in order, from the first on and without a gap. */
export const areInOrder = (receipts: readonly EthReceipt[]): boolean =>
  receipts.every(
    ({ transactionIndex, blockHash, blockNumber }, index) =>
      BigInt(transactionIndex) === BigInt(index) &&
      isSame(blockHash, receipts[0]?.blockHash) &&
      isSame(blockNumber, receipts[0]?.blockNumber),
  );

/**
 * True if there is a receipt for each of a block's transactions, in their order. A list of receipts
 * alone does not show how many are missing at its end.
 * @example areBlockReceipts(block, receipts)
 */
export function areBlockReceipts(block: EthBlock, receipts: readonly EthReceipt[]): boolean {
  const transactions: readonly (string | EthTransaction)[] = block.transactions;
  return (
    receipts.length === transactions.length &&
    areInOrder(receipts) &&
    receipts.every(({ transactionHash, blockHash }, index) => {
      const one = transactions[index];
      const hash = typeof one === 'string' ? one : one?.hash;
      return isSame(hash, transactionHash) && isSame(block.hash, blockHash);
    })
  );
}
