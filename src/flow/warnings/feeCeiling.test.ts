import { describe, expect, it } from '@jest/globals';
import { messageOf, strk, subjectOf, tells } from '../../../test/review/subject';
import { chainIds } from '../../schema/primitives';
import { feeCeiling } from './feeCeiling';

const upTo = (maximum: number) => ({ fee: { expected: null, maximum: strk(maximum) } });
const sepolia = {
  context: {
    ...subjectOf().context,
    network: { name: 'Starknet Sepolia', chainId: chainIds.sepolia },
  },
};

describe('feeCeiling', () => {
  it('tells of a fee that nothing usual costs', () => {
    expect(tells(feeCeiling, upTo(51))).toEqual(['high: Very high fee']);
    expect(tells(feeCeiling, upTo(500))).toEqual(['high: Very high fee']);
    expect(tells(feeCeiling, upTo(501))).toEqual(['critical: Very high fee']);
    expect(tells(feeCeiling, { ...upTo(501), ...sepolia })).toEqual(['high: Very high fee']);
    expect(tells(feeCeiling, { ...upTo(5001), ...sepolia })).toEqual(['critical: Very high fee']);
  });

  it('is silent about large but usual fees', () => {
    expect(tells(feeCeiling, upTo(50))).toEqual([]);
    expect(tells(feeCeiling, { ...upTo(500), ...sepolia })).toEqual([]);
    expect(feeCeiling(messageOf())).toEqual([]);
  });
});
