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

/** The result of a call that is answered in front of a node; undefined for any other. */
export type AnswerTo = (call: NodeCall) => unknown;

/** As a node sends them that admits browsers, which ask first whether they may send JSON. */
export const ownHeaders = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
} as const;

/** A request in two parts: what its node is asked, and what is answered in front of it. */
export type SplitRequest = {
  /** The body for the node; undefined if nothing is left to ask. */
  rest: Buffer | undefined;
  /** The answer to the whole request, given that of the node. */
  join: (answered?: Buffer) => Buffer;
};

/** Splits a request; one without JSON, such as a preflight, is the node's. */
export function splitRequest(body: Buffer, answerTo: AnswerTo): SplitRequest {
  const asked = parse(body);
  const calls = [asked ?? []].flat();
  const own = calls.flatMap((call) => {
    const result = answerTo(call);
    return result === undefined ? [] : [{ jsonrpc: '2.0', id: call.id, result }];
  });
  if (own.length === 0) return { rest: body, join: (answered = Buffer.from('')) => answered };
  const others = calls.filter(({ id }) => !own.some((answer) => answer.id === id));
  return {
    rest: others.length === 0 ? undefined : Buffer.from(JSON.stringify(others)),
    join(answered = Buffer.from('[]')) {
      const all = [...own, ...JSON.parse(`${answered}`)];
      return Buffer.from(JSON.stringify(Array.isArray(asked) ? all : all[0]));
    },
  };
}

function parse(body: Buffer): NodeCall | NodeCall[] | undefined {
  try {
    return JSON.parse(`${body}`);
  } catch {
    return undefined;
  }
}
