import { describe, expect, it } from '@jest/globals';
import { checkIdentity, getBlockNumber } from './identity';

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
