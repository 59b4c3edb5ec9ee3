import { createGate, type Gate } from '@xnet/clients/transport/breaker';
import type { Fault } from './faults';
import { type Endpoint, httpEndpoint } from './jsonRpc';

/** `timestamp`: the block's own time in Unix seconds. `since`: when the node told of it first. */
export type Head = { number: bigint; timestamp: number | undefined; since: number };

/** One node, and what is known of it. Times are those of the clock, in ms. */
/** `pause`: it has asked for one, or is out of quota. `doubt`: it has failed, or told something wrong. */
export type Node = Gate & {
  url: string;
  /** The operator's name for it: its origin, with a number where several share one. */
  name: string;
  endpoint: Endpoint;
  isOfChain: boolean;
  /** Chain id it last reported. */
  reportedChainId: bigint | undefined;
  /** Counts how often its earlier answers became invalid. */
  era: number;
  head: Head | undefined;
  final: bigint | undefined;
  isSyncing: boolean;
  /** Polls in a row that others answered, and it did not. */
  missedCount: number;
  /** A request of the service's own is finding out whether it is well. */
  isProbed: boolean;
};

/** A node's breaker. */
const failuresToOpen = 5;
const openMs = 5_000;

export const createNode = (url: string, name: string, clock: () => number): Node => {
  const node: Node = {
    url,
    name,
    endpoint: httpEndpoint(url, clock, () => forget(node)),
    ...createGate(clock, failuresToOpen, openMs),
    isOfChain: false,
    reportedChainId: undefined,
    era: 0,
    head: undefined,
    final: undefined,
    isSyncing: false,
    missedCount: 0,
    isProbed: false,
  };
  return node;
};

/**
 * Keeps no answer of a node any more, and has it asked for its chain: its next connection may lead to
 * another one. Its head counts on, so that a closed connection gives no other node the word.
 */
const forget = (node: Node): void => {
  node.isOfChain = false;
  node.era += 1;
};

/** Longest time for which what was learnt of a node is believed. */
const restAtMostMs = 600_000;
const restMs = { rate: 1_000, quota: restAtMostMs, auth: restAtMostMs };
const suspectMs = { nonsense: 60_000, node: 2_000 };

/** Faults for which a node is left alone for some time. */
export const isPause = (fault: Fault): fault is keyof typeof restMs => Object.hasOwn(restMs, fault);

export const pauseNode = (
  { pause }: Node,
  fault: keyof typeof restMs,
  pauseMs: number | undefined = 0,
): void => pause.start(Math.min(restAtMostMs, Math.max(pauseMs, restMs[fault])));

/** Asks others first for a while. After something wrong, what the node said before is forgotten. */
export const suspectNode = (node: Node, cause: keyof typeof suspectMs): void => {
  node.doubt.start(Math.max(node.doubt.leftMs(), suspectMs[cause]));
  if (cause === 'nonsense') node.era += 1;
};

/** Heads agree that are no further apart, in blocks or in seconds. */
const nearBlocks = 3n;
const nearSeconds = 30;
/** Clocks differ by less; a block from later is a lie. */
const aheadSeconds = 15;
/** A head that has not moved for longer yields to another one. */
const movedMs = 60_000;
/** Polls; a node that has missed as many has no say in what is new or final. */
const missedAtMost = 10;

/** It has told of its blocks lately: no closed connection, refused call or missed poll takes its say. */
export const isHeard = ({ missedCount }: Node): boolean => missedCount < missedAtMost;

const isNear = (first: Head, second: Head): boolean => {
  const blocks = first.number - second.number;
  if (-nearBlocks <= blocks && blocks <= nearBlocks) return true;
  return (
    first.timestamp !== undefined &&
    second.timestamp !== undefined &&
    Math.abs(first.timestamp - second.timestamp) <= nearSeconds
  );
};

/**
 * The newest block: the oldest head of the largest group of nodes that agree, so that no single one
 * can set it. Of groups of the same size, one that has moved of late, then the one of the node that
 * the operator has named first.
 */
const findHead = (nodes: readonly Node[], now: number): Head | undefined => {
  const heads = nodes
    .filter(isHeard)
    .flatMap(({ head }) => head ?? [])
    .filter(({ timestamp = 0 }) => timestamp * 1_000 <= now + aheadSeconds * 1_000);
  const groups = heads.map((lowest, order) => {
    const group = heads.filter((head) => head.number >= lowest.number && isNear(head, lowest));
    const first = heads.findIndex((head) => group.includes(head));
    const hasMoved = group.some(({ since }) => now - since <= movedMs);
    return { lowest, order, size: group.length, rest: hasMoved ? 0 : 1, first };
  });
  groups.sort(
    (a, b) => b.size - a.size || a.rest - b.rest || a.first - b.first || a.order - b.order,
  );
  return groups[0]?.lowest;
};

/** A node that is not with the others, behind or ahead, is asked last. */
const isApart = ({ head }: Node, agreed: Head | undefined): boolean =>
  head !== undefined && agreed !== undefined && !isNear(head, agreed);

/** Its events may be of old blocks: it syncs, is not with the others, or is not heard. */
const isAside = (node: Node, agreed: Head | undefined): boolean =>
  node.head === undefined || !isHeard(node) || node.isSyncing || isApart(node, agreed);

/** How little a node is suited for a call; 0 if nothing is known against it. */
const rankOf = (node: Node, agreed: Head | undefined): number => {
  const faults = [
    [!node.pause.isOver(), 4],
    [node.isSyncing || isApart(node, agreed), 2],
    [node.isProbed || !node.doubt.isOver(), 1],
  ] as const;
  return faults.reduce((sum, [isSo, weight]) => sum + (isSo ? weight : 0), 0);
};

type Place = { node: Node; rank: number; isAside: boolean };

/** The nodes, the best suited first, else in their order. None is left out. */
export const orderNodes = (nodes: readonly Node[], now: number): Place[] => {
  if (nodes.length === 1) return nodes.map((node) => ({ node, rank: 0, isAside: false }));
  const agreed = findHead(nodes, now);
  return nodes
    .map((node) => ({ node, rank: rankOf(node, agreed), isAside: isAside(node, agreed) }))
    .sort((a, b) => a.rank - b.rank);
};

export const getLabel = (chainId: bigint | undefined): string => String(chainId ?? 'unknown');

export type NodeState = ReturnType<typeof listNodeStates>[number];

const lagOf = ({ head }: Node, agreed: Head | undefined): number => {
  if (head === undefined || agreed === undefined || agreed.number < head.number) return 0;
  return Number(agreed.number - head.number);
};

/** The operator's view of each node. */
export const listNodeStates = (
  nodes: readonly Node[],
  chainId: bigint | undefined,
  now: number,
) => {
  const agreed = findHead(nodes, now);
  return nodes.map((node) => ({
    /** Decimal id of the chain, which the first node that answers may have to tell. */
    chain: getLabel(chainId),
    name: node.name,
    state:
      node.reportedChainId === undefined || node.reportedChainId === chainId
        ? node.breaker.state()
        : 'foreign',
    head: node.head?.number.toString(),
    /** Blocks behind the newest one on which nodes agree. */
    lag: lagOf(node, agreed),
    isSyncing: node.isSyncing,
    isApart: isApart(node, agreed),
    isResting: !node.pause.isOver(),
  }));
};
