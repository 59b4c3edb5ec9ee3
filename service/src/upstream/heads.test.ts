import { afterEach, describe, expect, it } from '@jest/globals';
import { connectInTime, connectNodes } from '../../test/connectNodes';
import { createBlock, routingNode } from '../../test/routingNode';
import { type Disposal, dispose } from '../../test/testService';
import { createMemoryBudget } from '../memoryBudget';
import type { Ethereum } from './ethereum';

const undo: Disposal = [];
afterEach(() => dispose(undo));

type Claim = { head: number; timestamp?: string };

/** Nodes of one chain, each with what it says of its newest block, and the one that gets a call. */
const choose = async (...claims: readonly Claim[]): Promise<number> => {
  const nodes = await Promise.all(
    claims.map(({ head, timestamp }) => {
      const more = timestamp === undefined ? {} : { timestamp };
      const told = ({ method, params: [tag] }: { method: string; params: readonly unknown[] }) =>
        method === 'eth_getBlockByNumber' && tag === 'latest'
          ? { result: createBlock(head, more) }
          : undefined;
      return routingNode(undo, { head, told });
    }),
  );
  const urls = nodes.map(({ url }) => url);
  const ethereum = await connectNodes(undo, urls, { pollMs: 60_000 });
  await ethereum.ask('eth_call', [{}, 'latest']);
  return nodes.findIndex(({ asked }) => asked.includes('eth_call'));
};

const inSeconds = (seconds: number): string =>
  `0x${(Math.floor(Date.now() / 1_000) + seconds).toString(16)}`;

describe('several heads', () => {
  const honest = { head: 1_000 };
  const lies: [string, Claim][] = [
    ['3 blocks ahead, dated 31 s from now', { head: 1_003, timestamp: inSeconds(31) }],
    ['3 blocks ahead, dated now', { head: 1_003, timestamp: inSeconds(0) }],
    ['17 blocks ahead', { head: 1_017 }],
    ['17 blocks ahead without a date', { head: 1_017, timestamp: 'x' }],
    ['a million blocks ahead, dated now', { head: 1e6, timestamp: inSeconds(0) }],
    ['a thousand blocks behind, dated now', { head: 1, timestamp: inSeconds(0) }],
  ];
  // @promise P30.1
  it.each(lies)(
    'leaves the call with the first honest node, whatever another says: %s',
    async (_how, lie) => {
      expect(await choose(honest, honest, lie)).toBe(0);
      expect(await choose(honest, lie, honest)).toBe(0);
      expect(await choose(lie, honest, honest)).toBe(isNear(lie) ? 0 : 1);
    },
  );

  it.each(lies)('leaves the call with the operator’s first of two nodes: %s', async (_how, lie) => {
    expect(await choose(honest, lie)).toBe(0);
  });

  it('gives the call to the first of two nodes that agree, if the one before is behind or ahead', async () => {
    expect(await choose({ head: 1_000 }, { head: 4_996 }, { head: 4_995 })).toBe(1);
    expect(await choose({ head: 9_000 }, { head: 4_996 }, { head: 4_995 })).toBe(1);
    expect(await choose({ head: 4_993 }, { head: 4_996 }, { head: 4_995 })).toBe(0);
  });
});

it('leaves the operator’s first node for the second one once its head has not moved for a minute', async () => {
  const [first, second] = [await routingNode(undo), await routingNode(undo)];
  const { ask, time } = await connectInTime(undo, [first.url, second.url]);
  const asked = async (minutes: number): Promise<number> => {
    time.now += minutes * 60_000;
    // The first of these waits for no poll.
    for (const _ of [1, 2]) await ask('eth_gasPrice', []);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    second.asked.length = 0;
    await ask('eth_call', [{}, 'latest']);
    return second.asked.filter((method) => method === 'eth_call').length;
  };
  second.head = 1_010;
  expect(await asked(0.5)).toBe(0);
  second.head = 1_020;
  expect(await asked(1)).toBe(1);
  first.head = 1_021;
  expect(await asked(1)).toBe(0);
});

describe('a connection that closes', () => {
  type Ending = (node: Awaited<ReturnType<typeof routingNode>>, call: Ethereum['call']) => unknown;
  const question = { id: 1, method: 'eth_call', params: [{}, 'latest'] };
  const endings: Record<string, Ending> = {
    'the node ends it': async (node, call) => {
      node.closes = true;
      await call(question, createMemoryBudget(1e6));
      node.closes = false;
    },
    'the caller has gone': (_node, call) => {
      const budget = createMemoryBudget(1e6);
      budget.close();
      return call(question, budget);
    },
    'the reply is too large': (_node, call) => call(question, createMemoryBudget(1)),
  };
  const names = Object.keys(endings);
  /** Each number stands for a sequence of endings of its own, and of nodes that they happen to. */
  const sequences = Array.from({ length: 6 }, (_, start) => start);

  // @promise P30.2
  it.each([500, 900_000].flatMap((head) => sequences.map((start) => [head, start] as const)))(
    'leaves the newest block, and the calls, as they were, beside a node at %i, sequence %i',
    async (head, start) => {
      const honest = await Promise.all(
        (start % 2 === 0 ? [1] : [1, 2]).map(() => routingNode(undo)),
      );
      const liar = await routingNode(undo, { head });
      const urls = [...honest, liar].map(({ url }) => url);
      const { call, ask, states, time } = await connectInTime(undo, urls);
      for (let step = 0; step < 8; step += 1) {
        const ending = endings[names[(start + step * step) % names.length] ?? ''];
        const node = honest[step % honest.length];
        if (node !== undefined) await Promise.resolve(ending?.(node, call)).catch(() => undefined);
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
        expect(states().map(({ isApart }) => isApart)).toEqual([...honest.map(() => false), true]);
        if (step % 3 === 2) time.now += 2_000;
        await ask('eth_call', [{}, 'latest']);
      }
      expect(liar.asked).not.toContain('eth_call');
    },
  );

  it('takes the vote of nodes that tell nothing any more, and of no others', async () => {
    const silent = await Promise.all([1, 2, 3].map(() => routingNode(undo)));
    const honest = await Promise.all([1, 2].map(() => routingNode(undo, { head: 1_100 })));
    const liar = await routingNode(undo, { head: 900_000 });
    const urls = [liar, ...silent, ...honest].map(({ url }) => url);
    const { look, states, time } = await connectInTime(undo, urls);
    const apart = () => states().map(({ isApart }) => isApart);
    expect(apart()).toEqual([true, false, false, false, true, true]);
    for (const node of silent) node.told = () => ({ status: 502 });
    for (let poll = 0; poll < 9; poll += 1) {
      time.now += 2_000;
      await look();
    }
    expect(apart()).toEqual([true, false, false, false, true, true]);
    time.now += 2_000;
    await look();
    expect(apart()).toEqual([true, true, true, true, false, false]);
    // A word is enough.
    for (const node of silent) node.told = () => undefined;
    time.now += 2_000;
    await look();
    expect(apart()).toEqual([true, false, false, false, true, true]);
  });
});

/** A node that is as near as honest ones are keeps its place. */
function isNear({ head }: Claim): boolean {
  return Math.abs(head - 1_000) <= 3;
}
