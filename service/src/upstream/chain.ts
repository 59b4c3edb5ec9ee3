import { fail } from '../errors';
import { singleFlight } from '../singleFlight';
import { type Endpoint, NodeFault } from './jsonRpc';
import { isPause, type Node, pauseNode, suspectNode } from './node';
import { getReason, isAnswer } from './reasons';
import { askEndpoint } from './replies';

/** @throws `upstream` where it tells none, a `NodeFault` where it refuses, and what the endpoint throws */
const askChain = async (endpoint: Endpoint, bytesAtMost: number): Promise<bigint> => {
  const question = { method: 'eth_chainId', timeoutMs: probeMs, bytesAtMost };
  const result = await askEndpoint(endpoint, question);
  const isNumber = typeof result === 'string' && /^0x[\da-f]{1,64}$/i.test(result);
  if (isNumber) return BigInt(result);
  return fail('upstream', 'An upstream node tells of no chain.');
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

type ChainOptions = {
  replyBytes: number;
  events?: NodeEvents | undefined;
  /** The chain that the nodes must be of; that of the first one that answers if absent. */
  chainId?: bigint | undefined;
};

/** The chain of each node, asked for at the start, after each new connection, and after a failure. */
export const createChainCheck = (
  nodes: readonly Node[],
  { replyBytes, events, chainId: wantedId }: ChainOptions,
) => {
  let chainId = wantedId;
  const hear = (node: Node, nodeChainId: bigint): void => {
    chainId ??= nodeChainId;
    const formerId = node.reportedChainId;
    if (
      nodeChainId === chainId &&
      nodes.every(({ reportedChainId }) => reportedChainId === undefined)
    )
      events?.onChain(nodeChainId);
    node.reportedChainId = nodeChainId;
    node.isOfChain = nodeChainId === chainId;
    if (node.isOfChain) return;
    node.era += 1;
    node.head = undefined;
    node.final = undefined;
    if (nodeChainId !== formerId) events?.onForeign(node.name, nodeChainId);
    throw new Error(`${node.name} is of chain ${nodeChainId}, others of chain ${chainId}.`);
  };

  const check = singleFlight(async (node: Node): Promise<void> => {
    hear(node, await askChain(node.endpoint, replyBytes));
  });

  /**
   * A call may fail because of what the caller sent, which must not block the node for others: a
   * request of our own determines whether the node is healthy.
   */
  const probe = singleFlight((node: Node): Promise<void> => {
    node.isProbed = true;
    const checking = check(node).then(node.breaker.succeeded, (error) => {
      if (error instanceof NodeFault && isPause(error.fault)) {
        pauseNode(node, error.fault, error.pauseMs);
      } else if (!isAnswer(error)) {
        // A node that hangs would hold up each call for a second.
        if ((error as Error).name === 'TimeoutError') suspectNode(node, 'node');
        return node.breaker.failed();
      }
      return node.breaker.succeeded();
    });
    return checking.finally(() => {
      node.isProbed = false;
    });
  });

  return {
    chainId: () => chainId,
    probe,
    check,
    /** Each new connection may lead to another node, behind a load balancer. */
    require: async (node: Node): Promise<void> => {
      if (node.isOfChain) return;
      const underWay = check.underWay(node);
      // It may have been sent before the node became well.
      await (underWay === undefined ? check(node) : underWay.catch(() => check(node)));
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
  if (
    nodes.some(
      ({ reportedChainId }) => reportedChainId !== undefined && reportedChainId !== chainId(),
    )
  ) {
    const chains = nodes.map((node) => `${node.name} of ${node.reportedChainId ?? 'none yet'}`);
    throw new Error(`The nodes are not all of chain ${chainId()}: ${chains.join(', ')}.`);
  }
  const isKnown = (): boolean => nodes.some(({ reportedChainId }) => reportedChainId !== undefined);
  if (isKnown()) return () => undefined;
  const reasons = looks.map((look) => (look.status === 'rejected' ? getReason(look.reason) : ''));
  events?.onNoNode(nodes.map(({ name }, index) => `${name}: ${reasons[index]}`));
  const looking = setInterval(() => {
    if (isKnown()) clearInterval(looking);
    else nodes.forEach(probe);
  }, againMs).unref();
  return () => clearInterval(looking);
};
