import { startAnvil as startNode } from '../../service/src/upstream/anvil';

export type Anvil = {
  url: string;
  /** Calls a method of the node itself, such as anvil_mine. */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
};

/** An Ethereum node for tests, on a free port. */
export async function startAnvil(): Promise<Anvil> {
  const { url, stop } = await startNode();
  return {
    url,
    async call(method, ...params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(url, { method: 'POST', headers, body });
      const { result, error } = (await reply.json()) as { result: unknown; error?: object };
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
    stop,
  };
}
