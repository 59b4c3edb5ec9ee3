import { describe, expect, it } from '@jest/globals';
import {
  approve,
  approveAll,
  callOf,
  change,
  party,
  previewOf,
  subjectOf,
  swap,
  tells,
  transfer,
} from '../../../test/review/subject';
import { tokenUnknown } from './tokenUnknown';

const { meme, punks, usdc, friend, stranger, router } = party;
const sell = { token: usdc, amount: '5' };
const unverified = { address: meme, symbol: 'MEME', decimals: 18, verified: false };

describe('tokenUnknown', () => {
  it('tells of an unknown token that is bought or received', () => {
    const expected = 'caution: You would get an unknown token';
    const calls = [swap(router, sell, { token: meme, amount: '5' })];
    expect(tells(tokenUnknown, { calls })).toEqual([expected]);
    const preview = previewOf(change('receive', meme, '5', stranger));
    const tokens = { ...subjectOf().tokens, [meme]: unverified };
    expect(tells(tokenUnknown, { preview, tokens })).toEqual([expected]);
  });

  it('notes one that is sent, allowed or named, and collections', () => {
    const known = callOf(router, 'deposit', {
      kind: 'act',
      contract: router,
      name: 'AVNU',
      act: 'deposit',
      quantities: [{ token: meme, amount: '5' }],
    });
    for (const call of [
      transfer(meme, friend, '5'),
      approve(meme, router, '5'),
      approveAll(punks, router),
      transfer(punks, friend, '1', { standard: 'erc721', tokenId: '7' }),
      known,
    ])
      expect(tells(tokenUnknown, { calls: [call] })).toEqual(['info: Unknown token']);
    const preview = previewOf(change('receive', punks, '1', stranger, { standard: 'erc721' }));
    expect(tells(tokenUnknown, { preview })).toEqual(['info: Unknown token']);
  });

  it('is silent about listed and verified tokens', () => {
    const calls = [
      transfer(usdc, friend, '5'),
      approve(usdc, router, '5'),
      swap(router, sell, { token: party.eth, amount: '5' }),
    ];
    expect(tells(tokenUnknown, { calls })).toEqual([]);
    const tokens = { [meme]: { ...unverified, verified: true } };
    expect(tells(tokenUnknown, { calls: [transfer(meme, friend, '5')], tokens })).toEqual([]);
  });
});
