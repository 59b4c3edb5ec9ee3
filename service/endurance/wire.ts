import { createCreditMeter } from '@xnet/clients/transport/creditMeter';
import { member } from '@xnet/clients/transport/failure';
import { matchReplies } from '@xnet/clients/transport/jsonRpc';
import type { RpcReply, RpcRequest } from '@xnet/clients/transport/rpcMessage';
import WebSocket from 'ws';
import type { Books, Target } from './books';

type Numbered = RpcRequest & { id: number };

const requestsIn = (body: unknown): Numbered[] => [JSON.parse(String(body)) as Numbered].flat();

/** The runtime's `fetch`, whose every request and reply is entered in the books of its key. */
export const watchFetch =
  (books: Books, targetOf: (url: string) => Target): typeof fetch =>
  async (url, init) => {
    const request = books.begin(targetOf(String(url)), requestsIn(init?.body));
    try {
      const response = await fetch(url, init);
      const body = await response.text();
      request.end(Number(response.headers.get('x-credits-used')), response.status);
      return new Response(body, response);
    } catch (error) {
      request.fail(member(member(error, 'cause'), 'code') === 'ECONNREFUSED');
      throw error;
    }
  };

/** Credits that the replies of a WebSocket account for: nothing else says what they have cost. */
const creditsOf = (requests: readonly RpcRequest[], replies: readonly RpcReply[]): number => {
  const meter = createCreditMeter();
  meter.answered(requests, replies);
  return meter.used();
};

/** The status that all replies name, as of a request that was refused as a whole. */
const statusOf = (replies: readonly RpcReply[]): number => {
  const [first, ...others] = new Set(
    replies.map((reply) => member(member(member(reply, 'error'), 'data'), 'status')),
  );
  if (typeof first === 'number' && others.length === 0) return first;
  return 200;
};

/** A WebSocket, whose every request and reply is entered in the books of its key. */
export const watchSocket = (books: Books, target: Target, url: string) => {
  const socket = new WebSocket(url);
  type Open = { ids: number[]; requests: Numbered[]; entry: ReturnType<Books['begin']> };
  const open = new Map<number, Open>();
  const send = socket.send.bind(socket);
  socket.addEventListener('message', ({ data }) => {
    const answers = [JSON.parse(String(data)) as unknown].flat();
    const group = open.get(Number(member(answers[0], 'id')));
    if (group === undefined) return;
    for (const id of group.ids) open.delete(id);
    const replies = matchReplies(group.ids, answers);
    group.entry.end(creditsOf(group.requests, replies), statusOf(replies));
  });
  socket.addEventListener('close', () => {
    for (const { entry } of new Set(open.values())) entry.fail(false);
    open.clear();
  });
  return Object.assign(socket, {
    send: (text: string): void => {
      const requests = requestsIn(text);
      const ids = requests.map(({ id }) => id);
      const group = { ids, requests, entry: books.begin(target, requests) };
      for (const id of ids) open.set(id, group);
      send(text);
    },
  });
};
