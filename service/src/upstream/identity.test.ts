import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBlock } from '../../test/routingNode';
import { checkIdentity, findCheck, getBlockNumber } from './identity';
import { openMethods } from './methods';
import { findWrongParam, isPlain } from './params';
import { orderProof } from './shape';

const one = `0x${'11'.repeat(32)}`;
const two = `0x${'22'.repeat(32)}`;
const here = `0x${'ab'.repeat(20)}`;
const there = `0x${'cd'.repeat(20)}`;
const log = { address: here, topics: [one, two], blockNumber: '0x10', blockHash: one };

/** A method, what was asked for, what answers it, and what does not. */
const questions: [string, unknown[], unknown, unknown][] = [
  ['eth_getTransactionByHash', [one], { hash: one }, { hash: two }],
  ['eth_getTransactionReceipt', [one], { transactionHash: one }, { transactionHash: two }],
  [
    'eth_getTransactionByBlockHashAndIndex',
    [one, '0x1'],
    { blockHash: one, transactionIndex: '0x1' },
    { blockHash: one, transactionIndex: '0x2' },
  ],
  [
    'eth_getTransactionByBlockHashAndIndex',
    [one, '0x01'],
    { blockHash: one, transactionIndex: '0x1' },
    { blockHash: two, transactionIndex: '0x1' },
  ],
  [
    'eth_getLogs',
    [{ address: here.toUpperCase().replace('X', 'x') }],
    [log],
    [{ ...log, address: there }],
  ],
  ['eth_getLogs', [{ address: [there, here] }], [log], [log, { ...log, address: one }]],
  ['eth_getLogs', [{ blockHash: one }], [log], [{ ...log, blockHash: two }]],
  ['eth_getLogs', [{ fromBlock: '0x10' }], [log], [{ ...log, blockNumber: '0xf' }]],
  ['eth_getLogs', [{ toBlock: '0x10' }], [log], [{ ...log, blockNumber: '0x11' }]],
  ['eth_getLogs', [{ topics: [null, [one, two]] }], [log], [{ ...log, topics: [two, there] }]],
  ['eth_getLogs', [{ topics: [one] }], [log], [{ ...log, topics: [] }]],
];

describe('checkIdentity', () => {
  // @promise P30.1
  it.each(questions)(
    'rejects an answer to another question of %s %j',
    (method, params, own, other) => {
      const check = (result: unknown) => () => checkIdentity({ method, params }, result);
      expect(check(own)).not.toThrow();
      expect(check(null)).not.toThrow();
      expect(check(other)).toThrow(`A node's reply to ${method} is of something else.`);
    },
  );

  it('accepts what it cannot compare: tags, what is pending, and methods without an identity', () => {
    for (const [method, params, result] of [
      ['eth_getLogs', [{ fromBlock: 'earliest', toBlock: 'latest' }], [log]],
      ['eth_getLogs', [{ fromBlock: '0x10' }], [{ ...log, blockNumber: null }]],
      ['eth_getLogs', [], [log]],
      ['eth_call', [{}, 'latest'], '0x'],
    ] as const) {
      expect(() => checkIdentity({ method, params }, result)).not.toThrow();
    }
  });
});

/** A value in the one spelling, and in others that one node or another reads as the same. */
type Spelling = (plain: string) => fc.Arbitrary<unknown>;
const plainly: Spelling = (plain) => fc.constant(plain);
const oddly: Spelling = (plain) =>
  fc.constantFrom<unknown>(
    plain,
    `0x${plain.slice(2).toUpperCase()}`,
    `0X${plain.slice(2)}`,
    plain.slice(2),
    ` ${plain}`,
    `0x0${plain.slice(2)}`,
    `0x${plain.slice(2).replace(/^0+(?=.)/, '')}`,
    String(BigInt(plain)),
    Number(BigInt(plain)),
    [plain],
    { blockNumber: plain },
    { blockHash: plain },
  );
const flagsOf = (spell: Spelling, areWhole: boolean): fc.Arbitrary<unknown> => {
  if (spell === plainly) return fc.constant(areWhole);
  return areWhole ? fc.constantFrom(true, 'true', 1) : fc.constantFrom(false, 'false', 0, null);
};
/** Names of a filter as some nodes read them, each after one that is overridden by it there. */
const namesOf = (spell: Spelling, name: string): fc.Arbitrary<string> => {
  if (spell === plainly) return fc.constant(name);
  return fc.constantFrom(name, name.toUpperCase(), name.replace('s', '\u017f'), `${name} `);
};

const numbersBelow = (base: bigint, digits: number) =>
  fc
    .bigInt({ min: 0n, max: base ** BigInt(digits) - 1n })
    .map((number) => `0x${number.toString(Number(base)).padStart(digits, '0')}`);
/** Also without a letter, so that it could be read as decimal. */
const hexOf = (digits: number) => fc.oneof(numbersBelow(16n, digits), numbersBelow(10n, digits));
const numberOf = fc.nat(1_000_000).map((number) => `0x${number.toString(16)}`);
type Question = { params: unknown[]; result: unknown };
type Ask = (spell: Spelling) => fc.Arbitrary<Question>;

const withBlock =
  (idOf: (block: ReturnType<typeof createBlock>) => string): Ask =>
  (spell) =>
    fc.tuple(fc.nat(1_000), fc.boolean()).chain(([number, areWhole]) => {
      const block = createBlock(number, { transactions: [areWhole ? { hash: one } : one] });
      return fc
        .tuple(spell(idOf(block)), flagsOf(spell, areWhole))
        .map((params) => ({ params, result: block }));
    });
const byHash =
  (resultOf: (hash: string) => unknown): Ask =>
  (spell) =>
    hexOf(64).chain((hash) =>
      spell(hash).map((param) => ({ params: [param], result: resultOf(hash) })),
    );
const byIndex =
  (block: fc.Arbitrary<string>, resultOf: (id: string, index: string) => unknown): Ask =>
  (spell) =>
    fc
      .tuple(block, numberOf)
      .chain(([id, index]) =>
        fc
          .tuple(spell(id), spell(index))
          .map((params) => ({ params, result: resultOf(id, index) })),
      );

/** For each method with a check: a call, and the answer of an honest node. */
const asks: Readonly<Record<string, Ask>> = {
  eth_getBlockByHash: withBlock(({ hash = '' }) => hash),
  eth_getBlockByNumber: withBlock(({ number }) => number),
  eth_getBlockReceipts: byHash((hash) => [
    { transactionIndex: '0x0', blockHash: hash, blockNumber: `0x${BigInt(hash).toString(16)}` },
  ]),
  eth_getLogs: (spell) =>
    fc.tuple(hexOf(40), hexOf(64), numberOf).chain(([address, topic, block]) => {
      const names = ['address', 'topics', 'fromBlock'].map((name) => namesOf(spell, name));
      const parts = [spell(address), spell(topic), spell(block)];
      const all = fc.tuple(fc.tuple(...names), fc.tuple(...parts));
      return all.map(([[atAddress, atTopics, atBlock], [ofAddress, ofTopic, ofBlock]]) => ({
        params: [
          {
            ...(spell === plainly ? {} : { address: there, fromBlock: '0x1000000' }),
            [String(atAddress)]: ofAddress,
            [String(atTopics)]: [ofTopic],
            [String(atBlock)]: ofBlock,
          },
        ],
        result: [{ address, topics: [topic], blockNumber: block, blockHash: one, logIndex: '0x0' }],
      }));
    }),
  eth_getProof: (spell) =>
    fc.tuple(hexOf(40), fc.array(hexOf(64), { maxLength: 3 })).chain(([address, keys]) => {
      // As Besu does.
      const sortedKeys = [...new Set(keys)].sort();
      const result = { address, storageProof: sortedKeys.map((key) => ({ key })) };
      const askedKeys = fc.shuffledSubarray([...keys, ...keys], { minLength: keys.length });
      return askedKeys
        .filter((all) => sortedKeys.every((key) => all.includes(key)))
        .chain((all) =>
          fc.tuple(spell(address), fc.tuple(...all.map(spell)), fc.constant('latest')),
        )
        .map((params) => ({ params, result }));
    }),
  eth_getTransactionByBlockHashAndIndex: byIndex(hexOf(64), (blockHash, transactionIndex) => ({
    blockHash,
    transactionIndex,
  })),
  eth_getTransactionByBlockNumberAndIndex: byIndex(numberOf, (blockNumber, transactionIndex) => ({
    blockNumber,
    transactionIndex,
  })),
  eth_getTransactionByHash: byHash((hash) => ({ hash })),
  eth_getTransactionReceipt: byHash((transactionHash) => ({ transactionHash, logs: [] })),
};
const questionsIn = (spell: Spelling): fc.Arbitrary<Question & { method: string }> =>
  fc.oneof(
    ...Object.entries(asks).map(([method, ask]) =>
      ask(spell).map((question) => ({ method, ...question })),
    ),
  );

const wordsOf = ({ params }: Pick<Question, 'params'>): readonly string[] =>
  JSON.stringify(params).match(/0x[\da-f]+/g) ?? [];

describe('a caller’s spelling', () => {
  it('covers each method with a check', () => {
    expect(Object.keys(asks).sort()).toEqual(openMethods.filter(findCheck).sort());
  });

  // @promise P30.1
  it('makes no honest node a liar, however a node reads it', () => {
    fc.assert(
      fc.property(questionsIn(oddly), ({ method, params, result }) => {
        const call = { method, params };
        if (findWrongParam(call) !== undefined || !isPlain(call)) return;
        expect(() => checkIdentity(call, orderProof(call, result))).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  // @promise P30.1
  it('leaves a plain call one that tells liars', () => {
    const pairs = Object.entries(asks).map(([method, ask]) =>
      fc.tuple(fc.constant(method), ask(plainly), ask(plainly)),
    );
    fc.assert(
      fc.property(fc.oneof(...pairs), ([method, { params, result }, lie]) => {
        fc.pre(!wordsOf(lie).some((word) => wordsOf({ params }).includes(word)));
        const call = { method, params };
        expect(findWrongParam(call)).toBeUndefined();
        expect(isPlain(call)).toBe(true);
        expect(() => checkIdentity(call, orderProof(call, result))).not.toThrow();
        const check = () => checkIdentity(call, orderProof(call, lie.result));
        expect(check).toThrow('something else');
      }),
      { numRuns: 300 },
    );
  });
});

describe('getBlockNumber', () => {
  it('returns the block that a result belongs to, if it belongs to one', () => {
    expect(getBlockNumber('eth_blockNumber', '0x10')).toBe(16n);
    expect(getBlockNumber('eth_getBlockByHash', { number: '0x10' })).toBe(16n);
    expect(getBlockNumber('eth_getBlockReceipts', [{ blockNumber: '0x10' }])).toBe(16n);
    expect(getBlockNumber('eth_getTransactionByHash', { blockNumber: null })).toBeUndefined();
    expect(getBlockNumber('eth_getBlockReceipts', [])).toBeUndefined();
    expect(getBlockNumber('eth_call', '0x10')).toBeUndefined();
  });
});
