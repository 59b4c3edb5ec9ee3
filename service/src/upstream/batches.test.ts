import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Disposal, dispose } from '../../test/testService';
import { createMemoryBudget } from '../memoryBudget';
import { startAnvil } from './anvil';
import type { Call } from './call';
import { httpEndpoint } from './jsonRpc';

const undo: Disposal = [];
afterEach(() => dispose(undo));

type Asked = { id: number; method: string; params: unknown[] };
const replyTo = ({ id, params }: Asked): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: params[0] ?? 'alone' });
const textOf = (asked: Asked | Asked[]): string =>
  Array.isArray(asked) ? `[${asked.map(replyTo).join(',')}]` : replyTo(asked);

/** A fake node that records how many calls each request held. */
const nodeOf = async (
  answer: (asked: Asked | Asked[], response: ServerResponse) => void = (asked, response) =>
    response.end(textOf(asked)),
) => {
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked | Asked[];
    sizes.push(Array.isArray(asked) ? asked.length : 1);
    answer(asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => server.close());
  undo.push(async () => server.closeAllConnections());
  const time = { now: 0 };
  const { port } = server.address() as AddressInfo;
  const endpoint = httpEndpoint(`http://127.0.0.1:${port}`, () => time.now);
  undo.push(endpoint.close);
  return { ask: askOf(endpoint), endpoint, sizes, time };
};

const askOf =
  ({ call }: ReturnType<typeof httpEndpoint>) =>
  async (asked: Call, options: { ms?: number; bytes?: number } = {}): Promise<unknown> => {
    const { id, text } = await call(
      asked,
      options.ms ?? 10_000,
      createMemoryBudget(options.bytes ?? 1e6),
    );
    const reply = JSON.parse(text) as { id: unknown; result: unknown };
    expect(reply.id).toBe(id);
    return reply.result;
  };

/** A moment that a test waits for, such as the end of a connection. */
const closing = () => {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return { closed, close };
};

const block = (number: number): Call => ({
  id: 7,
  method: 'eth_getBlockByNumber',
  params: [`0x${number.toString(16)}`, false],
});
const blocks = (count: number): Call[] => Array.from({ length: count }, (_, at) => block(at));
const answers = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `0x${at.toString(16)}`);

describe('what is looked up at the same time', () => {
  // @promise P26.1
  it('joins simultaneous calls in one request, and gives each its own reply', async () => {
    const { ask, sizes } = await nodeOf();
    expect(await Promise.all(blocks(5).map((call) => ask(call)))).toEqual(answers(5));
    expect(sizes).toEqual([5]);
  });

  it('gets the same answers from a real node as calls alone', async () => {
    const anvil = await startAnvil();
    undo.push(anvil.stop);
    const endpoint = httpEndpoint(anvil.url, Date.now);
    undo.push(endpoint.close);
    const ask = askOf(endpoint);
    const address = `0x${'1'.repeat(40)}`;
    const calls: Call[] = [
      block(0),
      { method: 'eth_blockNumber' },
      { method: 'eth_getBalance', params: [address, 'latest'] },
      // An error of one call does not affect the others.
      { method: 'eth_getBalance', params: [address, '0x7777'] },
      { method: 'eth_getTransactionReceipt', params: [`0x${'2'.repeat(64)}`] },
    ];
    const alone: unknown[] = [];
    for (const call of calls) alone.push(await ask(call));
    expect(await Promise.all(calls.map((call) => ask(call)))).toEqual(alone);
    expect(alone.slice(1)).toEqual(['0x0', '0x0', undefined, null]);
  });

  it('keeps every digit that the node sent', async () => {
    const reply = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":1.00000000000000000001e2}`;
    const { endpoint } = await nodeOf((_asked, response) =>
      response.end(` [${reply(1)},${reply(2)}]\n`),
    );
    const texts = [block(1), block(2)].map(
      async (call) => (await endpoint.call(call, 10_000, createMemoryBudget(1e6))).text,
    );
    expect(await Promise.all(texts)).toEqual([reply(1), reply(2)]);
  });

  it('joins 32 calls at most', async () => {
    const { ask, sizes } = await nodeOf();
    expect(await Promise.all(blocks(40).map((call) => ask(call)))).toEqual(answers(40));
    expect(sizes.sort((a, b) => a - b)).toEqual([8, 32]);
  });

  // @promise P26.1
  it.each<Call>([
    { method: 'eth_call', params: [{}, 'latest'] },
    { method: 'eth_sendRawTransaction', params: ['0x02'] },
    { method: 'eth_getBlockByNumber', params: ['0x1', true] },
    { method: 'eth_getBalance', params: ['\ud800', 'latest'] },
    { method: 'eth_getBalance', params: { address: '0x1' } },
    { method: 'eth_getStorageAt', params: [`0x${'1'.repeat(65)}`, '0x0', 'latest'] },
    { method: 'eth_getBalance', params: ['0x1', 'latest', '0x1', '0x1'] },
  ])('sends a call alone if it may take long, or spoil it for others: %j', async (call) => {
    const { ask, sizes } = await nodeOf();
    await Promise.all([ask(call), ask(block(1)), ask(block(2))]);
    expect(sizes.sort()).toEqual([1, 2]);
  });
});

describe('a node that answers no batch', () => {
  const inTurn = (asked: Asked[]): string[] => asked.map(replyTo);
  it.each<[string, (asked: Asked[], response: ServerResponse) => void]>([
    ['an error', (_asked, response) => void response.end('{"jsonrpc":"2.0","id":null,"error":{}}')],
    ['400', (_asked, response) => void response.writeHead(400).end('<html>')],
    ['503', (_asked, response) => void response.writeHead(503).end()],
    ['no reply', (_asked, response) => void response.destroy()],
    ['another order', (asked, response) => void response.end(`[${inTurn(asked).reverse()}]`)],
    ['one too few', (asked, response) => void response.end(`[${inTurn(asked.slice(1))}]`)],
    ['the first only', (asked, response) => void response.end(`[${inTurn(asked.slice(0, 1))}]`)],
    ['no end', (asked, response) => void response.end(`[${inTurn(asked)}`)],
  ])('asks call by call for a minute after %s', async (_name, answer) => {
    const { ask, sizes, time } = await nodeOf((asked, response) => {
      if (Array.isArray(asked)) answer(asked, response);
      else response.end(replyTo(asked));
    });
    const askThree = () => Promise.all(blocks(3).map((call) => ask(call)));
    expect(await askThree()).toEqual(answers(3));
    expect(sizes.splice(0)).toEqual([3, 1, 1, 1]);
    time.now += 59_999;
    expect(await askThree()).toEqual(answers(3));
    expect(sizes.splice(0)).toEqual([1, 1, 1]);
    time.now += 1;
    await askThree();
    expect(sizes.splice(0)).toEqual([3, 1, 1, 1]);
    // Nor for longer if the clock is set back.
    time.now -= 3_600_000;
    await askThree();
    expect(sizes).toEqual([3, 1, 1, 1]);
  });

  it('asks call by call after a batch without an answer in time', async () => {
    const { closed, close } = closing();
    const { ask, sizes, time } = await nodeOf((asked, response) => {
      if (Array.isArray(asked)) response.once('close', close);
      else if (sizes.includes(2)) response.end(replyTo(asked));
    });
    const given = { reason: { name: 'TimeoutError' } };
    // The time may be over before the batch has reached the node.
    while (!sizes.includes(2)) {
      time.now += 60_000;
      const late = [ask(block(1), { ms: 100 }), ask(block(2), { ms: 150 })];
      expect(await Promise.allSettled(late)).toMatchObject([given, given]);
    }
    await closed;
    expect(await Promise.all([ask(block(1)), ask(block(2))])).toEqual(['0x1', '0x2']);
    expect(sizes.slice(sizes.indexOf(2))).toEqual([2, 1, 1]);
  });

  it('waits if the node asks for patience', async () => {
    const { ask, sizes } = await nodeOf((_asked, response) => response.writeHead(429).end());
    const asked = await Promise.allSettled([ask(block(1)), ask(block(2))]);
    expect(asked).toMatchObject(Array(2).fill({ reason: { kind: 'busy' } }));
    expect(sizes).toEqual([2]);
  });
});

describe('calls that share a request', () => {
  // @promise P26.1
  it('protects each call from another’s reply that a node hides within one', async () => {
    const inner = '{"jsonrpc":"2.0","id":2,"result":"stolen"}';
    const { ask } = await nodeOf((_asked, response) =>
      response.end(`[{"jsonrpc":"2.0","id":1,"result":[0,${inner}]},${inner}]`),
    );
    const [first, second] = await Promise.allSettled([ask(block(1)), ask(block(2))]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
  });

  // @promise P26.1
  it('fails a call alone if its part does not fit', async () => {
    const { ask, sizes } = await nodeOf();
    const asked = await Promise.allSettled([ask(block(1), { bytes: 10 }), ask(block(2))]);
    expect(asked).toMatchObject([{ reason: { kind: 'tooMuch' } }, { value: '0x2' }]);
    expect(sizes).toEqual([2]);
  });

  // @promise P26.1
  it('waits for each call no longer than it may', async () => {
    const { closed: isOver, close: end } = closing();
    const { ask } = await nodeOf((asked, response) => {
      void isOver.then(() => response.end(textOf(asked)));
    });
    const [late, other] = [ask(block(1), { ms: 50 }), ask(block(2))];
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
    end();
    expect(await other).toBe('0x2');
  });

  it('repeats no call for those who wait no more', async () => {
    let cut: () => void = () => undefined;
    const { ask, sizes } = await nodeOf((asked, response) => {
      if (!Array.isArray(asked)) return void response.end(replyTo(asked));
      response.write(' '.repeat(100));
      cut = () => response.destroy();
    });
    const [late, full, third] = [
      ask(block(1), { ms: 200 }),
      ask(block(2), { bytes: 10 }),
      ask(block(3)),
    ];
    const ends = Promise.allSettled([late, full]);
    expect(await ends).toMatchObject([
      { reason: { name: 'TimeoutError' } },
      { reason: { kind: 'tooMuch' } },
    ]);
    cut();
    expect(await third).toBe('0x3');
    expect(sizes).toEqual([3, 1]);
  });

  it('reads no more of an endless reply than all callers have memory for', async () => {
    let sent = 0;
    const { closed, close } = closing();
    const { ask } = await nodeOf((_asked, response) => {
      response.once('close', close);
      const more = (): void => {
        if (response.destroyed) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536), more);
      };
      more();
    });
    const options = { bytes: 100_000 };
    const asked = await Promise.allSettled([ask(block(1), options), ask(block(2), options)]);
    expect(asked).toMatchObject(Array(2).fill({ reason: { kind: 'tooMuch' } }));
    // The node keeps sending until its connection is closed: not only at the end of the calls' time.
    await closed;
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });
});
