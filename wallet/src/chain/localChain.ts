import type { DurableFile, OpenFile } from '../persistence/durable';
import type { ChainCommand, LocalChainView } from '../protocol/view';
import { isRecord } from '../record';
import { createChainControls } from './chainControls';
import { askNode, NodeError } from './chainRpc';

/** Polling interval; each poll costs one or two requests on this machine. */
const lookMs = 3_000;

type Block = { number: number; hash: string; time: number | null };

export type ChainWatch = {
  view(): LocalChainView | null;
  /** Accepts the current chain as the wallet's own. */
  forget(): Promise<void>;
  /** Runs one of the page's commands for the chain. @throws an Error for the user */
  control(command: ChainCommand): Promise<void>;
};

/**
 * Detects when a local chain was restarted under the wallet: the newest block seen is stored beside
 * the wallet's state, and a chain that lacks it is another one. A node that does not answer is
 * ignored here; dapps report that.
 */
export function watchChain(
  url: string | null,
  platform: { file: OpenFile },
  onChange: () => void,
): ChainWatch {
  if (url === null) return absentChain;
  const node = url;
  const { host } = new URL(url);
  const file = platform.file('chain.json');
  let isAnother = false;
  /** Undefined until the file has been read. */
  let lastBlock: Block | null | undefined;
  let run = 0;

  async function look(): Promise<void> {
    const ownRun = run;
    lastBlock ??= await readSeen(file);
    const latest = await readBlock(node, 'latest');
    if (latest === null) return;
    const same =
      lastBlock === null ? latest : await readBlock(node, { block_number: lastBlock.number });
    // The wallet was reset meanwhile.
    if (ownRun !== run) return;
    const wasAnother = isAnother;
    isAnother = lastBlock !== null && same?.hash !== lastBlock.hash;
    if (isAnother !== wasAnother) onChange();
    if (isAnother || lastBlock?.hash === latest.hash) return;
    lastBlock = latest;
    onChange();
    file.write(() => JSON.stringify(latest));
  }

  async function lookOn(): Promise<void> {
    await look().catch(() => undefined);
    const timer: { unref?(): void } | number = setTimeout(() => void lookOn(), lookMs);
    if (typeof timer === 'object') timer.unref?.();
  }
  void lookOn();

  async function forget(): Promise<void> {
    run += 1;
    lastBlock = null;
    isAnother = false;
    file.clear();
    await file.flushed();
    await look().catch(() => undefined);
  }

  const controls = createChainControls(node, { forget, look });

  return {
    view: () => ({
      host,
      isAnother,
      block: lastBlock?.number ?? null,
      time: lastBlock?.time ?? null,
      snapshot: controls.snapshotBlock(),
    }),
    forget,
    control: (command) => controls.run(command).finally(onChange),
  };
}

const absentChain: ChainWatch = {
  view: () => null,
  forget: async () => {},
  async control() {
    throw new Error('The wallet was started without a local chain.');
  },
};

async function readSeen(file: DurableFile): Promise<Block | null> {
  const text = await file.read();
  if (text === null) return null;
  return JSON.parse(text);
}

/** Null if the chain has no such block. @throws if the node does not answer */
async function readBlock(
  url: string,
  id: 'latest' | { block_number: number },
): Promise<Block | null> {
  const block = await askNode(url, 'starknet_getBlockWithTxHashes', { block_id: id }).catch(
    (error: unknown) => {
      if (error instanceof NodeError) return null;
      throw error;
    },
  );
  if (!isRecord(block)) return null;
  const { block_number: number, block_hash: hash, timestamp } = block;
  if (typeof number !== 'number' || typeof hash !== 'string') return null;
  return { number, hash, time: typeof timestamp === 'number' ? timestamp : null };
}
