import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { connectInTime } from '../../test/connectNodes';
import { routingNode } from '../../test/routingNode';
import { type Disposal, dispose } from '../../test/testService';
import { openSubscriptions } from './subscriptions';

const undo: Disposal = [];
afterEach(() => dispose(undo));

type Answer = (id: number, socket: WebSocket, text: string) => void;
const reply = (id: number, result: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result });

/** A node that answers each call as given, after the request for its chain id. @returns its URL */
const nodeOf = async (
  answer: Answer,
  tellChain: Answer = (id, socket) => socket.send(reply(id, '0x1')),
  autoPong = true,
) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(data.toString()) as { id: number; method: string };
      if (method === 'eth_chainId') tellChain(id, socket, data.toString());
      else answer(id, socket, data.toString());
    }),
  );
  undo.push(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const subscribeTo = (...urls: string[]) => {
  const events: string[] = [];
  const lost = jest.fn();
  const subscriptions = openSubscriptions({
    urls: async () => urls.map((url) => ({ url, isAside: false })),
    chainId: async () => 1n,
    onEvent: (text) => events.push(text),
    onLost: lost,
  });
  undo.push(async () => subscriptions.close());
  return { subscriptions, events, lost };
};
const open = async (answer: Answer) => subscribeTo(await nodeOf(answer));
const subscribe = { id: 'mine', method: 'eth_subscribe', params: ['newHeads'] };

// @promise P24.1
it('passes over what a node sends that is no message', async () => {
  const { subscriptions, events } = await open((id, socket) => {
    for (const text of ['null', '7', '"x"', '[]', '[null]', '{', '{"params":null}', '{"id":{}}'])
      socket.send(text);
    // Cannot be converted to a number.
    socket.send('{"id":{"valueOf":1,"toString":1}}');
    socket.send(reply(id, '0x1'));
    socket.send('{"method":"eth_subscription","params":{"subscription":"0x1","result":1}}');
  });
  const replied = JSON.parse(await subscriptions.call(subscribe)) as object;
  expect(replied).toEqual({ jsonrpc: '2.0', id: 'mine', result: '0x1' });
  while (events.length === 0) await new Promise(setImmediate);
  expect(events).toHaveLength(1);
});

describe('an event', () => {
  const params = '{"subscription":"0x1","result":{"n": 12345678901234567890.10}}';
  const written = `{"jsonrpc":"2.0","method":"eth_subscription","params":${params}}`;
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  /** The events that reach the caller of what a node sends, and of the one after it. */
  const tell = async (text: string): Promise<string[]> => {
    const last = written.replace(/\{"n.*?\}/, '"last"');
    const { subscriptions, events } = await open((id, socket) => {
      socket.send(reply(id, '0x1'));
      for (const one of [text, last]) socket.send(one);
    });
    await subscriptions.call(subscribe);
    while (events.at(-1) !== last) await new Promise(setImmediate);
    return events.slice(0, -1);
  };

  // @promise P25.2
  it.each([
    written,
    ` {"params" : ${params} , "method":"eth_subscription","jsonrpc":"2.0" }`,
    `{"jsonrpc":"2.0","id":5,"result":"0x0","method":"eth_subscription","params":${params}}`,
    `{"id":1,"error":{"code":-32000},"method":"eth_subscription","params":${params}}`,
    `{"method":"eth_subscription","params":${params.replace('{', '{"id":5,"x":[{}],')},"id":null}`,
  ])(
    'reaches the caller without a member that is none of an event’s, and digit by digit: form %#',
    async (text) => {
      expect(await tell(text)).toEqual([written]);
    },
  );

  // @promise P25.2
  it.each([
    `{"method":"eth_subscription","params":${params},"params":${params}}`,
    `{"method":"eth_subscription","method":"eth_subscription","params":${params}}`,
    `{"method":"eth_subscription","params":${params.replace('{', '{"re\\u0073ult":1,')}}`,
    `{"method":"eth_subscription","params":${params.replace('{', '{"subscription":"0x1",')}}`,
    `{"method":"eth_subscription","params":{"subscription":"0x1","result":${deep}}}`,
    '{"method":"eth_subscription","params":{"subscription":"0x1"}}',
    '{"method":"eth_subscription","params":{"subscription":"0x2","result":1}}',
    `{"id":1,"result":"0x1","params":${params}}`,
    `[${written}]`,
  ])(
    'reaches nobody if parsers could read it in two ways, or it is none: form %#',
    async (text) => {
      expect(await tell(text)).toEqual([]);
    },
  );
});

it('tells a caller of a subscription no more than its id', async () => {
  const { subscriptions } = await open((id, socket) =>
    socket.send(`{"id":${id},"result":"0x1","method":"eth_subscription","params":{"a":1}}`),
  );
  const text = await subscriptions.call(subscribe);
  expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 'mine', result: '0x1' });
});

it('fails a call whose answer cannot be written again, and goes on', async () => {
  const deep = (id: number) =>
    `{"id":${id},"error":{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
  let answer = deep;
  const { subscriptions } = await open((id, socket) => socket.send(answer(id)));
  await expect(subscriptions.call(subscribe)).rejects.toMatchObject({ kind: 'upstream' });
  answer = (id) => reply(id, '0x1');
  expect(JSON.parse(await subscriptions.call(subscribe))).toMatchObject({ result: '0x1' });
});

// @promise P24.1
it('holds so many, those that wait for the node or go on at it among them', async () => {
  let answer = (id: number): unknown => `0x${id.toString(16)}`;
  const { subscriptions } = await open((id, socket) => socket.send(reply(id, answer(id))));
  const all = await Promise.allSettled(
    Array.from({ length: 150 }, () => subscriptions.call(subscribe)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  await expect(subscriptions.call(subscribe)).rejects.toMatchObject({ kind: 'tooMuch' });
  const unsubscribe = { method: 'eth_unsubscribe', params: ['0x1', 'one too many'] };
  answer = () => undefined;
  await subscriptions.call(unsubscribe);
  await expect(subscriptions.call(subscribe)).rejects.toMatchObject({ kind: 'tooMuch' });
  answer = () => true;
  await subscriptions.call(unsubscribe);
  await expect(subscriptions.call(subscribe)).resolves.toContain('result');
});

it('counts those that the node owes an answer to, and has it let go those of which it tells late', async () => {
  const owed: (() => void)[] = [];
  const asked: string[] = [];
  const answerNow = (id: number, socket: WebSocket): void =>
    socket.send(reply(id, `0x${id.toString(16)}`));
  let answer = (id: number, socket: WebSocket): unknown => owed.push(() => answerNow(id, socket));
  const { subscriptions, events } = await open((id, socket, text) => {
    asked.push(text);
    if (text.includes('eth_unsubscribe')) {
      // Until then it sends its events.
      const params = { subscription: JSON.parse(text).params[0] as string };
      socket.send(JSON.stringify({ method: 'eth_subscription', params }));
      socket.send(reply(id, true));
    } else answer(id, socket);
  });
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'setInterval'] });
  undo.push(async () => void jest.useRealTimers());
  const late = Promise.allSettled(Array.from({ length: 100 }, () => subscriptions.call(subscribe)));
  while (owed.length < 100) await new Promise(setImmediate);
  jest.advanceTimersByTime(10_000);
  for (const { status } of await late) expect(status).toBe('rejected');
  await expect(subscriptions.call(subscribe)).rejects.toMatchObject({ kind: 'tooMuch' });

  answer = answerNow;
  for (const tell of owed) tell();
  while (asked.length < 200) await new Promise(setImmediate);
  const letGo = asked.slice(100).map((text) => JSON.parse(text) as { params: string[] });
  expect(new Set(letGo.map(({ params }) => params[0]))).toHaveProperty('size', 100);
  for (let time = 0; time < 100; time += 1) {
    await expect(subscriptions.call(subscribe)).resolves.toContain('result');
  }
  await expect(subscriptions.call(subscribe)).rejects.toMatchObject({ kind: 'tooMuch' });
  expect(events).toEqual([]);
});

it.each<[string, Answer]>([
  ['of another chain', (id, socket) => socket.send(reply(id, '0x2'))],
  ['that tells none', (id, socket) => socket.send(reply(id, null))],
  ['that sends no reply', (_id, socket) => socket.send('<html>')],
  ['that ends', (_id, socket) => socket.terminate()],
])('asks nothing of a node %s', async (_which, tellChain) => {
  const asked: string[] = [];
  const answerAs =
    (name: string): Answer =>
    (id, socket) => {
      asked.push(name);
      socket.send(reply(id, name));
    };
  const other = await nodeOf(answerAs('other'), tellChain);
  const { subscriptions } = subscribeTo(other, await nodeOf(answerAs('right')));
  expect(JSON.parse(await subscriptions.call(subscribe))).toMatchObject({ result: 'right' });
  const alone = subscribeTo(other).subscriptions;
  await expect(alone.call(subscribe)).rejects.toMatchObject({ kind: 'upstream' });
  expect(asked).toEqual(['right']);
});

it('ends with a node that hangs, and not with one that has nothing to tell', async () => {
  const answer: Answer = (id, socket) => socket.send(reply(id, '0x1'));
  const pings: WebSocket[] = [];
  const quiet = await open((id, socket, text) =>
    answer(
      id,
      socket.on('ping', () => pings.push(socket)),
      text,
    ),
  );
  const url = await nodeOf(answer, undefined, false);
  const hanging = subscribeTo(url);
  for (const { subscriptions } of [quiet, hanging]) {
    void subscriptions.beat();
    await subscriptions.call(subscribe);
  }
  for (let beat = 1; beat <= 3; beat += 1) {
    void quiet.subscriptions.beat();
    while (pings.length < beat) await new Promise(setImmediate);
    // Everything the node sent before this response, including its pong, has arrived.
    await quiet.subscriptions.call(subscribe);
    void hanging.subscriptions.beat();
  }
  while (hanging.lost.mock.calls.length === 0) await new Promise(setImmediate);
  expect(quiet.lost).not.toHaveBeenCalled();
  expect(hanging.lost).toHaveBeenCalledTimes(1);
});

describe('the node of a subscription', () => {
  const connect = async (socketCount = 0) => {
    const [one, two] = [await routingNode(undo), await routingNode(undo)];
    const urls = [one.url, two.url];
    const socketUrls = urls.map((url) => url.replace('http', 'ws')).slice(0, socketCount);
    const { time, ...ethereum } = await connectInTime(undo, urls, { socketUrls });
    const nodes = [one, two];
    /** A caller, and the node that has its subscription. */
    const come = async () => {
      for (const { asked } of nodes) asked.length = 0;
      const lost = jest.fn();
      const subscriptions = openSubscriptions({
        urls: ethereum.socketUrls,
        chainId: ethereum.chainId,
        onEvent: () => undefined,
        onLost: lost,
      });
      undo.push(async () => subscriptions.close());
      await subscriptions.call(subscribe);
      return {
        place: nodes.findIndex(({ asked }) => asked.includes('eth_subscribe')),
        /** Whether it has lost its subscriptions at so many beats. */
        isLost: async (beats = 1): Promise<boolean> => {
          for (let beat = 0; beat < beats && lost.mock.calls.length === 0; beat += 1) {
            time.now += 2_000;
            await ethereum.look();
            await subscriptions.beat();
            // Everything until this reply has been sent and read.
            await subscriptions.call(subscribe).catch(() => undefined);
          }
          return lost.mock.calls.length > 0;
        },
      };
    };
    return { one, two, ethereum, time, come };
  };
  type Nodes = Awaited<ReturnType<typeof connect>>;
  const troubles: [string, (nodes: Nodes) => void, (nodes: Nodes) => void][] = [
    [
      'syncs',
      ({ one }) => {
        one.isSyncing = true;
      },
      ({ one }) => {
        one.isSyncing = false;
      },
    ],
    [
      'has not moved for a minute',
      ({ two, time }) => {
        two.head = 1_100;
        time.now += 61_000;
      },
      ({ one }) => {
        one.head = 1_100;
      },
    ],
  ];

  // @promise P30.2
  it.each(troubles)(
    'leaves the first one for the second one if it %s, and comes back',
    async (_which, begin, end) => {
      const nodes = await connect();
      const caller = await nodes.come();
      expect(caller.place).toBe(0);
      expect(await caller.isLost(2)).toBe(false);
      begin(nodes);
      expect(await caller.isLost(2)).toBe(true);
      const newCaller = await nodes.come();
      expect(newCaller.place).toBe(1);
      expect(await newCaller.isLost(2)).toBe(false);
      end(nodes);
      expect(await newCaller.isLost(2)).toBe(false);
      expect((await nodes.come()).place).toBe(0);
    },
  );

  it('stays with a node if the better one takes no WebSockets, and asks that again ten minutes later', async () => {
    const nodes = await connect();
    nodes.two.takesSockets = false;
    nodes.one.isSyncing = true;
    nodes.time.now += 2_000;
    const caller = await nodes.come();
    expect(caller.place).toBe(0);
    expect(await caller.isLost(19)).toBe(false);
    expect(await caller.isLost(2)).toBe(true);
  });

  it('keeps to the operator’s own WebSocket URLs, in their order', async () => {
    const nodes = await connect(2);
    nodes.one.isSyncing = true;
    nodes.time.now += 2_000;
    const caller = await nodes.come();
    expect(caller.place).toBe(0);
    expect(await caller.isLost(2)).toBe(false);
  });
});
