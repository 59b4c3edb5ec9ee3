import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Fault, type FaultServer, startFaultServer } from '../../../test/chain/faultServer';
import { createClock } from '../../../test/wallet/clock';
import { createHttp } from './http';
import { createJsonRpc, MAX_BATCH, matchReplies } from './jsonRpc';

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer((method, params) =>
    method === 'fails' ? { error: { code: 20, message: 'No' } } : { result: [method, params] },
  );
});
afterEach(() => server.stop());

function setUp() {
  const http = createHttp({ fetch, ...createClock() });
  const rpc = createJsonRpc();
  const endpoint = { url: server.url };
  const ask = (...methods: string[]) =>
    http.failover([endpoint], { deadlineMs: 60_000, rounds: 1 }, (_, post) =>
      rpc.ask(
        endpoint,
        post,
        methods.map((method) => ({ method, params: { of: method } })),
      ),
    );
  return { ask };
}
const answered = (...methods: string[]) =>
  methods.map((method) => ({ result: [method, { of: method }] }));

it('sends a single request as it is, without a batch', async () => {
  await expect(setUp().ask('one')).resolves.toEqual(answered('one'));
  expect(server.seen.map(({ batch }) => batch)).toEqual([false]);
});

it('sends several as one batch', async () => {
  await expect(setUp().ask('one', 'fails', 'two')).resolves.toEqual([
    ...answered('one'),
    { error: { code: 20, message: 'No', data: undefined } },
    ...answered('two'),
  ]);
  expect(server.seen.map(({ batch }) => batch)).toEqual([true]);
});

it('splits what is more than a batch may hold', async () => {
  const methods = Array.from({ length: 2 * MAX_BATCH + 1 }, (_, index) => `m${index}`);
  await expect(setUp().ask(...methods)).resolves.toEqual(answered(...methods));
  expect(server.seen.map(({ methods: { length } }) => length).sort((a, b) => b - a)).toEqual([
    MAX_BATCH,
    MAX_BATCH,
    1,
  ]);
});

it('halves a batch that is too long for the endpoint, and remembers what was taken', async () => {
  const { ask } = setUp();
  const methods = Array.from({ length: MAX_BATCH }, (_, index) => `m${index}`);
  server.script({ kind: 'status', status: 413 });
  await expect(ask(...methods)).resolves.toEqual(answered(...methods));
  await expect(ask(...methods)).resolves.toEqual(answered(...methods));
  const half = MAX_BATCH / 2;
  expect(server.seen.map((each) => each.methods.length)).toEqual([
    MAX_BATCH,
    half,
    half,
    half,
    half,
  ]);
});

it('matches replies by id in any order', async () => {
  server.script({ kind: 'reversedBatch' });
  await expect(setUp().ask('one', 'two', 'three')).resolves.toEqual(
    answered('one', 'two', 'three'),
  );
});

it('marks a request that the batch leaves out, and keeps the others', async () => {
  server.script({ kind: 'missingReply', index: 1 });
  await expect(setUp().ask('one', 'two', 'three')).resolves.toEqual([
    ...answered('one'),
    { fault: expect.stringContaining('without an answer') },
    ...answered('three'),
  ]);
});

it.each([1, 3])('refuses a reply with a wrong id (%s requests)', async (count) => {
  server.script({ kind: 'wrongId' });
  const replies = await setUp().ask(...['one', 'two', 'three'].slice(0, count));
  expect(replies).toEqual(Array(count).fill({ fault: expect.any(String) }));
});

it.each([
  ['neither result nor error', '{"jsonrpc":"2.0","id":1}'],
  ['result and error', '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"x"}}'],
  ['an error without a code', '{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}'],
  ['an error with half a code', '{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}'],
  ['another protocol', '{"id":1,"result":1}'],
  ['an id as text', '{"jsonrpc":"2.0","id":"1","result":1}'],
  ['null', 'null'],
  ['an array', '[]'],
])('refuses a reply that is %s', async (_, body) => {
  server.script({ kind: 'body', body });
  await expect(setUp().ask('one')).resolves.toEqual([{ fault: expect.any(String) }]);
});

// @promise P21.1
it('looks at each reply a few times only, however many a node sends to how many requests', () => {
  let looks = 0;
  const reply = (id: number) => ({
    jsonrpc: '2.0',
    result: id,
    get id() {
      looks += 1;
      return id;
    },
  });
  const ids = Array.from({ length: 100 }, (_, index) => index);
  const replies = [...ids.map(reply), ...Array.from({ length: 10_000 }, () => reply(0))];
  const [first, ...others] = matchReplies(ids, replies);
  expect(first).toEqual({ fault: 'It answered the request twice.' });
  expect(others).toEqual(ids.slice(1).map((id) => ({ result: id })));
  expect(looks).toBeLessThan(4 * replies.length);
});

it('waits for what is on its way before it fails: it would be asked and paid twice', async () => {
  let isOver = false;
  let answerLate = (_reply: unknown) => {};
  const post = (body: string) =>
    JSON.parse(body).length === MAX_BATCH
      ? Promise.reject(new Error('It broke.'))
      : new Promise((resolve) => (answerLate = resolve));
  const requests = Array.from({ length: MAX_BATCH + 2 }, () => ({ method: 'one', params: [] }));
  const asked = createJsonRpc().ask({ url: server.url }, post, requests);
  const failed = expect(asked.finally(() => (isOver = true))).rejects.toThrow('It broke.');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  answerLate([]);
  await failed;
});

it('assigns errors without an id to unanswered requests only if each has its own', () => {
  const unread = ['a', 'b'].map((message) => ({ id: null, error: { code: -32700, message } }));
  const [a, b] = unread.map(({ error }) => ({ error: { ...error, data: undefined } }));
  const unanswered = { fault: 'It left the request without an answer.' };
  expect(matchReplies([1, 2], unread)).toEqual([a, b]);
  expect(matchReplies([1, 2, 3], unread)).toEqual([unanswered, unanswered, unanswered]);
  expect(matchReplies([1, 2, 3], unread.slice(1))).toEqual([b, b, b]);
});

it('accepts a result of null', async () => {
  server.script({ kind: 'body', body: '{"jsonrpc":"2.0","id":1,"result":null}' });
  await expect(setUp().ask('one')).resolves.toEqual([{ result: null }]);
});

it('assigns an error without an id to the single request that it answers', async () => {
  const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';
  server.script({ kind: 'body', body });
  await expect(setUp().ask('one')).resolves.toMatchObject([{ error: { code: -32700 } }]);
});

describe('an endpoint that refuses batches', () => {
  const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No batches"}}';

  it.each<[string, Fault]>([
    ['an error object', { kind: 'body', body: refusal }],
    ['an array of one refusal', { kind: 'body', body: `[${refusal}]` }],
    ['HTTP 400', { kind: 'status', status: 400 }],
    ['HTTP 400 with an error object', { kind: 'status', status: 400, body: refusal }],
    ['HTTP 403', { kind: 'status', status: 403 }],
    ['HTTP 413', { kind: 'status', status: 413 }],
  ])('recognizes a refusal by %s, sends single requests and remembers it', async (_, fault) => {
    server.script(fault);
    const { ask } = setUp();
    await expect(ask('one', 'two')).resolves.toEqual(answered('one', 'two'));
    await expect(ask('three', 'four')).resolves.toEqual(answered('three', 'four'));
    expect(server.seen.map(({ batch }) => batch)).toEqual([true, false, false, false, false]);
  });

  it('sends a few single requests at a time', async () => {
    server.script({ kind: 'status', status: 400 });
    const methods = Array.from({ length: 20 }, (_, index) => `m${index}`);
    await expect(setUp().ask(...methods)).resolves.toEqual(answered(...methods));
    expect(server.seen).toHaveLength(21);
  });

  it('tries batches again when a single request fails as well', async () => {
    server.script(
      { kind: 'status', status: 400 },
      { kind: 'status', status: 400 },
      { kind: 'status', status: 400 },
    );
    const { ask } = setUp();
    await expect(ask('one', 'two')).rejects.toMatchObject({ kind: 'nodeFault' });
    await expect(ask('three', 'four')).resolves.toEqual(answered('three', 'four'));
    expect(server.seen.at(-1)?.batch).toBe(true);
  });

  it('tries batches again if a key is missing or a limit is reached', async () => {
    const limit = '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"Too fast"}}';
    server.script({ kind: 'status', status: 401 }, { kind: 'body', body: limit });
    const { ask } = setUp();
    await expect(ask('one', 'two')).rejects.toMatchObject({ kind: 'nodeFault' });
    await expect(ask('one', 'two')).resolves.toMatchObject([
      { error: { code: -32005 } },
      { error: { code: -32005 } },
    ]);
    expect(server.seen).toHaveLength(2);
  });
});
