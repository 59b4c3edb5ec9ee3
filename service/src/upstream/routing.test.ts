import { afterEach, describe, expect, it } from '@jest/globals';
import { keccak, toHexBytes } from '@xnet/clients/proofs/bytes';
import { connectNodes } from '../../test/connectNodes';
import { createBlock, type NodeAnswer, type RpcCall, routingNode } from '../../test/routingNode';
import { type Disposal, dispose, rpc, testService } from '../../test/testService';
import { createMemoryBudget } from '../memoryBudget';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const connect = (urls: readonly string[], more: object = {}) =>
  connectNodes(undo, urls, { deadlineMs: 20_000, pollMs: 60_000, cacheBytes: 1e6, ...more });

const error = (code: number, message: string, data?: unknown): NodeAnswer => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});
const only =
  (method: string, told: NodeAnswer) =>
  (call: RpcCall): NodeAnswer | undefined =>
    call.method === method ? told : undefined;

/** The class of a fault, what asks for it, and what a node that has it says. */
const faults: [string, string, NodeAnswer][] = [
  ['out of quota, in a 200', 'eth_call', error(-32005, 'daily request count exceeded')],
  [
    'too fast, in a 200',
    'eth_call',
    error(429, 'Your app has exceeded its compute units per second capacity'),
  ],
  ['too fast, by status', 'eth_call', { status: 429 }],
  ['out of quota, by status', 'eth_call', { status: 402 }],
  ['without a valid key', 'eth_call', error(-32600, 'Must be authenticated!')],
  ['without a valid key, by status', 'eth_call', { status: 401, body: 'Unauthorized' }],
  [
    'pruned',
    'eth_getBalance',
    error(-32000, 'missing trie node 1234 (path ) state 0x12 is not available'),
  ],
  [
    'pruned, in other words',
    'eth_getBalance',
    error(-32602, 'distance to target block exceeds maximum proof window'),
  ],
  ['of pruned history', 'eth_getBlockReceipts', error(4444, 'pruned history unavailable')],
  ['behind the block', 'eth_call', error(-32000, 'header not found')],
  [
    'of a method that it lacks',
    'eth_call',
    error(-32601, 'the method eth_call does not exist/is not available'),
  ],
  ['with an internal error', 'eth_call', error(-32603, 'Internal error')],
  ['with an unknown error', 'eth_call', error(-31999, 'the moon is full')],
  ['with a narrower range', 'eth_getLogs', error(-32602, 'exceed maximum block range: 5000')],
  [
    'with JSON-RPC 1.0 errors',
    'eth_call',
    { result: null, error: { code: -32603, message: 'x' } } as never,
  ],
  ['down', 'eth_call', { status: 502, body: '<html>' }],
  ['that takes one block for another', 'eth_getBlockByNumber', { result: createBlock(17) }],
  ['that has none of the block', 'eth_getBlockByNumber', { result: null }],
  [
    'that sends hashes for whole transactions',
    'eth_getBlockByNumber',
    { result: createBlock(16, { transactions: [`0x${'77'.repeat(32)}`] }) },
  ],
];
const params: Record<string, unknown[]> = {
  eth_call: [{ to: `0x${'12'.repeat(20)}` }, 'latest'],
  eth_getBalance: [`0x${'12'.repeat(20)}`, '0x10'],
  eth_getBlockReceipts: ['0x10'],
  eth_getLogs: [{ fromBlock: '0x1', toBlock: '0x10' }],
  eth_getBlockByNumber: ['0x10', true],
};
const goods: Readonly<Record<string, unknown>> = {
  eth_getBlockByNumber: createBlock(16),
  eth_getBlockReceipts: null,
  eth_getLogs: [],
};
const goodOf = (method: string): NodeAnswer => {
  const { [method]: result = '0x600d' } = goods;
  return { result };
};

describe.each(['first', 'second'])('where the %s node is one', (place) => {
  it.each(faults)(
    'returns the other node’s answer at the price of one call: %s',
    async (_how, method, told) => {
      const bad = await routingNode(undo, { told: only(method, told) });
      const good = await routingNode(undo, { told: only(method, goodOf(method)) });
      const eth = place === 'first' ? [bad.url, good.url] : [good.url, bad.url];
      const service = await testService(undo, { eth });
      const { key } = (await service.createKey({ plan: 'custom' })).apiKey;
      const { status, body, headers } = await rpc(service.url, key, method, params[method]);
      expect(status).toBe(200);
      const { result } = body as { result: unknown };
      if (method === 'eth_getBlockByNumber')
        expect(result).toMatchObject({ number: '0x10', transactions: [] });
      else expect(body).toMatchObject(goodOf(method));
      expect(headers.get('x-credits-used')).toBe(method === 'eth_getBlockReceipts' ? '1000' : '80');
      expect(good.asked).toContain(method);
    },
  );
});

describe('a contract that reverts', () => {
  // @promise P30.1
  it.each([
    error(3, 'execution reverted: rate limit exceeded, internal error', '0x08c379a0'),
    error(-32000, 'execution reverted: missing trie node'),
    error(-32015, 'VM execution error.', 'Reverted 0x08c379a0'),
    error(-32603, 'execution reverted: too many requests'),
  ])('returns a revert from the first node, whatever it says: %j', async (told) => {
    const one = await routingNode(undo, { told: only('eth_call', told) });
    const two = await routingNode(undo);
    const { call, states } = await connect([one.url, two.url]);
    const asked = { id: 1, method: 'eth_call', params: [{}, 'latest'] };
    for (let turn = 0; turn < 20; turn += 1) {
      expect(JSON.parse(await call(asked, createMemoryBudget(1e6)))).toMatchObject(told);
    }
    expect(two.asked).not.toContain('eth_call');
    expect(states()[0]).toMatchObject({ state: 'closed', isResting: false });
  });
});

it.each([
  { code: -32000, message: 'nonce too low' },
  { code: -31999, message: 'the moon is full' },
])('passes on a sole node’s error beside a result of null: %j', async (told) => {
  const reply = { result: null, error: told };
  const { url } = await routingNode(undo, { told: only('eth_call', reply) });
  const service = await testService(undo, { eth: [url] });
  const { key } = (await service.createKey({})).apiKey;
  const { body } = await rpc(service.url, key, 'eth_call');
  expect(body).toMatchObject({ id: 1, error: told });
  expect(body).not.toMatchObject({ result: null });
});

describe('a first node', () => {
  it('asks a node that still syncs after the second one', async () => {
    const [one, two] = [await routingNode(undo, { isSyncing: true }), await routingNode(undo)];
    const { ask } = await connect([one.url, two.url]);
    expect(await ask('eth_call', [{}, 'latest'])).toBe('0x600d');
    expect(one.asked).not.toContain('eth_call');
  });

  // @promise P30.1
  it.each([
    ['takes one block for another', createBlock(17)],
    ['sends none of the form', { number: '0x10' }],
  ])('sends the next calls to another node after one that %s', async (_how, result) => {
    let lies = 0;
    const told = ({ params: [block] }: RpcCall) => {
      if (block !== '0x10') return undefined;
      lies += 1;
      return { result };
    };
    const [one, two] = [await routingNode(undo, { told }), await routingNode(undo)];
    const { ask } = await connect([one.url, two.url], { clock: () => 1e12 });
    for (let turn = 0; turn < 5; turn += 1) {
      const block = await ask('eth_getBlockByNumber', ['0x10', turn % 2 === 0]);
      expect(block).toMatchObject({ number: '0x10', size: '0x1' });
    }
    expect(await ask('eth_call', [{}, 'latest'])).toBe('0x600d');
    expect(lies).toBe(1);
    expect(one.asked).not.toContain('eth_call');
  });

  it.each([
    { status: 401, body: 'Unauthorized' },
    { status: 402, body: '{}' },
    { error: { code: -32005, message: 'daily request count exceeded, request rate limited' } },
  ])('rests a node that refuses the service’s own request as well: %j', async (told) => {
    const [one, two] = [await routingNode(undo), await routingNode(undo)];
    const { ask, states } = await connect([one.url, two.url]);
    one.told = () => told;
    expect(await ask('eth_call', [{}, 'latest'])).toBe('0x600d');
    while (states()[0]?.isResting !== true) await new Promise(setImmediate);
    one.asked.length = 0;
    for (let turn = 0; turn < 5; turn += 1) await ask('eth_call', [{}, 'latest']);
    expect(one.asked).not.toContain('eth_call');
  });

  it('pauses a node that wants a pause', async () => {
    const one = await routingNode(undo, { told: only('eth_call', error(429, 'x')) });
    const two = await routingNode(undo);
    const { ask } = await connect([one.url, two.url], { clock: () => 1e12 });
    for (let turn = 0; turn < 5; turn += 1)
      await ask('eth_call', [{ data: `0x0${turn}` }, 'latest']);
    expect(one.asked.filter((method) => method === 'eth_call')).toHaveLength(1);
  });

  it('asks a second node beside one that takes longer than a second, from the first call on', async () => {
    const one = await routingNode(undo);
    const two = await routingNode(undo);
    const { ask } = await connect([one.url, two.url]);
    one.delayMs = 8_000;
    const begun = performance.now();
    expect(await ask('eth_call', [{}, 'latest'])).toBe('0x600d');
    expect(performance.now() - begun).toBeLessThan(2_500);
    expect(two.asked.filter((method) => method === 'eth_call')).toHaveLength(1);
  });
});

describe('a caller’s odd spelling', () => {
  const address = `0x${'12'.repeat(20)}`;
  const word = (digit: string) => `0x${digit.padStart(64, '0')}`;
  const entry = (key: string) => ({ key, value: '0x0', proof: [] });
  const account = { address, balance: '0x0', nonce: '0x0', accountProof: [] };
  const proof = { ...account, codeHash: word('0'), storageHash: word('0') };

  // @promise P30.1
  it.each([
    ['eth_getProof', [address, []], 'has no block of its own to prove'],
    ['eth_getLogs', [{ address: [], limit: 1 }], 'knows more parts of a filter'],
    ['eth_getBlockByNumber', ['0x10'], 'has another flag where none is set'],
  ])(
    'rests no node for other callers: %s %j, which %s',
    async (method, odd: readonly unknown[], _why) => {
      const results: Record<string, unknown> = {
        eth_getProof: { ...proof, address: `0x${'13'.repeat(20)}`, storageProof: [] },
        eth_getLogs: [{}],
        eth_getBlockByNumber: createBlock(16, { transactions: [{}] }),
      };
      const one = await routingNode(undo, { told: only(method, { result: results[method] }) });
      const two = await routingNode(undo, { told: only(method, { result: null }) });
      const { ask } = await connect([one.url, two.url]);
      expect(await ask(method, odd)).toEqual(method === 'eth_getLogs' ? [] : null);
      expect(one.asked).toContain(method);
      await ask('eth_call', [{}, 'latest']);
      expect(one.asked).toContain('eth_call');
    },
  );

  it('gets the entries of a proof as it named them, from a node that sorts them', async () => {
    const [first, second] = [entry(word('1')), entry(word('2'))];
    const result = { ...proof, storageProof: [first, second] };
    const one = await routingNode(undo, { told: only('eth_getProof', { result }) });
    const { ask } = await connect([one.url]);
    const keys = [word('2'), '0x1', word('2')];
    expect(await ask('eth_getProof', [address, keys, 'latest'])).toEqual({
      ...proof,
      storageProof: [second, first, second],
    });
    for (const otherKeys of [
      [word('1')],
      [word('1'), word('2'), word('3')],
      [word('1'), word('3')],
    ])
      await expect(ask('eth_getProof', [address, otherKeys, 'latest'])).rejects.toThrow();
  });

  it('fails before any node is asked if a storage key lacks 0x', async () => {
    const one = await routingNode(undo);
    const { call } = await connect([one.url]);
    const question = { id: 1, method: 'eth_getProof', params: [address, ['10'], 'latest'] };
    expect(JSON.parse(await call(question, createMemoryBudget(1e6)))).toMatchObject({
      error: { code: -32602, message: 'invalid argument 1: no storage keys' },
    });
    expect(one.asked).not.toContain('eth_getProof');
  });
});

describe('two nodes that are asked at once, as the first one takes longer than a second', () => {
  const method = 'eth_getBlockByNumber';
  const block = { result: createBlock(16) };
  const nothings: [string, NodeAnswer][] = [
    ['null', { result: null }],
    ['an error that means null', error(-32000, 'block not found')],
  ];
  const answerOf = async (first: NodeAnswer, second: NodeAnswer): Promise<unknown> => {
    const one = await routingNode(undo, { told: only(method, first) });
    const two = await routingNode(undo, { told: only(method, second) });
    const { call } = await connect([one.url, two.url]);
    one.lateMs = 1_500;
    const request = { id: 1, method, params: ['0x10', false] };
    return JSON.parse(await call(request, createMemoryBudget(1e6))) as unknown;
  };

  // @promise P30.2
  it.each(nothings)(
    'returns what the first one has, although the second one says %s before',
    async (_what, nothing) => {
      expect(await answerOf(block, nothing)).toMatchObject(block);
    },
  );

  it.each(nothings)('returns null if that, %s, is all they have', async (_what, nothing) => {
    expect(await answerOf(nothing, nothing)).toMatchObject({ result: null });
    expect(await answerOf({ status: 502 }, nothing)).toMatchObject({ result: null });
  });

  it('asks another one for an uncle of a block that a node lacks, and not for one that is none', async () => {
    const uncle = 'eth_getUncleByBlockNumberAndIndex';
    const one = await routingNode(undo, { told: only(uncle, error(-32000, 'block not found')) });
    const two = await routingNode(undo, { told: only(uncle, { result: null }) });
    const { ask } = await connect([one.url, two.url]);
    expect(await ask(uncle, ['0x10', '0x0'])).toBeNull();
    expect(two.asked).toContain(uncle);
    const { length } = two.asked;
    one.told = only(uncle, { result: null });
    expect(await ask(uncle, ['0x10', '0x0'])).toBeNull();
    expect(two.asked).toHaveLength(length);
  });
});

describe('a signed transaction', () => {
  const raw = '0x02f0';
  const method = 'eth_sendRawTransaction';
  it('succeeds if a node had the transaction before, after another has failed', async () => {
    const one = await routingNode(undo, { told: only(method, { status: 502 }) });
    const two = await routingNode(undo, { told: only(method, error(-32000, 'already known')) });
    const { ask } = await connect([one.url, two.url]);
    expect(await ask(method, [raw])).toBe(hash);
  });

  const isSend = (call: RpcCall) => call.method === method;
  /** Takes the transaction and hangs up; says of the second one what a node says that has it. */
  const hangingUp = (message: string, lookup: NodeAnswer = { result: null }) => {
    let count = 0;
    return (call: RpcCall): NodeAnswer | undefined => {
      if (call.method === 'eth_getTransactionByHash') return lookup;
      if (!isSend(call)) return undefined;
      count += 1;
      return count === 1 ? { status: 0 } : error(-32000, message);
    };
  };
  const hash = toHexBytes(keccak(Uint8Array.of(2, 0xf0)));
  const [from, to] = [`0x${'12'.repeat(20)}`, null];
  const place = { blockHash: null, blockNumber: null, transactionIndex: null };
  const signature = { r: '0x1', s: '0x1', v: '0x0' };
  const numbers = { type: '0x0', gas: '0x1', gasPrice: '0x1', nonce: '0x1', value: '0x1' };
  const transaction = { hash, from, to, input: '0x', ...numbers, ...signature, ...place };

  it.each([
    ['already known', { result: null }],
    ['nonce too low', { result: transaction }],
    ['AlreadyKnown, in words of its own', { result: transaction }],
  ])('succeeds if its node took it and hung up before it replied: %s', async (message, lookup) => {
    const one = await routingNode(undo, { told: hangingUp(message, lookup) });
    const { ask } = await connect([one.url]);
    expect(await ask(method, [raw])).toBe(hash);
    expect(one.asked.filter((name) => name === method)).toHaveLength(2);
  });

  it('succeeds if another node has it by then, whatever that says', async () => {
    const one = await routingNode(undo, { told: only(method, { status: 502 }) });
    const refuse = (call: RpcCall) =>
      isSend(call) ? error(-32000, 'nonce too low') : hangingUp('', { result: transaction })(call);
    const two = await routingNode(undo, { told: refuse });
    const { ask } = await connect([one.url, two.url]);
    expect(await ask(method, [raw])).toBe(hash);
  });

  it.each([{ result: null }, error(-32603, 'Internal error'), { status: 0 }])(
    'fails with the refusal if the node does not know it: %j',
    async (lookup) => {
      const one = await routingNode(undo, { told: hangingUp('nonce too low', lookup) });
      const { call } = await connect([one.url]);
      const text = await call({ id: 1, method, params: [raw] }, createMemoryBudget(1e6));
      expect(JSON.parse(text)).toMatchObject({ error: { message: 'nonce too low' } });
    },
  );

  it('looks nothing up after a refusal at the first try', async () => {
    const one = await routingNode(undo, { told: only(method, error(-32000, 'nonce too low')) });
    const { call } = await connect([one.url]);
    await call({ id: 1, method, params: [raw] }, createMemoryBudget(1e6));
    expect(one.asked).not.toContain('eth_getTransactionByHash');
  });

  it.each(['nonce too low', 'insufficient funds for gas * price + value'])(
    'fails with the first node’s refusal, which the others may not share: %s',
    async (message) => {
      const told = only(method, error(-32000, message));
      const other = only(method, error(-32000, 'transaction underpriced'));
      const one = await routingNode(undo, { told });
      const two = await routingNode(undo, { told: other });
      const { call } = await connect([one.url, two.url]);
      const text = await call({ id: 1, method, params: [raw] }, createMemoryBudget(1e6));
      expect(JSON.parse(text)).toMatchObject({ error: { message } });
      two.told = () => undefined;
      expect(await call({ id: 1, method, params: [raw] }, createMemoryBudget(1e6))).toContain(
        '0x600d',
      );
    },
  );
});
