import { afterEach, describe, expect, it } from '@jest/globals';
import { connectNodes } from '../../test/connectNodes';
import { createBlock, routingNode } from '../../test/routingNode';
import { type Disposal, dispose } from '../../test/testService';
import { createMemoryBudget } from '../memoryBudget';
import { createFinalAnswers } from './finalAnswers';
import { createNode } from './node';

const undo: Disposal = [];
afterEach(() => dispose(undo));

const connect = async (urls: readonly string[], more: object = {}) => {
  const options = { pollMs: 60_000, cacheBytes: 1e6, ...more };
  const ethereum = await connectNodes(undo, urls, options);
  const block = (number: string) => ethereum.ask('eth_getBlockByNumber', [number, false]);
  return { ...ethereum, block };
};

const isBlock = ({ method }: { method: string }) => method === 'eth_getBlockByNumber';
const text = (number: number, more: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: createBlock(number, more) });

it('answers calls for a final block from memory, and no others', async () => {
  const [one, two] = [await routingNode(undo), await routingNode(undo)];
  const { block, ask } = await connect([one.url, two.url]);
  const count = async (number: string) => {
    const before = one.asked.length;
    for (let turn = 0; turn < 5; turn += 1) await block(number);
    return one.asked.length - before;
  };
  expect(await count('0x384')).toBe(1);
  expect(await count('0x385')).toBe(5);
  expect(await ask('eth_getBlockByNumber', ['0x384', true])).toMatchObject({ number: '0x384' });
});

it('keeps what a node told while callers leave, or ask for more than they have room for', async () => {
  const [one, two] = [await routingNode(undo), await routingNode(undo)];
  const { block, call } = await connect([one.url, two.url]);
  await block('0x384');
  const { length } = one.asked;
  const closed = createMemoryBudget(1e6);
  closed.close();
  for (const budget of [closed, createMemoryBudget(1)]) {
    const request = { id: 1, method: 'eth_call', params: [{}, 'latest'] };
    await expect(call(request, budget)).rejects.toThrow();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  }
  await block('0x384');
  expect(one.asked.slice(length)).toEqual(['eth_call', 'eth_call']);
});

it('counts the final block of no node that is of another chain now, or tells nothing any more', async () => {
  const nodes = await Promise.all([routingNode(undo), routingNode(undo, { final: 800 })]);
  const [one, two] = nodes;
  const time = { now: Date.now() };
  const { block, ask, look, states } = await connect(
    nodes.map(({ url }) => url),
    { clock: () => time.now, pollMs: 2_000 },
  );
  const count = async (number: string) => {
    const countBefore = one?.asked.length ?? 0;
    for (let turn = 0; turn < 5; turn += 1) await block(number);
    return (one?.asked.length ?? 0) - countBefore;
  };
  const poll = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      time.now += 2_000;
      await look();
    }
  };
  if (two === undefined || one === undefined) throw new Error('There are two.');
  expect(await count('0x384')).toBe(5);
  two.told = () => ({ status: 502 });
  await poll(10);
  expect(await count('0x384')).toBeLessThan(5);
  two.told = () => undefined;
  await poll(1);
  expect(await count('0x383')).toBe(5);

  // The first one has a call answered by the second one, which then ends the connection.
  two.closes = true;
  one.told = ({ method }) => (method === 'eth_call' ? { status: 502 } : undefined);
  await ask('eth_call', [{}, 'latest']);
  one.told = () => undefined;
  two.chainId = '0x2';
  while (states()[1]?.state !== 'foreign') await poll(1);
  expect(await count('0x383')).toBeLessThan(5);
});

// @promise P30.1
it('forgets a lie with the node that told it, whether that fails, yields or leaves', async () => {
  const lie = { result: createBlock(16, { gasUsed: '0x1' }) };
  const liar = await routingNode(undo, { told: (call) => (isBlock(call) ? lie : undefined) });
  const honest = await routingNode(undo);
  const down = () => ({ status: 502 });
  const { block } = await connect([honest.url, liar.url]);
  honest.told = (call) => (isBlock(call) ? down() : undefined);
  expect(await block('0x10')).toMatchObject({ gasUsed: '0x1' });
  honest.told = () => undefined;
  expect(await block('0x10')).toMatchObject({ gasUsed: '0x0' });

  const sole = await connect([liar.url]);
  expect(await sole.block('0x10')).toMatchObject({ gasUsed: '0x1' });
  liar.closes = true;
  await sole.ask('eth_call', []);
  liar.told = () => undefined;
  // Until this side has seen its connection close, too.
  while (((await sole.block('0x10')) as { gasUsed: string }).gasUsed === '0x1');
});

describe('createFinalAnswers', () => {
  const node = createNode('http://127.0.0.1:9', 'a', Date.now);
  const other = createNode('http://127.0.0.1:9', 'b', Date.now);
  undo.push(node.endpoint.close, other.endpoint.close);

  it('reads an answer only for its node, until that has left', () => {
    const answers = createFinalAnswers(1e6);
    answers.keep('q', text(5), node);
    expect(answers.find('q', node)).toBe(text(5));
    expect(answers.find('q', other)).toBeUndefined();
    node.era += 1;
    expect(answers.find('q', node)).toBeUndefined();
  });

  it('keeps no block whose header has not the hash that the node says', () => {
    const answers = createFinalAnswers(1e6);
    for (const name of ['stateRoot', 'receiptsRoot', 'hash', 'parentHash']) {
      answers.keep(
        name,
        text(5, {
          [name]: `0x${'9a'.repeat(32)}`,
          ...(name === 'hash' ? {} : { hash: createBlock(5).hash }),
        }),
        node,
      );
      expect(answers.find(name, node)).toBeUndefined();
    }
  });

  it('holds no more bytes than it may, the least recently used ones first', () => {
    const answers = createFinalAnswers(64 * 1024);
    for (let number = 0; number < 200; number += 1) answers.keep(`q${number}`, text(number), node);
    expect(answers.find('q0', node)).toBeUndefined();
    expect(answers.find('q199', node)).toBeDefined();
  });
});

describe('equal calls', () => {
  const sent = (asked: readonly string[], method: string) =>
    asked.filter((each) => each === method).length;

  it('sends one of the lookups of a turn that are the same bytes, and answers each under its id', async () => {
    const one = await routingNode(undo);
    const { call } = await connect([one.url]);
    const ask = (id: number, block: string) =>
      call({ id, method: 'eth_getBlockByNumber', params: [block, false] }, createMemoryBudget(1e6));
    const texts = await Promise.all([
      ask(1, '0x3e1'),
      ask(2, '0x3e1'),
      ask(3, '0x3E1'),
      ask(4, '0x3e2'),
    ]);
    expect(texts.map((each) => (JSON.parse(each) as { id: number }).id)).toEqual([1, 2, 3, 4]);
    expect(sent(one.asked.slice(-3), 'eth_getBlockByNumber')).toBe(3);
  });

  // @promise P30.1
  it('sends each call that a node could tell apart, or that comes after one was sent', async () => {
    const one = await routingNode(undo, { delayMs: 100 });
    const { ask } = await connect([one.url]);
    const before = one.asked.length;
    const first = ask('eth_call', [{ to: '0x1' }, 'latest']);
    const second = ask('eth_call', [{ TO: '0x1' }, 'latest']);
    await new Promise(setImmediate);
    const third = ask('eth_call', [{ to: '0x1' }, 'latest']);
    await Promise.all([first, second, third]);
    expect(one.asked.length - before).toBe(3);
  });
});
