import { createBlock, type RpcCall, routingNode } from '../../test/routingNode';
import { type Attack, gainIf, getResult, openTarget } from '../attack';

const isBlock = ({ method }: RpcCall): boolean => method === 'eth_getBlockByNumber';
const inSeconds = (seconds: number): string =>
  `0x${(Math.floor(Date.now() / 1_000) + seconds).toString(16)}`;

/** Section 2.6: heads that a backup may claim. */
const heads: readonly [string, number, object][] = [
  ['3 ahead, dated 31 s from now', 1_003, { timestamp: inSeconds(31) }],
  ['17 ahead without a date', 1_017, { timestamp: 'x' }],
  ['far ahead, dated now', 900_000, { timestamp: inSeconds(0) }],
];
const takesTraffic = (honest: number): Attack => ({
  name: `takes calls as the backup of ${honest} by a head of its own`,
  run: async (undo) => {
    for (const [how, head, more] of heads) {
      const nodes = await Promise.all(Array.from({ length: honest }, () => routingNode(undo)));
      const liar = await routingNode(undo, {
        told: (call) => {
          if (isBlock(call) && call.params[0] === 'latest')
            return { result: createBlock(head, more) };
          return undefined;
        },
      });
      const { ask } = await openTarget(undo, { eth: [...nodes, liar].map(({ url }) => url) });
      for (let turn = 0; turn < 10; turn += 1) await ask('eth_call', [{}, 'latest']);
      const taken = liar.asked.filter((method) => method === 'eth_call').length;
      if (taken > 0) return `${taken} of 10 calls went to a node ${how}`;
    }
    return undefined;
  },
});

/** Section 2.7: what a node said ends with it. */
const outlives: Attack = {
  name: 'leaves a wrong final block behind',
  run: async (undo) => {
    const honest = await routingNode(undo);
    const lie = { result: createBlock(16, { gasUsed: '0x1' }) };
    const liar = await routingNode(undo, { told: (call) => (isBlock(call) ? lie : undefined) });
    const { ask } = await openTarget(undo, { eth: [honest.url, liar.url] });
    const block = () => ask('eth_getBlockByNumber', ['0x10', false]);
    honest.told = (call) => (isBlock(call) ? { status: 502 } : undefined);
    for (let turn = 0; turn < 3; turn += 1) await block();
    honest.told = () => undefined;
    const { gasUsed } = getResult(await block()) as { gasUsed: string };
    return gainIf(gasUsed === '0x1', 'the lie was answered while its node was not asked');
  },
};

const fees: Attack = {
  name: 'leaves wrong base fees behind',
  run: async (undo) => {
    /** The last fees are those that the gas API would compare. */
    const history =
      (early: string) =>
      ({ method, params: [count] }: RpcCall) => {
        if (method !== 'eth_feeHistory') return undefined;
        const blocks = Number(count);
        const all = Array.from({ length: blocks + 1 }, (_, index) =>
          blocks - index < 20 ? '0x1' : early,
        );
        return {
          result: { oldestBlock: `0x${(1_001 - blocks).toString(16)}`, baseFeePerGas: all },
        };
      };
    const honest = await routingNode(undo);
    const liar = await routingNode(undo, { told: history('0x9') });
    const { get } = await openTarget(undo, { eth: [honest.url, liar.url] });
    honest.told = ({ method }) => (method === 'eth_feeHistory' ? { status: 502 } : undefined);
    await get('baseFeeHistory');
    honest.told = history('0x1');
    const { body } = await get('baseFeeHistory');
    const wrong = (body as string[]).filter((fee) => fee !== '0.000000001').length;
    return gainIf(wrong > 0, `${wrong} of 500 fees were a node’s that was not asked`);
  },
};

/** Section 2.8: a node that hangs, and replies that can be read in two ways. */
const hangs: Attack = {
  name: 'holds up the first call by a first node that hangs',
  run: async (undo) => {
    const [first, second] = [await routingNode(undo), await routingNode(undo)];
    const { ask } = await openTarget(undo, { eth: [first.url, second.url] });
    first.delayMs = 15_000;
    const begun = performance.now();
    const { status } = await ask('eth_call', [{}, 'latest']);
    const ms = Math.round(performance.now() - begun);
    return gainIf(status !== 200 || ms > 2_500, `the answer took ${ms} ms`);
  },
};
const ambiguous: Attack = {
  name: 'gets a reply through that can be read in two ways, or has no end of levels',
  run: async (undo) => {
    const node = await routingNode(undo);
    const { ask } = await openTarget(undo, { eth: [node.url] });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const head = '{"jsonrpc":"2.0","id":1';
    for (const reply of [`${head},"result":"0x1","result":"0x2"}`, `${head},"result":${deep}}`]) {
      node.text = reply;
      const { status } = await ask('eth_call', [{}, 'latest']);
      if (status === 200) return `${reply.slice(0, 60)} was passed on`;
    }
    return undefined;
  },
};

export const nodes: readonly Attack[] = [
  takesTraffic(2),
  takesTraffic(1),
  outlives,
  fees,
  hangs,
  ambiguous,
];
