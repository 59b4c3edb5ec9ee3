import type { SharedAnswers } from '../stores/store';
import type { Node } from './node';
import { askEndpoint } from './replies';

type Fields = Readonly<Record<string, unknown>>;

const pollMs = 3_000;
const pollBytes = 1024 * 1024;
/** How long a node's own word about what it keeps is believed. */
const capabilitiesMs = 3_600_000;

const hex = /^0x[\da-f]{1,16}$/i;
const numberIn = (value: unknown): bigint | undefined =>
  typeof value === 'string' && hex.test(value) ? BigInt(value) : undefined;

const ask = async (node: Node, method: string, params: readonly unknown[]): Promise<unknown> => {
  const asked = { method, params, timeoutMs: pollMs, bytesAtMost: pollBytes };
  return askEndpoint(node.endpoint, asked).catch(() => undefined);
};

const blockAt = async (node: Node, tag: string): Promise<Fields | undefined> => {
  const found = await ask(node, 'eth_getBlockByNumber', [tag, false]);
  return typeof found === 'object' && found !== null ? (found as Fields) : undefined;
};

export const pollFinal = async (node: Node): Promise<void> => {
  const number = numberIn((await blockAt(node, 'finalized'))?.number);
  if (number !== undefined) node.final = number;
};

const pollHead = async (node: Node): Promise<void> => {
  const { number, timestamp } = (await blockAt(node, 'latest')) ?? {};
  const found = numberIn(number);
  const at = numberIn(timestamp);
  if (found !== undefined)
    node.head = { number: found, at: at === undefined ? undefined : Number(at) };
};

const pollSyncing = async (node: Node): Promise<void> => {
  const told = await ask(node, 'eth_syncing', []);
  // Some nodes say "false", or that they are not with an object.
  const isObject = typeof told === 'object' && told !== null;
  node.isSyncing = isObject ? 'currentBlock' in told : told === true;
};

/** `eth_capabilities` says from which block on a node has what. */
const pollCapabilities = async (node: Node, now: number): Promise<void> => {
  const told = (await ask(node, 'eth_capabilities', [])) as Fields | null | undefined;
  if (typeof told !== 'object' || told === null) return;
  const first = (name: string) => {
    const number = numberIn((told[name] as Fields | undefined)?.oldestBlock);
    return number === undefined ? undefined : { number, until: now + capabilitiesMs };
  };
  node.first = { state: first('state'), history: first('blocks') ?? first('receipts') };
};

/** Asks a node for its chain: only what is known to be of the chain is asked for its head. */
type Meet = (node: Node) => Promise<unknown>;

/** Asks nodes for their heads when calls come, at most this often: an idle service asks nothing. */
export const createHeads = (nodes: readonly Node[], everyMs: number, clock: () => number) => {
  let polledAt = Number.NEGATIVE_INFINITY;
  let capabilitiesAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<unknown> | undefined;
  const poll = async (meet: Meet): Promise<void> => {
    const now = clock();
    const unknown = nodes.filter(({ isOfChain }) => !isOfChain);
    await Promise.all(unknown.map((node) => meet(node).catch(() => undefined)));
    const all = nodes.filter(({ isOfChain }) => isOfChain);
    const isFirst = Math.abs(now - capabilitiesAt) > capabilitiesMs;
    if (isFirst) capabilitiesAt = now;
    await Promise.all(
      all.flatMap((node) => [
        pollHead(node),
        pollFinal(node),
        pollSyncing(node),
        ...(isFirst ? [pollCapabilities(node, now)] : []),
      ]),
    );
  };
  const look = async (meet: Meet = async () => undefined): Promise<void> => {
    const now = clock();
    if (everyMs === 0 || Math.abs(now - polledAt) < everyMs) return;
    polledAt = now;
    polling ??= poll(meet).finally(() => {
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
    /** Of the block that every node holds final: what one node alone says may be wrong. */
    final: (): bigint | undefined =>
      nodes
        .flatMap(({ final }) => final ?? [])
        .reduce<bigint | undefined>(
          (least, each) => (least === undefined || each < least ? each : least),
          undefined,
        ),
  };
};

/** How long a block that nobody confirms any more holds up older ones: after a chain went back. */
const confirmedMs = 60_000;
/** Chains of developers, who set them back on purpose. */
const developers: ReadonlySet<bigint> = new Set([1337n, 31337n]);

/** The newest block that callers were told of, below which no answer may fall. */
export const createFloor = (clock: () => number, share?: SharedAnswers['head']) => {
  let floor = 0n;
  let confirmedAt = 0;
  return {
    now: (): bigint => floor,
    raise: async (chainId: bigint, head: bigint): Promise<bigint> => {
      if (developers.has(chainId)) return head;
      const shared = share === undefined ? head : await share(chainId, head > floor ? head : floor);
      const found = shared > head ? shared : head;
      const now = clock();
      if (found >= floor || Math.abs(now - confirmedAt) > confirmedMs) {
        floor = found;
        if (found === head) confirmedAt = now;
      }
      return floor;
    },
  };
};
