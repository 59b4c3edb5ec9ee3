import { afterEach, describe, expect, it } from '@jest/globals';
import { createBlock, routingNode } from '../../test/routingNode';
import { type Disposal, dispose } from '../../test/testService';
import { connectEthereum } from './ethereum';

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
  const ethereum = await connectEthereum({
    urls: nodes.map(({ url }) => url),
    socketUrls: [],
    deadlineMs: 5_000,
    replyBytes: 1e6,
    clock: Date.now,
    pollMs: 60_000,
    onAsked: () => undefined,
    onLooked: () => undefined,
  });
  undo.push(ethereum.close);
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
  const time = { now: Date.now() };
  const { ask, close } = await connectEthereum({
    urls: [first.url, second.url],
    socketUrls: [],
    deadlineMs: 5_000,
    replyBytes: 1e6,
    clock: () => time.now,
    pollMs: 2_000,
    onAsked: () => undefined,
    onLooked: () => undefined,
  });
  undo.push(close);
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

/** A node that is as near as honest ones are keeps its place. */
function isNear({ head }: Claim): boolean {
  return Math.abs(head - 1_000) <= 3;
}
