import { readPause } from '@xnet/clients/transport/failure';
import { fail, ServiceError } from '../errors';
import { createMemoryBudget, type MemoryBudget } from '../memoryBudget';
import { withTimeout } from '../withTimeout';
import type { Call } from './call';
import { blockOfReceipts, emptyOrNull, hasNoReceipts } from './emptyReceipts';
import { classifyFault, type Fault, isForAll } from './faults';
import { busyMessage, NodeFault } from './jsonRpc';
import { isOpen } from './methods';
import { isPause, type Node, orderNodes, pauseNode, suspectNode } from './node';
import { isPlain } from './params';
import { mayBeElsewhere } from './questions';
import { cutConnectionCodes, getCode, getReason, isAnswer, notReached } from './reasons';
import type { Read } from './replies';
import { hashOfSent } from './sentBefore';

/** A node's reply. */
export type Answer = { node: Node; read: Read };
/** The result of one attempt at one node: a reply, or why there is none. */
type Outcome = {
  node: Node;
  fault: Fault | 'nonsense' | undefined;
  read?: Read;
  error?: unknown;
  /** The connection broke at first, when the node may have taken the call. */
  wasSentTwice?: boolean;
};

/** The operator's view of one call to one node. */
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
export type OnAsked = (attempt: Asked) => void;

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
};

/**
 * Repeating a write could act twice, so it fails over only if the first node has not taken it. A
 * signed transaction is the same wherever it is sent.
 */
const isRepeatable = (method: string): boolean =>
  isOpen(method) || method === 'eth_sendRawTransaction';
const untaken: readonly unknown[] = ['rate', 'quota', 'auth', 'method'];

/** A node that takes longer for a read has a second one asked beside it, for so many calls at once. */
const patienceMs = 1_000;
const besideAtMost = 16;

const withResult = (result: unknown): Read => ({
  number: undefined,
  isNull: false,
  error: undefined,
  text: `{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(result)}}`,
});

const createAttempt = (asking: Asking) => {
  const { onAsked, replyBytes } = asking;

  const sendOnce = async (node: Node, call: Call, until: number, parent: MemoryBudget) => {
    const budget = createMemoryBudget(replyBytes, parent);
    try {
      const read = await asking.send(node, call, until, budget);
      if (read.error !== undefined || !hasNoReceipts(call, read.text)) return read;
      const block = blockOfReceipts(call);
      const blockRead = await asking.send(node, block, until, budget);
      const text = emptyOrNull(read.text, block, blockRead.text);
      return { ...read, text, isNull: text !== read.text };
    } catch (error) {
      // A response holds its budget until the caller's is closed; a failed one releases it at once.
      budget.close();
      throw error;
    }
  };

  /** Only what no caller can write says something about the node; the rest its probe finds out. */
  const learn = (node: Node, fault: Fault | 'nonsense', pauseMs: number | undefined): void => {
    if (fault === 'nonsense') suspectNode(node, fault);
    else if (fault === 'rate') pauseNode(node, fault, pauseMs);
    else if (isPause(fault)) asking.probe(node);
  };

  const learnFailure = (node: Node, error: unknown): Fault | 'nonsense' => {
    if (isAnswer(error)) node.breaker.succeeded();
    else if (notReached.has(getCode(error))) node.breaker.failed();
    else asking.probe(node);
    if (error instanceof ServiceError && error.kind === 'nonsense') return 'nonsense';
    if (error instanceof NodeFault) return error.fault;
    return 'node';
  };

  /** @throws what no other node would answer differently: a reply for which there is no room */
  return async (node: Node, call: Call, until: number, parent: MemoryBudget): Promise<Outcome> => {
    const begunAt = performance.now();
    const send = () => sendOnce(node, call, until, parent);
    const { method, request } = call;
    const attemptFacts = { chain: asking.chain(), node: node.name, method, request };
    let wasSentTwice = false;
    try {
      const read = await send().catch((error) => {
        if (!isRepeatable(call.method) || !cutConnectionCodes.has(getCode(error))) throw error;
        wasSentTwice = true;
        return send();
      });
      node.breaker.succeeded();
      const fault = read.error && classifyFault(call, read.error);
      if (fault !== undefined) learn(node, fault, readPause(null, read, Date.now()));
      onAsked({ ...attemptFacts, outcome: fault ?? 'ok', ms: performance.now() - begunAt });
      return { node, fault, read, wasSentTwice };
    } catch (error) {
      const fault = learnFailure(node, error);
      const { status, pauseMs } = error instanceof NodeFault ? error : ({} as Partial<NodeFault>);
      const outcome = fault === 'node' ? 'failed' : fault;
      const ms = performance.now() - begunAt;
      onAsked({ ...attemptFacts, outcome, ms, status, reason: getReason(error) });
      if (isAnswer(error) && fault === 'node') throw error;
      if (fault !== 'nonsense' || isPlain(call)) learn(node, fault, pauseMs);
      return { node, fault, error };
    }
  };
};

/** The node has nothing of what another one may have. */
const isEmpty = ({ read }: Outcome, call: Call): boolean =>
  read?.isNull === true && (read.isLacking === true || mayBeElsewhere(call));

/** The first of two that has an answer, else one that has nothing, else the first of them. */
const firstGood = async (
  call: Call,
  ...attempts: [Promise<Outcome>, Promise<Outcome>]
): Promise<Outcome> => {
  const good = attempts.map(async (outcomePromise) => {
    const outcome = await outcomePromise;
    if (outcome.fault !== undefined || isEmpty(outcome, call)) throw outcome;
    return outcome;
  });
  return Promise.any(good).catch(async ({ errors }: { errors: readonly Partial<Outcome>[] }) => {
    const index = errors.findIndex(({ fault, read }) => read !== undefined && fault === undefined);
    return attempts[index] ?? attempts[0];
  });
};

/** The operator's trouble with a provider is none of the caller's. */
const operators: ReadonlySet<unknown> = new Set([undefined, 'rate', 'quota', 'auth']);

/** Chooses an answer when no node has answered well. @throws why not */
const answerOfFailed = (failed: readonly Outcome[]): Answer => {
  for (const { node, fault, read } of failed) {
    if (read !== undefined && !operators.has(fault)) return { node, read };
  }
  const errors = failed.map(({ error }) => error);
  // "Busy" and what is wrong with a reply are more informative than no response.
  const told503 = errors.find((error) => error instanceof ServiceError && error.kind === 'busy');
  if (told503 !== undefined) throw told503;
  const rated = failed.find(({ fault }) => fault === 'rate');
  if (rated !== undefined) {
    const pauseMs = readPause(null, rated.read, Date.now()) ?? 0;
    return fail('busy', busyMessage, { waitSeconds: Math.max(1, Math.ceil(pauseMs / 1_000)) });
  }
  const nonsense = failed.find(({ fault }) => fault === 'nonsense');
  if (nonsense !== undefined) throw nonsense.error;
  const cause = errors.at(-1);
  const isLate = (cause as { name?: unknown } | undefined)?.name === 'TimeoutError';
  throw new ServiceError(isLate ? 'late' : 'upstream', { cause });
};

/** Asks a second node, too, where the first one takes long. */
const createRace = ({ probe }: Asking) => {
  let besideCount = 0;
  return async (
    [first, next]: readonly [Node, Node | undefined],
    call: Call,
    run: (node: Node) => Promise<Outcome>,
    onBeside: () => void,
  ): Promise<Outcome> => {
    const running = run(first);
    const { method } = call;
    if (next === undefined || !isOpen(method) || method === 'eth_getLogs') return running;
    const inTime = await withTimeout(patienceMs, running, undefined);
    if (inTime !== undefined) return inTime;
    probe(first);
    if (besideCount >= besideAtMost || !next.breaker.admits()) return running;
    besideCount += 1;
    onBeside();
    return firstGood(call, running, run(next)).finally(() => {
      besideCount -= 1;
    });
  };
};

/** True if the node may have taken a transaction, though its reply does not say so. */
const mayBeSent = ({ fault, error }: Outcome): boolean =>
  (fault === 'node' || fault === 'nonsense') && !notReached.has(getCode(error));

/**
 * After a sending of which nobody knows how it ended, a node refuses the same transaction, such as
 * for its nonce, because it has it. Nodes have many words for that, so the hash is looked up.
 */
const findSent = async (
  { send }: Asking,
  { node, fault, read }: Outcome,
  call: Call,
  until: number,
  budget: MemoryBudget,
): Promise<Answer | undefined> => {
  const isRefusal = read?.error !== undefined && !untaken.includes(fault);
  const hash = isRefusal ? hashOfSent(call) : undefined;
  if (hash === undefined) return undefined;
  const question = { ...call, method: 'eth_getTransactionByHash', params: [hash] };
  const transaction = await send(node, question, until, budget).catch(() => undefined);
  if (transaction === undefined || transaction.isNull) return undefined;
  return { node, read: withResult(hash) };
};

/** Reads the caller's answer from a node's outcome: undefined where another node should be asked. */
const answerOf = (
  outcome: Outcome,
  call: Call,
  { hasFailed, isSole }: { hasFailed: boolean; isSole: boolean },
): Answer | undefined => {
  const { node, fault, read, wasSentTwice = false } = outcome;
  if (read === undefined) return undefined;
  if (fault === 'known' && (hasFailed || wasSentTwice)) {
    const hash = hashOfSent(call);
    return { node, read: hash === undefined ? read : withResult(hash) };
  }
  if (fault !== undefined && fault !== 'nonsense' && isForAll(fault)) return { node, read };
  if (fault !== undefined) return undefined;
  if (!isSole && isEmpty(outcome, call)) return undefined;
  return { node, read };
};

/**
 * Asks the nodes for one answer: the best suited one first, then others, as far as they may answer
 * better than the last one.
 */
export const createAsk = (asking: Asking) => {
  const { nodes, deadlineMs, clock } = asking;
  const attempt = createAttempt(asking);
  const attemptMs = nodes.length > 1 ? deadlineMs / 2 : deadlineMs;
  const race = createRace(asking);

  return async (call: Call, budget: MemoryBudget): Promise<Answer> => {
    const until = performance.now() + deadlineMs;
    const order = orderNodes(nodes, clock());
    const failed: Outcome[] = [];
    const triedNodes = new Set<Node>();
    let othersLeft = Number.POSITIVE_INFINITY;
    for (const [index, { node, rank }] of order.entries()) {
      const leftMs = Math.ceil(Math.min(attemptMs, until - performance.now()));
      if (leftMs <= 0 || othersLeft === 0) break;
      if (triedNodes.has(node) || !node.breaker.admits()) continue;
      triedNodes.add(node);
      othersLeft -= 1;
      const next = order[index + 1];
      const run = (one: Node) => attempt(one, call, performance.now() + leftMs, budget);
      const spare = next?.rank === rank && !triedNodes.has(next.node) ? next.node : undefined;
      const outcome = await race([node, spare], call, run, () => triedNodes.add(spare ?? node));
      const about = { hasFailed: failed.length > 0, isSole: nodes.length === 1 };
      const isDoubtful = outcome.wasSentTwice === true || failed.some(mayBeSent);
      const answer =
        answerOf(outcome, call, about) ??
        (isDoubtful ? await findSent(asking, outcome, call, until, budget) : undefined);
      if (answer !== undefined) return answer;
      failed.push(outcome);
      const { fault, error } = outcome;
      // For an empty answer, one other node's word is enough.
      if (fault === undefined) othersLeft = Math.min(othersLeft, 1);
      const isTaken = !untaken.includes(fault) && !notReached.has(getCode(error));
      if (!isRepeatable(call.method) && isTaken) break;
    }
    const empty = failed.find(({ fault }) => fault === undefined);
    if (empty?.read !== undefined) return { node: empty.node, read: empty.read };
    return answerOfFailed(failed);
  };
};
