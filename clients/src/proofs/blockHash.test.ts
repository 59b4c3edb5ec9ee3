import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EthBlock } from '../schema/ethereum/block';
import { parse } from '../schema/field';
import { blockHash } from './blockHash';

const folder = 'test/vectors/execution-apis/eth_getBlockByNumber';
const recorded = (name: string): EthBlock => {
  const text = readFileSync(join(folder, `${name}.io`), 'utf8');
  const reply = text.split('\n').find((line) => line.startsWith('<<')) ?? '';
  return parse(JSON.parse(reply.slice(2)).result, EthBlock, 'internal');
};

describe('blockHash', () => {
  it.each([
    'get-genesis',
    'get-block-london-fork',
    'get-block-merge-fork',
    'get-block-prague-fork',
    'get-latest',
  ])('computes the hash of a recorded block: %s', (name) => {
    const block = recorded(name);
    expect(blockHash(block)).toBe(block.hash);
  });

  it('differs if any field of the header differs', () => {
    const block = recorded('get-latest');
    const other = `0x${'12'.repeat(32)}`;
    for (const lie of [{ stateRoot: other }, { parentHash: other }, { timestamp: '0x21d' }])
      expect(blockHash({ ...block, ...lie })).not.toBe(block.hash);
  });

  it('returns undefined if a field is missing or malformed', () => {
    const { mixHash: _mixHash, ...block } = recorded('get-latest');
    expect(blockHash(block)).toBeUndefined();
    expect(blockHash({ ...recorded('get-latest'), number: null })).toBeUndefined();
  });
});
