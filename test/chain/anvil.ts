import { createRequire } from 'node:module';
import { startChild } from '../../scripts/start/child';

export type Anvil = {
  url: string;
  /** A call of the node itself, such as anvil_mine. */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
};

/** An Ethereum node for tests, on a free port. */
export async function startAnvil(...args: readonly string[]): Promise<Anvil> {
  const require = createRequire(import.meta.url);
  const program = require.resolve('@foundry-rs/anvil/bin.mjs');
  const { promise, resolve, reject } = withResolvers<string>();
  const child = startChild({
    command: process.execPath,
    args: [program, '--host', '127.0.0.1', '--port', '0', ...args],
    onLine: (line) => {
      const [, port] = /Listening on 127\.0\.0\.1:(\d+)/u.exec(line) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    },
  });
  void child.exited.then(() => reject(new Error(`anvil ended.\n${child.tail()}`)));
  const url = await promise;
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
    stop: child.stop,
  };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
