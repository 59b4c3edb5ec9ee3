import { startAnvil } from '../../service/src/upstream/anvil';
import { askChain } from './localChain';

export type EthereumNode = {
  /** JSON-RPC endpoint; the same address serves WebSocket. */
  url: string;
  /** Address of the contract that counts blocks in storage slot 0. */
  counter: string;
  stop: () => Promise<void>;
};

/**
 * Burns the amount of gas given in calldata (by touching memory at that offset), increments slot 0,
 * and logs the new count with the caller as topic.
 */
const counterCode = '6000355150600054600101806000556000523360206000a100';
const deployCode = `0x6019600c60003960196000f3${counterCode}`;
/** Gas of a call besides memory: the call itself, the first write to the slot, the log. */
const callGas = 80_000;
/** Block gas at which the base fee stays the same: half of the node's block limit. */
const targetGas = 15_000_000;
const gwei = 1_000_000_000;

/** Target base fee (Gwei) per block: slow waves with faster ones on top. */
const wantedGwei = (block: number): number =>
  14 + 6 * Math.sin(block / 70) + 3 * Math.sin(block / 13) + 1.5 * Math.sin(block / 3);

/** Bytes of memory that cost this much gas: 3 per word, plus the square of the words over 512. */
const memoryFor = (gas: number): number =>
  32 * Math.floor((-3 + Math.sqrt(9 + (4 * gas) / 512)) * 256);

const hex = (value: number): string => `0x${value.toString(16)}`;

/** @returns the hash of the transaction, which gets its own block */
const sendInBlock = async (url: string, transaction: object): Promise<string> => {
  const hash = await askChain<string>(url, 'eth_sendTransaction', [transaction]);
  await askChain(url, 'evm_mine', []);
  return hash;
};

/** Mines one block, filled so that the base fee moves towards the target (EIP-1559). */
const makeBlock = async (url: string, from: string, counter: string): Promise<void> => {
  const { number, baseFeePerGas } = await askChain<{ number: string; baseFeePerGas: string }>(
    url,
    'eth_getBlockByNumber',
    ['latest', false],
  );
  const factor = wantedGwei(Number(number)) / (Number(baseFeePerGas) / gwei);
  const fill = Math.min(1.9, Math.max(0.05, 1 + 8 * (factor - 1)));
  const offset = memoryFor(targetGas * fill);
  const tipGwei = 1 + (Number(number) % 7) / 4;
  await sendInBlock(url, {
    from,
    to: counter,
    gas: hex(Math.ceil(targetGas * fill) + callGas),
    maxFeePerGas: hex(2 * Number(baseFeePerGas) + 3 * gwei),
    maxPriorityFeePerGas: hex(tipGwei * gwei),
    data: `0x${offset.toString(16).padStart(64, '0')}`,
  });
};

/**
 * Starts an Ethereum development node with some history: blocks of real transactions, whose base
 * fees follow from their gas use. Then mines one more block every `blockMs`, and no others.
 */
export const startEthereumNode = async (options: {
  blocks: number;
  blockMs?: number;
}): Promise<EthereumNode> => {
  const { url, stop } = await startAnvil(['--no-mining']);
  try {
    const [from = ''] = await askChain<string[]>(url, 'eth_accounts', []);
    const hash = await sendInBlock(url, { from, data: deployCode });
    const { contractAddress: counter } = await askChain<{ contractAddress: string }>(
      url,
      'eth_getTransactionReceipt',
      [hash],
    );
    for (let block = 1; block < options.blocks; block += 1) await makeBlock(url, from, counter);
    const timer =
      options.blockMs === undefined
        ? undefined
        : // A node that does not answer shows on the pages that ask it.
          setInterval(() => makeBlock(url, from, counter).catch(() => undefined), options.blockMs);
    return {
      url,
      counter,
      stop: () => {
        clearInterval(timer);
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
