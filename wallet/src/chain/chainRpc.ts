import { isRecord } from '../record';

/** Requests to a node on this machine take no longer, unless something is wrong. */
const limitMs = 3_000;

/** The node answered, with an error. */
export class NodeError extends Error {}

/** Calls the local chain's node. @throws NodeError with its own message, or an Error if it is silent */
export async function askNode(url: string, method: string, params: object = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(limitMs),
  });
  const reply: unknown = await response.json();
  if (isRecord(reply) && isRecord(reply.error))
    throw new NodeError(`${method}: ${String(reply.error.message)}`);
  if (isRecord(reply)) return reply.result;
  return undefined;
}
