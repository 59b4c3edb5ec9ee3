import { connectEthereum, type EthereumOptions } from '../src/upstream/ethereum';
import type { Disposal } from './testService';

/** Connects to nodes as the service does, apart from what a test says, and until it ends. */
export const connectNodes = async (
  undo: Disposal,
  urls: readonly string[],
  options: Partial<EthereumOptions> = {},
) => {
  const ethereum = await connectEthereum({
    urls,
    socketUrls: [],
    deadlineMs: 5_000,
    replyBytes: 1e6,
    clock: Date.now,
    onAsked: () => undefined,
    onLooked: () => undefined,
    ...options,
  });
  undo.push(ethereum.close);
  return ethereum;
};

/** The same with polls each two seconds, by a time that only the test moves. */
export const connectInTime = async (
  undo: Disposal,
  urls: readonly string[],
  options: Partial<EthereumOptions> = {},
) => {
  const time = { now: Date.now() };
  const clock = () => time.now;
  const ethereum = await connectNodes(undo, urls, { clock, pollMs: 2_000, ...options });
  return { ...ethereum, time };
};
