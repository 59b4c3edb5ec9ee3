import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';

/** A request as the wallet gets it and the reply as the site gets it, both as JSON. */
export type WireExample = {
  request: {
    method: string;
    params: { snapId: string; request: { method: string; params?: Record<string, unknown> } };
  };
  reply: { result: unknown } | { error: unknown };
};

const recorded = JSON.parse(
  readFileSync(join(root, 'scripts/build/wireExamples.json'), 'utf8'),
) as readonly WireExample[];

/** Request and reply recorded by `test/node/wireExamples.test.ts`, which fails if there are none. */
export const findWireExample = (method: string): WireExample | undefined =>
  recorded.find(({ request }) => request.params.request.method === method);

/** The same as an example of OpenRPC, which has no place for errors: then there is none. */
export function openrpcExamples(method: string) {
  const { request, reply } = findWireExample(method) ?? {};
  if (!request || !reply || !('result' in reply)) return [];
  const { params = {} } = request.params.request;
  return [
    {
      name: 'recorded',
      description: 'As it went over the wire in a test; … stands for what is too long.',
      params: Object.entries(params).map(([name, value]) => ({ name, value })),
      result: { name: 'result', value: reply.result },
    },
  ];
}
