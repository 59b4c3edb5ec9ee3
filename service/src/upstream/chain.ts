import { fail, ServiceError } from '../errors';
import { createMemoryBudget } from '../memoryBudget';
import { withTimeout } from '../withTimeout';
import type { Call } from './call';
import { lateError } from './exchange';
import type { Endpoint } from './jsonRpc';
import type { Node } from './node';
import { getReason } from './reasons';
import { parseReply } from './replies';

const chainIdCall: Call = { id: 1, method: 'eth_chainId', params: [] };

/** @throws `upstream` where it tells none, and what the endpoint throws */
const askChain = async (
  { probe }: Endpoint,
  timeoutMs: number,
  replyBytes: number,
): Promise<bigint> => {
  const { id, text } = await probe(chainIdCall, timeoutMs, createMemoryBudget(replyBytes));
  const { result } = parseReply(id, text);
  const isNumber = typeof result === 'string' && /^0x[\da-f]{1,64}$/i.test(result);
  return isNumber ? BigInt(result) : fail('upstream', 'An upstream node tells of no chain.');
};

export type NodeEvents = {
  /** At the start. */
  onNoNode: (reasons: readonly string[]) => void;
  onChain: (chainId: bigint) => void;
  onForeign: (name: string, chainId: bigint) => void;
};

const probeMs = 3_000;
/** Between two looks at nodes of which none has answered yet. */
const againMs = 5_000;
/** So long a call waits for what a node says of its chain, where it can go to another one. */
const hurriedMs = 500;

/** The node has answered, even if with an error. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind !== 'upstream';

type ChainOptions = {
  replyBytes: number;
  events?: NodeEvents | undefined;
  /** The chain that the nodes must be of; that of the first one that answers if absent. */
  chainId?: bigint | undefined;
};

/** The chain of each node, asked for at the start, after each new connection, and after a failure. */
export const createChainCheck = (
  nodes: readonly Node[],
  { replyBytes, events, chainId: wanted }: ChainOptions,
) => {
  let chainId = wanted;
  const hear = (node: Node, found: bigint): void => {
    chainId ??= found;
    const before = node.told;
    if (found === chainId && nodes.every(({ told }) => told === undefined)) events?.onChain(found);
    node.told = found;
    node.isOfChain = found === chainId;
    if (node.isOfChain) return;
    if (found !== before) events?.onForeign(node.name, found);
    throw new Error(`${node.name} is of chain ${found}, others of chain ${chainId}.`);
  };

  /** One question for all who wait for it. */
  const checkForAll = (node: Node): Promise<void> => {
    node.checking ??= askChain(node.endpoint, probeMs, replyBytes)
      .then((found) => hear(node, found))
      .finally(() => {
        node.checking = undefined;
      });
    return node.checking;
  };

  /**
   * A call may fail because of what the caller sent, which must not block the node for others: a
   * request of our own determines whether the node is healthy.
   */
  const probe = (node: Node): Promise<void> => {
    node.probing ??= checkForAll(node)
      .then(node.breaker.succeeded, (error) =>
        isAnswer(error) ? node.breaker.succeeded() : node.breaker.failed(),
      )
      .finally(() => {
        node.probing = undefined;
      });
    return node.probing;
  };

  /** A hanging node must not delay calls that another node can answer. */
  const patienceMs = (node: Node): number =>
    nodes.some((one) => one !== node && one.isOfChain) ? hurriedMs : probeMs;

  return {
    chainId: () => chainId,
    probe,
    check: checkForAll,
    /** Each new connection may lead to another node, behind a load balancer. */
    require: async (node: Node): Promise<void> => {
      if (node.isOfChain) return;
      const ms = patienceMs(node);
      const once = () =>
        withTimeout(
          ms,
          checkForAll(node).then(() => true),
          false,
        );
      if (node.checking !== undefined && ms === probeMs) {
        // It may have been sent before the node became well.
        if (await once().catch(() => false)) return;
        await node.checking?.catch(() => undefined);
      }
      if (!(await once())) throw lateError();
    },
  };
};

/**
 * Asks all nodes for their chain, at once, so that one that hangs holds up no other. Where none
 * answers, asks again until one does. @returns a function that ends that
 *
 * @throws where two nodes differ
 */
export const findChain = async (
  nodes: readonly Node[],
  { chainId, check, probe }: ReturnType<typeof createChainCheck>,
  events?: NodeEvents,
): Promise<() => void> => {
  const looks = await Promise.allSettled(nodes.map(check));
  if (nodes.some(({ told }) => told !== undefined && told !== chainId())) {
    const chains = nodes.map((node) => `${node.name} of ${node.told ?? 'none yet'}`);
    throw new Error(`The nodes are not all of chain ${chainId()}: ${chains.join(', ')}.`);
  }
  const isKnown = (): boolean => nodes.some(({ told }) => told !== undefined);
  if (isKnown()) return () => undefined;
  const reasons = looks.map((look) => (look.status === 'rejected' ? getReason(look.reason) : ''));
  events?.onNoNode(nodes.map(({ name }, index) => `${name}: ${reasons[index]}`));
  const looking = setInterval(() => {
    if (isKnown()) clearInterval(looking);
    else nodes.forEach(probe);
  }, againMs).unref();
  return () => clearInterval(looking);
};
