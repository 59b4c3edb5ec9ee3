import { errorKinds, fail, ModuleError } from '@xnet/clients/errors';
import type { Endpoint } from '@xnet/clients/transport/endpoint';
import { faults, getFailure } from '@xnet/clients/transport/failure';
import type { Http, Post } from '@xnet/clients/transport/http';
import { createJsonRpc } from '@xnet/clients/transport/jsonRpc';
import { readUrl, redactText, redactUrl } from '@xnet/clients/transport/redact';
import type { RpcReply } from '@xnet/clients/transport/rpcMessage';
import { READ } from '@xnet/clients/transport/rpcTransport';
import { findNetwork } from '../../schema/primitives';
import { specVersions, takeVersion } from '../../schema/specVersion';
import type { RemoteCall } from '../method';
import { isDuplicateTransaction, nodeError } from './nodeErrors';
import { starknet_chainId } from './starknet_chainId';
import { starknet_specVersion } from './starknet_specVersion';

export type Outcome<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly error: ModuleError };
type Outcomes<C extends readonly RemoteCall[]> = {
  readonly [I in keyof C]: C[I] extends RemoteCall<infer R> ? Outcome<R> : never;
};

/** Outcome of a send: the node's result, or that the node already had these very bytes. */
type SendOutcome<R> = (R & { readonly duplicate: false }) | { readonly duplicate: true };

/** The caller's deadline, if shorter than the node's own. */
export type Deadline = { readonly deadlineMs?: number };

/** The layer-2 node of a network, with one or more endpoints. */
export type StarknetNode = {
  readonly chainId: string;
  /** Host of the endpoint that responded last, to be named as the source of what was read. */
  source(): string;
  /** Version of the node API that this endpoint speaks, if it is newer than those known here. */
  newerVersion(): string | undefined;
  /**
   * Reads everything in one HTTP request. Never rejects: each call has its own outcome, and if no
   * endpoint served, all open ones have the same error. `deadlineMs` bounds the total time, however
   * many endpoints hang.
   */
  batch<const C extends readonly RemoteCall[]>(calls: C, deadline?: Deadline): Promise<Outcomes<C>>;
  /** @throws the error of that call */
  read<R>(call: RemoteCall<R>): Promise<R>;
  /**
   * Sends a signed transaction. Sends the same bytes again after a failure, since the network takes
   * a transaction only once, and to another endpoint after a refusal.
   * @throws transactionRejected, insufficientFunds, nonceTooLow, feeAboveLimit if every node that
   * responded refused it; else an error: `isAmbiguous` tells whether the transaction may have
   * arrived
   */
  send<R extends object>(call: RemoteCall<R>): Promise<SendOutcome<R>>;
};

const SEND = { deadlineMs: 60_000, attemptMs: 20_000 };
/** Limits after another endpoint has already refused. */
const SECOND = { deadlineMs: 20_000, attemptMs: 10_000 };

type NodeOptions = {
  readonly http: Http;
  readonly endpoints: readonly Endpoint[];
  readonly chainId: string;
};

/**
 * Keep one instance per network: it remembers which endpoints were verified and support batches.
 * @param chainId hex; endpoints that serve another chain are never used
 */
export function createStarknetNode(options: NodeOptions): StarknetNode {
  const { endpoints, chainId } = options;
  const connection = createConnection(options);
  let [answered] = endpoints;
  const batch = createBatch(connection, endpoints, (endpoint) => {
    answered = endpoint;
  });

  return {
    chainId,
    source: () => readUrl(answered?.url ?? '')?.host ?? '',
    newerVersion: () => answered && connection.newerVersion(answered),
    // Outcomes have the order of the calls; each call's own `readResult` parsed it.
    batch: <const C extends readonly RemoteCall[]>(calls: C, deadline?: Deadline) =>
      batch(calls, deadline) as Promise<Outcomes<C>>,
    async read<R>(call: RemoteCall<R>) {
      const [outcome] = await batch([call]);
      if (!outcome?.ok) throw outcome?.error;
      return outcome.value as R;
    },
    send: createSend(connection, endpoints),
  };
}

type Connection = ReturnType<typeof createConnection>;

/** Calls to endpoints that are verified to serve the right chain. */
function createConnection({ http, endpoints, chainId }: NodeOptions) {
  const rpc = createJsonRpc();
  /** With the version of the node API that each speaks. */
  const verified = new Map<Endpoint, string>();

  /** @throws nodeUnavailable at once if there is no endpoint */
  const failover: Http['failover'] = async (chosen, budget, attempt) => {
    if (endpoints.length === 0)
      fail('nodeUnavailable', `No node is set for ${findNetwork(chainId)?.name}.`);
    return http.failover(chosen, budget, attempt);
  };

  /** Responses in the order of the calls, from an endpoint verified to serve the right chain. */
  async function ask(endpoint: Endpoint, post: Post, calls: readonly RemoteCall[]) {
    try {
      if (verified.has(endpoint)) return await rpc.ask(endpoint, post, calls);
      const probes = [starknet_chainId(), starknet_specVersion()] as const;
      const [chain, version, ...replies] = await rpc.ask(endpoint, post, [...probes, ...calls]);
      const servedChainId = resultOf(probes[0], chain, endpoint);
      if (BigInt(servedChainId) !== BigInt(chainId))
        fail('wrongChain', `${redactUrl(endpoint.url)} serves ${servedChainId}, not ${chainId}.`);
      const spoken = resultOf(probes[1], version, endpoint);
      if (takeVersion(spoken) === 'unsupported') {
        const needed = specVersions.join(' or ');
        fail('nodeFault', `It speaks version ${spoken} of the node API; ${needed} is needed.`);
      }
      verified.set(endpoint, spoken);
      return replies;
    } catch (error) {
      forgetAfter(error, endpoint);
      throw error;
    }
  }

  /** After a broken connection, another server may use the same address. */
  function forgetAfter(error: unknown, endpoint: Endpoint): void {
    const failure = getFailure(error);
    if (failure && faults[failure.fault].connection) verified.delete(endpoint);
  }

  const newerVersion = (endpoint: Endpoint): string | undefined => {
    const version = verified.get(endpoint);
    if (version !== undefined && takeVersion(version) === 'newer') return version;
    return undefined;
  };

  return { failover, ask, rpc, verified, forgetAfter, newerVersion };
}

/** Splits a short deadline, so that a hanging endpoint leaves time for the next one. */
function budgetOf({ deadlineMs = READ.deadlineMs }: Deadline, endpoints: readonly Endpoint[]) {
  const share = endpoints.length > 1 ? deadlineMs / 2 : deadlineMs;
  return {
    deadlineMs: Math.min(deadlineMs, READ.deadlineMs),
    attemptMs: Math.min(share, READ.attemptMs),
  };
}

/** Reads; `served` learns which endpoint has responded. */
const createBatch =
  (
    { failover, ask, newerVersion }: Connection,
    endpoints: readonly Endpoint[],
    noteServed: (endpoint: Endpoint) => void,
  ) =>
  async (calls: readonly RemoteCall[], deadline: Deadline = {}): Promise<Outcome<unknown>[]> => {
    const outcomes: Outcome<unknown>[] = [];
    if (calls.some((call) => !call.idempotent)) fail('internal', 'A send is not to be batched.');
    if (calls.length === 0) return outcomes;
    // Calls that one endpoint could not serve go to the next one; the others are settled.
    let open = calls.map((call, index) => ({ call, index }));
    try {
      await failover(endpoints, budgetOf(deadline, endpoints), async (endpoint, post) => {
        const attempted = open;
        const replies = await ask(
          endpoint,
          post,
          attempted.map(({ call }) => call),
        );
        attempted.forEach(({ call, index }, position) => {
          outcomes[index] = outcomeOf(call, replies[position], endpoint, newerVersion(endpoint));
        });
        open = attempted.filter(({ index }) => isEndpointsFault(outcomes[index]));
        noteServed(endpoint);
        const [first] = open;
        const unsettled = first && outcomes[first.index];
        if (unsettled && !unsettled.ok) throw unsettled.error;
      });
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error;
      for (const { index } of open) outcomes[index] ??= { ok: false, error };
    }
    return outcomes;
  };

const createSend = (
  { failover, ask, rpc, verified, forgetAfter }: Connection,
  endpoints: readonly Endpoint[],
): StarknetNode['send'] =>
  async function send<R extends object>(call: RemoteCall<R>): Promise<SendOutcome<R>> {
    let ambiguous = false;
    let lastEndpoint: Endpoint | undefined;
    const sendTo = (chosen: readonly Endpoint[], budget = SEND) =>
      failover(chosen, budget, async (endpoint, post): Promise<SendOutcome<R>> => {
        lastEndpoint = endpoint;
        if (!verified.has(endpoint)) await ask(endpoint, post, []);
        try {
          const [reply] = await rpc.ask(endpoint, post, [call]);
          return { ...resultOf(call, reply, endpoint), duplicate: false };
        } catch (error) {
          forgetAfter(error, endpoint);
          if (isDuplicateTransaction(error)) return { duplicate: true };
          ambiguous ||= mayHaveArrived(error);
          throw error;
        }
      });
    try {
      return await sendTo(endpoints).catch(async (error) => {
        // A node's refusal may be a lie or its own fault, so another one is tried, too.
        const otherEndpoints = endpoints.filter((endpoint) => endpoint !== lastEndpoint);
        if (ambiguous || !isRefusal(error) || otherEndpoints.length === 0) throw error;
        return sendTo(otherEndpoints, SECOND).catch(() => {
          throw error;
        });
      });
    } catch (error) {
      if (!ambiguous || !(error instanceof ModuleError)) throw error;
      // Even a refusal proves nothing then: the first copy of these bytes also uses up the nonce.
      const detail = 'The transaction may have arrived: follow its hash before sending it anew.';
      throw new ModuleError(
        'nodeUnavailable',
        detail,
        { ...error.data, ambiguous },
        { cause: error },
      );
    }
  };

/** @throws the error in the response, or nodeFault if it is unusable */
function resultOf<R>(call: RemoteCall<R>, reply: RpcReply | undefined, endpoint: Endpoint): R {
  const host = redactUrl(endpoint.url);
  if (!reply || 'fault' in reply)
    return fail('nodeFault', `${host}, ${call.method}: ${reply?.fault ?? 'No answer.'}`);
  if ('error' in reply) throw nodeError(reply.error, call, (text) => redactText(text, endpoint));
  return call.readResult(reply.result);
}

function outcomeOf<R>(
  call: RemoteCall<R>,
  reply: RpcReply | undefined,
  endpoint: Endpoint,
  newerVersion: string | undefined,
): Outcome<R> {
  try {
    return { ok: true, value: resultOf(call, reply, endpoint) };
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    if (newerVersion === undefined || error.kind !== 'nodeFault') return { ok: false, error };
    return { ok: false, error: ofNewerVersion(error, newerVersion) };
  }
}

/** The same error with what may be its cause. */
function ofNewerVersion({ kind, message, data, cause }: ModuleError, version: string): ModuleError {
  const detail = message.replace(errorKinds[kind].meaning, '').trim();
  const versionHint = `It speaks version ${version} of the node API, which is newer than this module.`;
  return new ModuleError(kind, `${versionHint} ${detail}`.trim(), data, { cause });
}

/** True if another endpoint may succeed with this call. */
const isEndpointsFault = (outcome: Outcome<unknown> | undefined): boolean =>
  outcome?.ok === false && ['nodeFault', 'limitExceeded'].includes(outcome.error.kind);

/** Whether a node rejected the transaction itself. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ModuleError &&
  !['nodeUnavailable', 'nodeFault', 'limitExceeded', 'wrongChain'].includes(error.kind);

/** Whether these bytes may have been sent: anything but a clear refusal by node or gateway. */
function mayHaveArrived(error: unknown): boolean {
  const failure = getFailure(error);
  if (failure) return faults[failure.fault].heard === 'maybe';
  if (!(error instanceof ModuleError) || error.kind !== 'nodeFault') return false;
  const { nodeCode } = error.data;
  // Protocol errors mean that the request was not executed; -32603 and others do not.
  return nodeCode === undefined || ![-32600, -32601, -32700].includes(nodeCode);
}
