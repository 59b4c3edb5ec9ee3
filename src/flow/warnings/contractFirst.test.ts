import { describe, expect, it } from '@jest/globals';
import { callOf, inEnglish, party, subjectOf, tells, transfer } from '../../../test/review/subject';
import { contractFirst } from './contractFirst';

const { stranger, router, usdc, friend, me } = party;

describe('contractFirst', () => {
  it('notes a contract that the account did not use before', () => {
    const calls = [callOf(stranger, 'claim')];
    expect(tells(contractFirst, { calls })).toEqual(['info: First time with this contract']);
    const [warning] = contractFirst(subjectOf({ calls }));
    expect(warning && inEnglish(warning.text)).toMatch(/used 0x( [0-9a-f]{4}){16} before/u);
  });

  it('is silent about used, listed and own contracts, and tokens', () => {
    const calls = [callOf(router, 'claim'), callOf(me, 'claim'), transfer(usdc, friend, '1')];
    expect(tells(contractFirst, { calls })).toEqual([]);
    const known = { recipients: [], contracts: [stranger] };
    expect(tells(contractFirst, { calls: [callOf(stranger, 'claim')], known })).toEqual([]);
    const tokens = {
      [party.meme]: { address: party.meme, symbol: null, decimals: null, verified: false },
    };
    expect(tells(contractFirst, { calls: [transfer(party.meme, friend, '1')], tokens })).toEqual(
      [],
    );
  });
});
