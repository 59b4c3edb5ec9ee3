import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type NodeCall = {
  id: number;
  method: string;
  params: {
    class_hash?: string;
    contract_address?: string;
    key?: string;
    request?: { contract_address: string; entry_point_selector: string; calldata: string[] };
  };
};

/** In front of a node: answers some calls itself, and passes on all others. */
export async function startAnswering(target: string, answerTo: (call: NodeCall) => unknown) {
  const headers = { 'content-type': 'application/json' };
  const pass = async (calls: readonly NodeCall[]): Promise<{ id: number }[]> => {
    if (calls.length === 0) return [];
    const reply = await fetch(target, { method: 'POST', headers, body: JSON.stringify(calls) });
    return reply.json();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as NodeCall | NodeCall[];
      const calls = [asked].flat();
      const own = calls.flatMap((call) => {
        const result = answerTo(call);
        return result === undefined ? [] : [{ jsonrpc: '2.0', id: call.id, result }];
      });
      const isOwn = ({ id }: NodeCall) => own.some((answer) => answer.id === id);
      const replies = await pass(calls.filter((call) => !isOwn(call))).catch(() => undefined);
      if (replies === undefined) return response.destroy();
      const all = [...own, ...replies];
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(asked) ? all : all[0]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/rpc`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
