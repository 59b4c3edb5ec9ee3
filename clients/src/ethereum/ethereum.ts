import { ModuleError } from '../errors';
import type { RpcError, RpcReply } from '../transport/rpcMessage';
import type { RpcTransport } from '../transport/rpcTransport';
import type { EthCall } from './method';

export type EthOutcome<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly error: ModuleError };
type EthOutcomes<C extends readonly EthCall[]> = {
  readonly [I in keyof C]: C[I] extends EthCall<infer R> ? EthOutcome<R> : never;
};

/** An Ethereum node, over HTTP or a WebSocket. */
export type EthereumNode = {
  /** Sends all calls together; each has its own outcome. @throws if there is no response */
  batch<const C extends readonly EthCall[]>(calls: C): Promise<EthOutcomes<C>>;
  /** @throws nodeUnavailable, nodeFault, limitExceeded, invalidParams */
  read<R>(call: EthCall<R>): Promise<R>;
};

/**
 * A client of an Ethereum node over a transport.
 * @example const http = createHttp({ fetch });
 * const node = createEthereumNode(httpRpc({ http, endpoints: [{ url }] }));
 */
export function createEthereumNode(transport: RpcTransport): EthereumNode {
  async function batch(calls: readonly EthCall[]): Promise<EthOutcome<unknown>[]> {
    const replies = await transport.ask(calls);
    return calls.map((call, index) => ethOutcome(call, replies[index]));
  }
  return {
    // The outcomes are in the order of the calls, each parsed by the call's own `readResult`.
    batch: <const C extends readonly EthCall[]>(calls: C) =>
      batch(calls) as Promise<EthOutcomes<C>>,
    async read<R>(call: EthCall<R>) {
      const [outcome] = await batch([call]);
      if (!outcome?.ok) throw outcome?.error;
      return outcome.value as R;
    },
  };
}

function ethOutcome(call: EthCall, reply: RpcReply = { fault: 'No answer.' }): EthOutcome<unknown> {
  try {
    if ('result' in reply) return { ok: true, value: call.readResult(reply.result) };
    if ('error' in reply) return { ok: false, error: ethError(call, reply.error) };
    return { ok: false, error: new ModuleError('nodeFault', `${call.method}: ${reply.fault}`) };
  } catch (error) {
    if (error instanceof ModuleError) return { ok: false, error };
    throw error;
  }
}

/** Maps codes of EIP-1474; the reason is the node's own text. */
function ethError(call: EthCall, { code, message }: RpcError): ModuleError {
  const data = { nodeCode: code, reason: message.slice(0, 500) };
  const kind = code === -32602 ? 'invalidParams' : 'nodeFault';
  return new ModuleError(kind, `${call.method}: the node refused it.`, data);
}
