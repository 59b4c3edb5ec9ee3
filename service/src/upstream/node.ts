import { remainingMs } from '../deadline';
import { type Breaker, createBreaker } from './breaker';
import type { Call } from './call';
import type { Fault } from './faults';
import { type Endpoint, httpEndpoint } from './jsonRpc';
import { askedBlock, asksNewest } from './questions';
import { createTimes, type Times } from './times';

/** `at`: the block's own time in Unix seconds. */
export type Head = { number: bigint; at: number | undefined };

/** One node, and what is known of it. Times are those of the clock, in ms. */
export type Node = {
  url: string;
  /** What an operator calls it: its origin, with a number where several share one. */
  name: string;
  endpoint: Endpoint;
  breaker: Breaker;
  isOfChain: boolean;
  /** The chain of which it has told last. */
  told: bigint | undefined;
  head: Head | undefined;
  final: bigint | undefined;
  isSyncing: boolean;
  /** It has asked for a pause, or is out of quota. */
  restsUntil: number;
  /** It has failed, or told something wrong. */
  suspectUntil: number;
  /** The first block of which it has state, or blocks: as it says, or as its errors have shown. */
  first: Record<'state' | 'history', { number: bigint; until: number } | undefined>;
  /** Methods that it does not offer. */
  lacks: Map<string, number>;
  lookups: Times;
  others: Times;
};

export const createNode = (url: string, name: string, clock: () => number): Node => {
  const node: Node = {
    url,
    name,
    endpoint: httpEndpoint(url, clock, () => {
      node.isOfChain = false;
    }),
    breaker: createBreaker(clock),
    isOfChain: false,
    told: undefined,
    head: undefined,
    final: undefined,
    isSyncing: false,
    restsUntil: 0,
    suspectUntil: 0,
    first: { state: undefined, history: undefined },
    lacks: new Map(),
    lookups: createTimes(),
    others: createTimes(),
  };
  return node;
};

/** Longest times for which what was learnt of a node is believed. */
const restAtMostMs = 600_000;
const restMs = { rate: 1_000, quota: restAtMostMs, auth: restAtMostMs } as const;
const learntMs = 3_600_000;
const suspectMs = { nonsense: 60_000, node: 2_000 } as const;

/** Learns from how a node has failed. */
export const learnFault = (
  node: Node,
  call: Call,
  fault: Fault | 'nonsense',
  about: { now: number; pauseMs?: number | undefined },
): void => {
  const { now, pauseMs } = about;
  if (fault === 'rate' || fault === 'quota' || fault === 'auth') {
    node.restsUntil = now + Math.min(restAtMostMs, Math.max(pauseMs ?? 0, restMs[fault]));
  }
  if (fault === 'nonsense' || fault === 'node') node.suspectUntil = now + suspectMs[fault];
  if (fault === 'method') node.lacks.set(call.method, now + learntMs);
  const asked = askedBlock(call);
  if (fault !== 'data' || asked === undefined) return;
  const known = node.first[asked.kind];
  const number = asked.number + 1n;
  if (
    known === undefined ||
    remainingMs(known.until, learntMs, now) === 0 ||
    known.number < number
  ) {
    node.first[asked.kind] = { number, until: now + learntMs };
  }
};

/** A node that is further behind the others, in blocks and in seconds, is asked last. */
const behindBlocks = 3n;
const behindSeconds = 30;
const behindBlocksAlone = 16n;
/** A block from the future is a lie, which must not make all other nodes seem behind. */
const aheadSeconds = 60;

/** The newest block that any node has told of. */
const topOf = (nodes: readonly Node[], now: number): Head | undefined =>
  nodes
    .flatMap(({ head, isOfChain }) => (head === undefined || !isOfChain ? [] : [head]))
    .filter(({ at = 0 }) => at * 1_000 < now + aheadSeconds * 1_000)
    .sort((a, b) => (a.number < b.number ? 1 : -1))[0];

const lagOf = ({ head }: Node, top: Head | undefined): number =>
  head === undefined || top === undefined || top.number < head.number
    ? 0
    : Number(top.number - head.number);

const isBehind = ({ head }: Node, top: Head | undefined): boolean => {
  if (head === undefined || top === undefined) return false;
  const blocks = top.number - head.number;
  if (head.at === undefined || top.at === undefined) return blocks > behindBlocksAlone;
  return blocks >= behindBlocks && top.at - head.at > behindSeconds;
};

/** How little a node is suited for a call; 0 if nothing is known against it. */
const rankOf = (
  node: Node,
  call: Call,
  top: Head | undefined,
  floor: bigint,
  now: number,
): number => {
  const asked = askedBlock(call);
  const first = asked && node.first[asked.kind];
  const hasNot =
    first !== undefined &&
    remainingMs(first.until, learntMs, now) > 0 &&
    (asked?.number ?? 0n) < first.number;
  const isOld = asksNewest(call) && node.head !== undefined && node.head.number < floor;
  const faults = [
    [remainingMs(node.restsUntil, restAtMostMs, now) > 0, 16],
    [hasNot || remainingMs(node.lacks.get(call.method) ?? 0, learntMs, now) > 0, 8],
    [node.isSyncing || isBehind(node, top), 4],
    [remainingMs(node.suspectUntil, restAtMostMs, now) > 0, 2],
    [isOld, 1],
  ] as const;
  return faults.reduce((sum, [isSo, weight]) => sum + (isSo ? weight : 0), 0);
};

/** The nodes for a call, the best suited first, else in their order. None is left out. */
export const orderNodes = (
  nodes: readonly Node[],
  call: Call,
  floor: bigint,
  now: number,
): { node: Node; rank: number }[] => {
  if (nodes.length === 1) return nodes.map((node) => ({ node, rank: 0 }));
  const top = topOf(nodes, now);
  return nodes
    .map((node) => ({ node, rank: rankOf(node, call, top, floor, now) }))
    .sort((a, b) => a.rank - b.rank);
};

export const getLabel = (chainId: bigint | undefined): string => String(chainId ?? 'unknown');

export type NodeState = ReturnType<typeof listNodeStates>[number];

/** What an operator sees of each node. */
export const listNodeStates = (
  nodes: readonly Node[],
  chainId: bigint | undefined,
  now: number,
) => {
  const top = topOf(nodes, now);
  return nodes.map((node) => ({
    /** Decimal id of the chain, which the first node that answers may have to tell. */
    chain: getLabel(chainId),
    name: node.name,
    state: node.told === undefined || node.told === chainId ? node.breaker.state() : 'foreign',
    head: node.head?.number.toString(),
    /** Blocks behind the newest one that any node has told of. */
    lag: lagOf(node, top),
    isSyncing: node.isSyncing,
    isBehind: isBehind(node, top),
    isResting: node.restsUntil > now,
  }));
};
