import type { CreditMeter } from './creditMeter';
import type { Endpoint } from './endpoint';
import { getFailure, member } from './failure';
import type { Post } from './http';
import type { RpcError, RpcReply, RpcRequest } from './rpcMessage';

type JsonRpc = {
  /**
   * Sends batches of up to MAX_BATCH requests, or single requests in parallel if the endpoint
   * refuses batches, which is remembered. Replies are matched by id, in the order of the requests.
   * @throws what `post` throws
   */
  ask(endpoint: Endpoint, post: Post, requests: readonly RpcRequest[]): Promise<RpcReply[]>;
};

/** Requests in a batch: the default limit of common nodes. */
export const MAX_BATCH = 100;
/** Public nodes accept at least this many; a longer batch that is refused is split in halves. */
const LEAST_BATCH = 20;
/** Browsers open about this many connections to one host. */
const MAX_PARALLEL = 6;

type Numbered = RpcRequest & { readonly jsonrpc: '2.0'; readonly id: number };

/** One HTTP request. */
const createSend =
  (meter: CreditMeter | undefined) =>
  async (post: Post, group: readonly Numbered[]): Promise<unknown> => {
    try {
      const reply = await post(JSON.stringify(group.length === 1 ? group[0] : group));
      meter?.answered(group, repliesTo(group, reply));
      return reply;
    } catch (error) {
      const { status = 404 } = getFailure(error) ?? {};
      // No service counts a request to a path that does not exist.
      if (status !== 404) meter?.refused(status);
      throw error;
    }
  };

/** Asks for each alone, several at a time; after a failure, for no more. */
async function askEach(
  requests: readonly Numbered[],
  askOne: (request: Numbered) => Promise<RpcReply[]>,
): Promise<RpcReply[]> {
  const replies: RpcReply[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index];
      if (!request) break;
      try {
        const [reply] = await askOne(request);
        if (reply) replies[index] = reply;
      } catch (error) {
        next = requests.length;
        throw error;
      }
    }
  };
  await allOf(Array.from({ length: MAX_PARALLEL }, worker));
  return replies;
}

/** In groups of at most this size. */
export const chunk = <T>(list: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

/** @param options.meter counts each HTTP request, as the server does */
export function createJsonRpc({
  meter,
}: {
  readonly meter?: CreditMeter | undefined;
} = {}): JsonRpc {
  const send = createSend(meter);
  const unbatched = new Set<string>();
  /** By URL, for endpoints that refused a larger batch. */
  const batchSizes = new Map<string, number>();
  let lastId = 0;

  async function askGroup(
    endpoint: Endpoint,
    post: Post,
    group: readonly Numbered[],
  ): Promise<RpcReply[]> {
    const askOne = async (request: Numbered) => repliesTo([request], await send(post, [request]));
    const [first] = group;
    if (first && group.length === 1) return askOne(first);
    if (unbatched.has(endpoint.url)) return askEach(group, askOne);
    const reply = await send(post, group).catch((error: unknown) => {
      if (!refusesBatch(error)) throw error;
    });
    if (Array.isArray(reply) && !everyRefused(reply)) return repliesTo(group, reply);
    const error = readError(reply);
    if (error && isRateLimit(error)) return group.map(() => ({ error }));
    if (group.length > LEAST_BATCH) return askHalves(endpoint, post, group);
    // An endpoint that refuses everything looks the same, so this is remembered only after replies.
    const replies = await askEach(group, askOne);
    unbatched.add(endpoint.url);
    return replies;
  }

  async function askHalves(
    endpoint: Endpoint,
    post: Post,
    group: readonly Numbered[],
  ): Promise<RpcReply[]> {
    const middle = Math.ceil(group.length / 2);
    batchSizes.set(endpoint.url, Math.min(middle, batchSizes.get(endpoint.url) ?? middle));
    const first = await askGroup(endpoint, post, group.slice(0, middle));
    return [...first, ...(await askGroup(endpoint, post, group.slice(middle)))];
  }

  return {
    async ask(endpoint, post, requests) {
      const numbered = requests.map(({ method, params }): Numbered => {
        lastId += 1;
        return { jsonrpc: '2.0', id: lastId, method, params };
      });
      const groups = chunk(numbered, batchSizes.get(endpoint.url) ?? MAX_BATCH);
      const replies = await allOf(groups.map((group) => askGroup(endpoint, post, group)));
      return replies.flat();
    },
  };
}

/** Waits for all, even if one fails: a retry would send and pay for those in flight twice. */
async function allOf<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

const repliesTo = (group: readonly Numbered[], reply: unknown): RpcReply[] =>
  matchReplies(
    group.map(({ id }) => id),
    group.length > 1 && Array.isArray(reply) ? reply : [reply],
  );

/**
 * The reply to each id, in the order of `ids`. Errors without an id are for requests that the
 * server could not parse: those without a reply if there are as many, or a single one for all.
 */
export function matchReplies(ids: readonly number[], replies: readonly unknown[]): RpcReply[] {
  const unread = replies.flatMap((reply) => {
    const error = member(reply, 'id') === null && readError(reply);
    if (error) return [error];
    return [];
  });
  const repliesById = new Map<unknown, unknown[]>(ids.map((id) => [id, []]));
  for (const reply of replies) repliesById.get(member(reply, 'id'))?.push(reply);
  const open = ids.filter((id) => repliesById.get(id)?.length === 0);
  const isOfAll = unread.length === 1 && open.length === ids.length;
  function errorOf(id: number): RpcError | undefined {
    if (isOfAll) return unread[0];
    if (open.length === unread.length) return unread[open.indexOf(id)];
    return undefined;
  }
  return ids.map((id) => {
    const error = errorOf(id);
    if (error) return { error };
    return replyIn(repliesById.get(id) ?? []);
  });
}

function replyIn(ownReplies: readonly unknown[]): RpcReply {
  const [reply] = ownReplies;
  if (ownReplies.length === 0) return { fault: 'It left the request without an answer.' };
  if (ownReplies.length > 1) return { fault: 'It answered the request twice.' };
  if (member(reply, 'jsonrpc') !== '2.0') return { fault: 'It does not speak JSON-RPC 2.0.' };
  const result = member(reply, 'result');
  const error = readError(reply);
  if (error && (result === undefined || result === null)) return { error };
  if (result !== undefined && (member(reply, 'error') ?? null) === null) return { result };
  return { fault: 'It sent neither a result nor an error, or both.' };
}

export function readError(reply: unknown): RpcError | undefined {
  const error = member(reply, 'error');
  const code = member(error, 'code');
  const message = member(error, 'message');
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string')
    return undefined;
  return { code, message, data: member(error, 'data') };
}

/** Request limits, as providers send them with HTTP 200. */
export const isRateLimit = ({ code }: RpcError): boolean => [-32005, 402, 429].includes(code);

/** An HTTP 4xx other than those for an unknown address or a rejected key. */
function refusesBatch(error: unknown): boolean {
  const failure = getFailure(error);
  return failure?.fault === 'refused' && ![401, 404, 410].includes(failure.status ?? 0);
}

const refusals: readonly unknown[] = [-32600, -32700];

/** An array in which every reply is an invalid-request or parse error. */
const everyRefused = (replies: readonly unknown[]): boolean =>
  replies.length > 0 && replies.every((reply) => refusals.includes(readError(reply)?.code));
