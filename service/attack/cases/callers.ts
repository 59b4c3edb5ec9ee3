import { setTimeout } from 'node:timers/promises';
import { routingNode } from '../../test/routingNode';
import { type Attack, gainIf, getResult, openTarget } from '../attack';

const address = `0x${'11'.repeat(20)}`;
const isCall = (method: string): boolean => method === 'eth_call';

/** Section 1.1: what one caller sends is the answer of no other. */
const spelling: Attack = {
  name: 'answers another key’s call by a spelling of its own',
  run: async (undo) => {
    const node = await routingNode(undo, {
      delayMs: 20,
      told: ({ method, params: [first] }) => {
        if (isCall(method))
          return { result: Object.hasOwn(Object(first), 'to') ? '0x600d' : '0xbad' };
        return undefined;
      },
    });
    const { attack, ask } = await openTarget(undo, { eth: [node.url] });
    let wrong = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const odd = turn % 5 === 0 ? [attack('eth_call', [{ TO: address }, 'latest'])] : [];
      await setTimeout(1);
      if (getResult(await ask('eth_call', [{ to: address }, 'latest'])) !== '0x600d') wrong += 1;
      await Promise.all(odd);
    }
    return gainIf(wrong > 0, `${wrong} of 60 answers were wrong`);
  },
};

const predating: Attack = {
  name: 'lets a read answer from before its caller’s own transaction',
  run: async (undo) => {
    const node = await routingNode(undo);
    let sent = 0;
    node.told = ({ method }) => {
      if (method === 'eth_sendRawTransaction') sent += 1;
      if (method === 'eth_sendRawTransaction') return { result: `0x${'22'.repeat(32)}` };
      // The node reads the state as the request comes, and answers later.
      if (isCall(method)) return { result: `0x${sent}` };
      return undefined;
    };
    const methods = ['eth_sendRawTransaction'];
    const { attack, ask } = await openTarget(undo, { eth: [node.url], methods });
    let old = 0;
    for (let turn = 1; turn <= 20; turn += 1) {
      node.delayMs = 0;
      node.lateMs = 50;
      const earlier = attack('eth_call', [{ to: address }, 'latest']);
      await setTimeout(10);
      node.lateMs = 0;
      await ask('eth_sendRawTransaction', ['0x02f0']);
      const read = getResult(await ask('eth_call', [{ to: address }, 'latest']));
      if (read !== `0x${turn}`) old += 1;
      await earlier;
    }
    return gainIf(old > 0, `${old} of 20 reads were from before`);
  },
};

/** Section 1.3: texts that a node repeats, and calls that something before it refuses. */
const texts = [
  'free tier',
  'daily request count exceeded',
  'rate limit exceeded',
  'invalid api key',
];
const echo: Attack = {
  name: 'rests a node for all by a text that the node repeats',
  run: async (undo) => {
    const refuse = await routingNode(undo, {
      told: ({ method, params }) => {
        if (method === 'eth_getLogs')
          return {
            error: { code: -32602, message: `invalid argument 0: ${JSON.stringify(params)}` },
          };
        return undefined;
      },
    });
    const second = await routingNode(undo);
    const { attack, ask } = await openTarget(undo, { eth: [refuse.url, second.url] });
    for (const text of texts) {
      for (const filter of [{ address: text }, { [text]: 1 }, { topics: [[text]] }])
        await attack('eth_getLogs', [filter]);
      second.asked.length = 0;
      const { status } = await ask('eth_call', [{ to: address }, 'latest']);
      const isMoved = second.asked.includes('eth_call');
      if (status !== 200 || isMoved) return `"${text}" decided about another caller’s node`;
    }
    return undefined;
  },
};
const firewall: Attack = {
  name: 'rests the first node for all by a call that a firewall refuses',
  run: async (undo) => {
    const first = await routingNode(undo, {
      told: ({ params }) =>
        JSON.stringify(params).includes('script') ? { status: 403, body: '<html>' } : undefined,
    });
    const second = await routingNode(undo);
    const { attack, ask } = await openTarget(undo, { eth: [first.url, second.url] });
    for (const status of [403, 401, 402]) {
      first.told = ({ params }) =>
        JSON.stringify(params).includes('script') ? { status, body: '<html>' } : undefined;
      await attack('eth_call', [{ to: address, data: '<script>' }, 'latest']);
      await setTimeout(100);
      second.asked.length = 0;
      await ask('eth_call', [{ to: address }, 'latest']);
      if (second.asked.includes('eth_call')) return `a ${status} for one call moved all`;
    }
    return undefined;
  },
};
const slow: Attack = {
  name: 'moves all calls from the first node by slow calls',
  run: async (undo) => {
    const [first, second] = [await routingNode(undo), await routingNode(undo)];
    const { attack, ask } = await openTarget(undo, { eth: [first.url, second.url] });
    first.lateMs = 3_000;
    const slowOnes = Array.from({ length: 10 }, (_, index) =>
      attack('eth_call', [{ to: address, nonce: `0x${index + 1}` }, 'latest']),
    );
    await setTimeout(300);
    first.lateMs = 0;
    await setTimeout(1_200);
    second.asked.length = 0;
    for (let turn = 0; turn < 10; turn += 1) await ask('eth_gasPrice');
    const moved = second.asked.filter((method) => method === 'eth_gasPrice').length;
    await Promise.all(slowOnes);
    return gainIf(moved > 0, `${moved} of 10 calls went to the second node`);
  },
};

/** From issue 48.15: one answer, whatever the node takes a malformed block for. */
const blocks: Attack = {
  name: 'shows which node answers by malformed blocks',
  run: async (undo) => {
    const lenient = await routingNode(undo);
    const strict = await routingNode(undo, {
      told: ({ method, params: [block] }) => {
        if (method === 'eth_getBlockByNumber' && !/^(?:0x[\da-f]+|[a-z]+)$/.test(String(block)))
          return { error: { code: -32602, message: 'strict' } };
        return undefined;
      },
    });
    const answers = await Promise.all(
      [lenient, strict].map(async ({ url }) => {
        const { ask } = await openTarget(undo, { eth: [url] });
        const odd = [['1'], [1], ['0x01'], '0x010', '1', 1, '0x', '0X1', 'LATEST'];
        return Promise.all(
          odd.map(async (block) => (await ask('eth_getBlockByNumber', [block, false])).body),
        );
      }),
    );
    const [one, other] = answers.map((all) => JSON.stringify(all));
    return gainIf(one !== other, 'two nodes answered differently');
  },
};

export const callers: readonly Attack[] = [spelling, predating, echo, firewall, slow, blocks];
