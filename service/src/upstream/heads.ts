import { isHeard, type Node } from './node';
import { askEndpoint } from './replies';

type Fields = Readonly<Record<string, unknown>>;

const pollMs = 3_000;
const pollBytes = 1024 * 1024;

const hex = /^0x[\da-f]{1,16}$/i;
const numberIn = (value: unknown): bigint | undefined => {
  if (typeof value === 'string' && hex.test(value)) return BigInt(value);
  return undefined;
};

const ask = async (node: Node, method: string, params: readonly unknown[]): Promise<unknown> => {
  const question = { method, params, timeoutMs: pollMs, bytesAtMost: pollBytes };
  return askEndpoint(node.endpoint, question).catch(() => undefined);
};

const blockAt = async (node: Node, tag: string): Promise<Fields | undefined> => {
  const block = await ask(node, 'eth_getBlockByNumber', [tag, false]);
  if (typeof block === 'object' && block !== null) return block as Fields;
  return undefined;
};

export const pollFinal = async (node: Node): Promise<void> => {
  const number = numberIn((await blockAt(node, 'finalized'))?.number);
  if (number !== undefined) node.final = number;
};

/** @returns whether it has told */
const pollHead = async (node: Node, now: number): Promise<boolean> => {
  const { number, timestamp } = (await blockAt(node, 'latest')) ?? {};
  const height = numberIn(number);
  const seconds = numberIn(timestamp);
  if (height === undefined) return false;
  const since = height === node.head?.number ? node.head.since : now;
  node.head = {
    number: height,
    timestamp: seconds === undefined ? undefined : Number(seconds),
    since,
  };
  return true;
};

const pollSyncing = async (node: Node): Promise<void> => {
  const status = await ask(node, 'eth_syncing', []);
  // Some nodes say "false", or that they are not with an object.
  const isObject = typeof status === 'object' && status !== null;
  node.isSyncing = isObject ? 'currentBlock' in status : status === true;
};

/** Asks a node for its chain. @throws where it is of another one, or does not tell */
type Meet = (node: Node) => Promise<unknown>;

/** Asks nodes for their heads when calls come, at most this often: an idle service asks nothing. */
export const createHeads = (
  nodes: readonly Node[],
  everyMs: number,
  clock: () => number,
  meet: Meet,
) => {
  let polledAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<unknown> | undefined;
  /** @returns whether the node has told of its head */
  const pollNode = async (node: Node): Promise<boolean> => {
    if (!node.isOfChain) await meet(node);
    const parts = [pollHead(node, clock()), pollFinal(node), pollSyncing(node)] as const;
    const [hasTold] = await Promise.all(parts);
    return hasTold;
  };
  const poll = async (): Promise<void> => {
    const replies = await Promise.all(nodes.map((node) => pollNode(node).catch(() => false)));
    // The cause is rather here if no node tells.
    if (!replies.includes(true)) return;
    for (const [index, node] of nodes.entries())
      node.missedCount = replies[index] ? 0 : node.missedCount + 1;
  };
  const look = async (): Promise<void> => {
    const now = clock();
    if (everyMs === 0 || Math.abs(now - polledAt) < everyMs) return;
    polledAt = now;
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    await polling;
  };
  return {
    look,
    /** A single node is compared with no other. */
    refresh: async (): Promise<void> => {
      if (nodes.length > 1) await look();
    },
    /** The newest block that every node that is heard holds final: what one node alone says may be wrong. */
    final: (): bigint | undefined =>
      nodes
        .filter(isHeard)
        .flatMap(({ final }) => final ?? [])
        .reduce<bigint | undefined>(
          (minimum, number) => (minimum === undefined || number < minimum ? number : minimum),
          undefined,
        ),
  };
};
