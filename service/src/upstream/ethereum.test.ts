import { afterEach, describe, expect, it } from '@jest/globals';
import { connectNodes } from '../../test/connectNodes';
import { type Disposal, dispose, fakeNode } from '../../test/testService';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const connect = async (urls: readonly string[], more: object = {}) => {
  const time = { now: 0 };
  const clock = () => time.now;
  const ethereum = await connectNodes(undo, urls, { clock, deadlineMs: 30_000, ...more });
  return { ethereum, time };
};

/** A node that answers with its name, or fails in the given way. */
const node = async (name: string) => {
  const state = { failure: '', asked: 0, url: '' };
  state.url = await fakeNode(
    undo,
    (_asked, response) => {
      state.asked += 1;
      if (state.failure === '') return name;
      if (state.failure === 'reset') response.destroy();
      else if (state.failure === 'text') response.end('<html>');
      else if (state.failure === 'wrong id') response.end('{"jsonrpc":"2.0","id":999,"result":1}');
      else if (state.failure === 'both')
        response.end('{"jsonrpc":"2.0","id":1,"result":1,"error":{}}');
      else if (state.failure !== 'hang') {
        response.statusCode = Number(state.failure);
        response.end('{"jsonrpc":"2.0","id":1,"result":"no"}');
      }
      return undefined;
    },
    () => state.failure === 'down',
  );
  return state;
};

describe('a node that ends the connection on which it is asked', () => {
  /** Closes the connection like a node at the end of its keep-alive time. */
  const ending = async (times: number) => {
    const asked: string[] = [];
    const url = await fakeNode(undo, ({ method }, response) => {
      if (asked.push(method) > times) return '0x1';
      response.destroy();
      return undefined;
    });
    return { asked, ...(await connect([url])) };
  };

  it('repeats the call, once', async () => {
    const { ethereum, asked } = await ending(3);
    await expect(ethereum.ask('eth_call', [])).rejects.toMatchObject({ kind: 'upstream' });
    expect(asked).toHaveLength(2);
    expect(await ethereum.ask('eth_call', [])).toBe('0x1');
    expect(asked).toHaveLength(4);
  });

  // @promise P15.1
  it('repeats no call that may have acted', async () => {
    const { ethereum, asked } = await ending(1);
    const sent = ethereum.ask('eth_sendTransaction', []);
    await expect(sent).rejects.toMatchObject({ kind: 'upstream' });
    expect(asked).toEqual(['eth_sendTransaction']);
  });
});

describe('several nodes', () => {
  it.each(['reset', 'text', 'wrong id', 'both', '429', '503', 'hang'])(
    'tries the next node after: %s',
    async (failure) => {
      const [one, two] = [await node('one'), await node('two')];
      // A hanging node uses up half of the deadline; the others answer well within the rest.
      const deadlineMs = failure === 'hang' ? 3_000 : 30_000;
      const { ethereum, time } = await connect([one.url, two.url], { deadlineMs });
      expect(await ethereum.ask('eth_call', [])).toBe('one');
      one.failure = failure;
      expect(await ethereum.ask('eth_call', [])).toBe('two');
      one.failure = '';
      time.now += 2_000;
      expect(await ethereum.ask('eth_call', [])).toBe('one');
    },
  );

  // @promise P15.1
  it('avoids a node that fails again and again, and returns to it', async () => {
    const [one, two] = [await node('one'), await node('two')];
    const { ethereum, time } = await connect([one.url, two.url]);
    one.failure = 'down';
    while (ethereum.states()[0]?.state !== 'open') await ethereum.ask('eth_call', []);
    const { asked } = one;
    await ethereum.ask('eth_call', []);
    expect(one.asked).toBe(asked);
    expect(ethereum.states()[0]).toMatchObject({ state: 'open' });
    one.failure = '';
    time.now += 5_000;
    expect(await ethereum.ask('eth_call', [])).toBe('one');
    expect(ethereum.states()[0]).toMatchObject({ state: 'closed' });
  });

  // @promise P15.1
  it('tries a failed node with a single call, not with all', async () => {
    const [one, two] = [await node('one'), await node('two')];
    const { ethereum, time } = await connect([one.url, two.url], { deadlineMs: 3_000 });
    one.failure = 'down';
    while (ethereum.states()[0]?.state !== 'open') await ethereum.ask('eth_call', []);
    one.failure = 'hang';
    time.now += 5_000;
    const { asked } = one;
    // Each another question: equal ones under way are one call anyway.
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => ethereum.ask('eth_call', [{ nonce: index }])),
    );
    expect(answers).toEqual(Array(5).fill('two'));
    expect(one.asked).toBe(asked + 1);
  });

  // @promise P15.1
  it('keeps a node open to all, whatever one caller asks', async () => {
    const one = await node('one');
    const { ethereum } = await connect([one.url]);
    for (const failure of ['reset', 'text', '500', 'wrong id']) {
      one.failure = failure;
      for (let index = 0; index < 20; index += 1) {
        await expect(ethereum.ask('eth_call', [])).rejects.toMatchObject({ kind: 'upstream' });
      }
      one.failure = '';
      expect(await ethereum.ask('eth_call', [])).toBe('one');
      expect(ethereum.states()).toMatchObject([{ state: 'closed' }]);
    }
  });

  // @promise P15.1
  it('blames no node for a reply that is larger than the budget', async () => {
    const large = await fakeNode(undo, ({ method }) =>
      method === 'eth_call' ? 'x'.repeat(2e6) : '0x1',
    );
    const { ethereum } = await connect([large]);
    for (let index = 0; index < 20; index += 1) {
      await expect(ethereum.ask('eth_call', [])).rejects.toMatchObject({ kind: 'tooMuch' });
    }
    expect(await ethereum.ask('eth_gasPrice', [])).toBe('0x1');
  });

  it('repeats no call that may have acted at another node', async () => {
    const [one, two] = [await node('one'), await node('two')];
    const { ethereum } = await connect([one.url, two.url]);
    one.failure = 'reset';
    const send = ethereum.ask('eth_sendTransaction', [{}]);
    await expect(send).rejects.toMatchObject({ kind: 'upstream' });
    expect(two.asked).toBe(0);
  });

  it('distinguishes no answer from no answer in time', async () => {
    const one = await node('one');
    const { ethereum } = await connect([one.url]);
    one.failure = 'reset';
    await expect(ethereum.ask('eth_call', [])).rejects.toMatchObject({ kind: 'upstream' });
    const { ethereum: hurried } = await connect([one.url], { deadlineMs: 1_000 });
    one.failure = 'hang';
    await expect(hurried.ask('eth_call', [])).rejects.toMatchObject({ kind: 'late' });
  });

  it('refuses nodes of different chains', async () => {
    const one = await node('one');
    const other = await fakeNode(undo, () => 'x');
    await expect(connect([one.url, other])).resolves.toBeDefined();
    const { createServer } = await import('node:http');
    const sepolia = createServer((request, response) => {
      request.resume();
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xaa36a7"}');
    });
    await new Promise<void>((resolve) => sepolia.listen(0, '127.0.0.1', resolve));
    undo.push(async () => sepolia.closeAllConnections());
    undo.push(async () => sepolia.close());
    const address = sepolia.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(connect([one.url, `http://127.0.0.1:${port}/v3/hidden`])).rejects.toThrow(
      `The nodes are not all of chain 1: ${one.url} of 1, http://127.0.0.1:${port} of 11155111.`,
    );
  });

  it('starts although a node is down', async () => {
    const one = await node('one');
    const { ethereum } = await connect(['http://127.0.0.1:9', one.url]);
    expect(await ethereum.ask('eth_call', [])).toBe('one');
  });
});

it.each(['goes down', 'ends its connections'])(
  'asks no node that is of another chain since it %s',
  async (how) => {
    const now = { chain: '0x1', isDown: false };
    let asked = 0;
    const moved = await fakeNode(
      undo,
      (_asked, response) => {
        asked += 1;
        if (how === 'ends its connections') response.setHeader('connection', 'close');
        return 'one';
      },
      () => now.isDown,
      () => now.chain,
    );
    const { ethereum, time } = await connect([moved, (await node('two')).url]);
    const ask = () => ethereum.ask('eth_call', []);
    expect(await ask()).toBe('one');
    now.isDown = how === 'goes down';
    now.chain = '0x2';
    // Until this side has seen its connection close, too.
    while ((await ask()) === 'one');
    now.isDown = false;
    const before = asked;
    for (let round = 0; round < 6; round += 1) expect(await ask()).toBe('two');
    expect(asked).toBe(before);
    now.chain = '0x1';
    time.now += 5_000;
    expect(await ask()).toBe('one');
  },
);

it('asks a node once for its chain after a connection has ended, however many wait', async () => {
  let chains = 0;
  let isLast = true;
  const url = await fakeNode(
    undo,
    (_asked, response) => {
      if (isLast) response.setHeader('connection', 'close');
      return 'one';
    },
    () => false,
    () => {
      chains += 1;
      return '0x1';
    },
  );
  const { ethereum } = await connect([url]);
  const ask = () => ethereum.ask('eth_call', []);
  // Until this side has seen the end of its connection.
  while (chains < 2) await ask();
  await ask();
  isLast = false;
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  const before = chains;
  const all = await Promise.all(Array.from({ length: 50 }, ask));
  expect(all).toEqual(Array.from({ length: 50 }, () => 'one'));
  expect(chains).toBe(before + 1);
});
