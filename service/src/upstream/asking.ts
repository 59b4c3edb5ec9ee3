import { keccak } from '@xnet/clients/proofs/bytes';
import { readPause } from '@xnet/clients/transport/failure';
import { fail, ServiceError } from '../errors';
import { createMemoryBudget, type MemoryBudget } from '../memoryBudget';
import { withTimeout } from '../withTimeout';
import { isLookup } from './batches';
import { type Call, listParams } from './call';
import { blockOfReceipts, emptyOrNull, hasNoReceipts } from './emptyReceipts';
import { classifyFault, countOtherNodes, type Fault } from './faults';
import { busyMessage, NodeFault } from './jsonRpc';
import { isOpen } from './methods';
import { learnFault, type Node, orderNodes } from './node';
import { asksNewest, mayBeElsewhere } from './questions';
import { cutConnectionCodes, getCode, getReason, isAnswer, notReached } from './reasons';
import type { Read } from './replies';

/** What came of one attempt at one node: a reply, or why there is none. */
type Outcome = { node: Node; fault: Fault | 'nonsense' | undefined; read?: Read; error?: unknown };

/** What an operator sees of one call to one node. */
export type Asked = {
  chain: string;
  node: string;
  method: string;
  /** `ok`, `failed`, `nonsense`, or the class of the node's error. */
  outcome: string;
  ms: number;
  /** HTTP status, where the node has refused the request with it. */
  status?: number | undefined;
  reason?: string | undefined;
  request?: string | undefined;
};
export type OnAsked = (asked: Asked) => void;

export type Asking = {
  nodes: readonly Node[];
  deadlineMs: number;
  replyBytes: number;
  clock: () => number;
  /** Its decimal id. */
  chain: () => string;
  onAsked: OnAsked;
  /** Sends a call to one node and reads its reply, once the node's chain is known. */
  send: (node: Node, call: Call, until: number, budget: MemoryBudget) => Promise<Read>;
  /** A request of the service's own determines whether the node is healthy. */
  probe: (node: Node) => void;
  floor: () => bigint;
  /** @returns the newest block known, where the answer is about the newest */
  raise: (head: bigint) => Promise<bigint>;
};

/**
 * Repeating a write could act twice, so it fails over only if the first node has not taken it. A
 * signed transaction is the same wherever it is sent.
 */
const isRepeatable = (method: string): boolean =>
  isOpen(method) || method === 'eth_sendRawTransaction';
const untaken: readonly unknown[] = ['rate', 'quota', 'auth', 'method'];

/** A second node is asked after the first one's 95th percentile, for at most this share of calls. */
const hedgedShare = 0.1;
const hedgeAtLeastMs = 30;

/** The hash of a signed transaction, which a node that had it before does not tell. */
const hashOf = (call: Call): string | undefined => {
  const [raw] = listParams(call);
  if (typeof raw !== 'string' || !/^0x(?:[\da-f]{2})+$/i.test(raw)) return undefined;
  return `0x${Buffer.from(keccak(Buffer.from(raw.slice(2), 'hex'))).toString('hex')}`;
};
const withResult = (result: unknown): Read => ({
  number: undefined,
  isNull: false,
  error: undefined,
  text: `{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(result)}}`,
});

const createAttempt = (asking: Asking) => {
  const { clock, onAsked, replyBytes } = asking;

  const sendOnce = async (node: Node, call: Call, until: number, above: MemoryBudget) => {
    const budget = createMemoryBudget(replyBytes, above);
    try {
      const read = await asking.send(node, call, until, budget);
      if (read.error !== undefined || !hasNoReceipts(call, read.text)) return read;
      const block = blockOfReceipts(call);
      const told = await asking.send(node, block, until, budget);
      const text = emptyOrNull(read.text, block, told.text);
      return { ...read, text, isNull: text !== read.text };
    } catch (error) {
      // A response holds its budget until the caller's is closed; a failed one releases it at once.
      budget.close();
      throw error;
    }
  };

  const learnFailure = (node: Node, error: unknown): Fault | 'nonsense' => {
    const isNonsense = error instanceof ServiceError && error.kind === 'nonsense';
    if (isAnswer(error)) node.breaker.succeeded();
    else if (notReached.has(getCode(error))) node.breaker.failed();
    else asking.probe(node);
    if (isNonsense) return 'nonsense';
    return error instanceof NodeFault ? error.fault : 'node';
  };

  /** @throws what no other node would answer differently: a reply for which there is no room */
  return async (node: Node, call: Call, until: number, above: MemoryBudget): Promise<Outcome> => {
    const begun = performance.now();
    const once = () => sendOnce(node, call, until, above);
    const { method, request } = call;
    const told = { chain: asking.chain(), node: node.name, method, request };
    try {
      const read = await once().catch((error) => {
        if (!isRepeatable(call.method) || !cutConnectionCodes.has(getCode(error))) throw error;
        return once();
      });
      const ms = performance.now() - begun;
      node.breaker.succeeded();
      const fault = read.error === undefined ? undefined : classifyFault(call, read.error);
      (isLookup(call) ? node.lookups : node.others).add(ms);
      if (fault !== undefined) {
        const pauseMs = readPause(null, { error: read.error }, Date.now());
        learnFault(node, call, fault, { now: clock(), pauseMs });
      }
      onAsked({ ...told, outcome: fault ?? 'ok', ms });
      return { node, fault, read };
    } catch (error) {
      const fault = learnFailure(node, error);
      const { status, pauseMs } = error instanceof NodeFault ? error : ({} as Partial<NodeFault>);
      const outcome = fault === 'node' ? 'failed' : fault;
      const ms = performance.now() - begun;
      onAsked({ ...told, outcome, ms, status, reason: getReason(error) });
      if (isAnswer(error) && fault === 'node') throw error;
      // Whether a node is down, or the caller's call is slow, shows its breaker.
      if (fault !== 'node') learnFault(node, call, fault, { now: clock(), pauseMs });
      return { node, fault, error };
    }
  };
};

/** The first of two that has an answer, or the first of them. */
const firstGood = async (...both: [Promise<Outcome>, Promise<Outcome>]): Promise<Outcome> => {
  const good = both.map(async (each) => {
    const outcome = await each;
    if (outcome.fault !== undefined) throw outcome;
    return outcome;
  });
  return Promise.any(good).catch(() => both[0]);
};

/** The operator's trouble with a provider is none of the caller's. */
const operators: ReadonlySet<unknown> = new Set([undefined, 'rate', 'quota', 'auth']);

/** What to answer when no node has answered well. @throws why not */
const answerOfFailed = (failed: readonly Outcome[]): Read => {
  const told = failed.find(({ fault, read }) => read !== undefined && !operators.has(fault));
  if (told?.read !== undefined) return told.read;
  const errors = failed.map(({ error }) => error);
  // "Busy" and what is wrong with a reply are more informative than no response.
  const told503 = errors.find((error) => error instanceof ServiceError && error.kind === 'busy');
  if (told503 !== undefined) throw told503;
  const rated = failed.find(({ fault }) => fault === 'rate');
  if (rated !== undefined) {
    const pauseMs = readPause(null, { error: rated.read?.error }, Date.now()) ?? 0;
    return fail('busy', busyMessage, { waitSeconds: Math.max(1, Math.ceil(pauseMs / 1_000)) });
  }
  const nonsense = failed.find(({ fault }) => fault === 'nonsense');
  if (nonsense !== undefined) throw nonsense.error;
  const cause = errors.at(-1);
  const isLate = (cause as { name?: unknown } | undefined)?.name === 'TimeoutError';
  throw new ServiceError(isLate ? 'late' : 'upstream', { cause });
};
/** Asks a second node, too, where the first one takes longer than it usually does. */
const createHedge = () => {
  let asked = 0;
  let hedged = 0;

  /** How long to wait for a node before another one is asked, too; undefined for writes and long reads. */
  const hedgeMs = (node: Node, call: Call): number | undefined => {
    if (!isOpen(call.method) || call.method === 'eth_getLogs') return undefined;
    const p95 = (isLookup(call) ? node.lookups : node.others).p95();
    return hedged + 1 > asked * hedgedShare ? undefined : p95 && Math.max(p95, hedgeAtLeastMs);
  };

  const race = async (
    [first, next]: readonly [Node, Node | undefined],
    call: Call,
    run: (node: Node) => Promise<Outcome>,
    onHedged: () => void,
  ): Promise<Outcome> => {
    const running = run(first);
    const waitMs = next === undefined ? undefined : hedgeMs(first, call);
    if (next === undefined || waitMs === undefined) return running;
    const inTime = await withTimeout(waitMs, running, undefined);
    if (inTime !== undefined || !next.breaker.admits()) return inTime ?? running;
    hedged += 1;
    onHedged();
    return firstGood(running, run(next));
  };

  return {
    race,
    count: (): void => {
      asked += 1;
    },
  };
};

/** What a node's outcome means for the caller: undefined where another node should be asked. */
const createAnswerOf =
  ({ nodes, raise }: Asking) =>
  async (
    { node, fault, read }: Outcome,
    call: Call,
    failed: readonly Outcome[],
  ): Promise<Read | undefined> => {
    if (read === undefined) return undefined;
    if (fault === 'known' && failed.length > 0) {
      const hash = hashOf(call);
      return hash === undefined ? read : withResult(hash);
    }
    if (fault !== undefined) return countOtherNodes(fault) === 0 ? read : undefined;
    if (read.isNull && nodes.length > 1 && mayBeElsewhere(call)) return undefined;
    const { number } = read;
    if (number === undefined || !asksNewest(call)) return read;
    node.head = { number, at: node.head?.number === number ? node.head.at : undefined };
    return (await raise(number)) > number ? undefined : read;
  };

/**
 * Asks the nodes for one answer: the best suited one first, then others, as far as they may answer
 * better than the last one.
 */
export const createAsk = (asking: Asking) => {
  const { nodes, deadlineMs, clock } = asking;
  const attempt = createAttempt(asking);
  const answerOf = createAnswerOf(asking);
  const attemptMs = nodes.length > 1 ? deadlineMs / 2 : deadlineMs;
  const hedge = createHedge();

  /** Where every node is behind what callers were told: the newest block by its number. */
  const askFloor = async (
    { method, params }: Call,
    node: Node | undefined,
    failed: readonly Outcome[],
    budget: MemoryBudget,
  ): Promise<Read | undefined> => {
    const isOld = failed.some(({ fault, read }) => fault === undefined && read !== undefined);
    if (!isOld || node === undefined) return undefined;
    const floor = `0x${asking.floor().toString(16)}`;
    if (method === 'eth_blockNumber') return withResult(floor);
    const byNumber = { id: 1, method, params: [floor, ...(params as unknown[]).slice(1)] };
    const { read } = await attempt(node, byNumber, performance.now() + attemptMs, budget);
    if (read !== undefined && read.error === undefined && !read.isNull) return read;
    return fail('upstream', 'No node has the newest block at the moment.');
  };

  return async (call: Call, budget: MemoryBudget): Promise<Read> => {
    hedge.count();
    const until = performance.now() + deadlineMs;
    const order = orderNodes(nodes, call, asking.floor(), clock());
    const failed: Outcome[] = [];
    const tried = new Set<Node>();
    let others = Number.POSITIVE_INFINITY;
    for (const [index, { node, rank }] of order.entries()) {
      const leftMs = Math.ceil(Math.min(attemptMs, until - performance.now()));
      if (leftMs <= 0 || others === 0) break;
      if (tried.has(node) || !node.breaker.admits()) continue;
      tried.add(node);
      others -= 1;
      const next = order[index + 1];
      const run = (one: Node) => attempt(one, call, performance.now() + leftMs, budget);
      const spare = next?.rank === rank && !tried.has(next.node) ? next.node : undefined;
      const outcome = await hedge.race([node, spare], call, run, () => tried.add(spare ?? node));
      const answer = await answerOf(outcome, call, failed);
      if (answer !== undefined) return answer;
      failed.push(outcome);
      const { fault, error } = outcome;
      others = Math.min(others, countOtherNodes(fault));
      const isTaken = !untaken.includes(fault) && !notReached.has(getCode(error));
      if (!isRepeatable(call.method) && isTaken) break;
    }
    const empty = failed.find(({ fault, read }) => fault === undefined && read?.isNull);
    if (empty?.read !== undefined) return empty.read;
    const newest = await askFloor(call, order[0]?.node, failed, budget);
    return newest ?? answerOfFailed(failed);
  };
};
