import { describe, expect, it } from '@jest/globals';
import { callOf, party, tells } from '../../../test/review/subject';
import { abiDiffers } from './abiDiffers';

const call = callOf(party.router, 'swap');

describe('abiDiffers', () => {
  it('tells of a site that describes a call otherwise than the chain', () => {
    expect(tells(abiDiffers, { calls: [call, { ...call, siteAgrees: false }] })).toEqual([
      'caution: The site describes this otherwise',
    ]);
  });

  it('is silent where they agree, and where there is nothing to compare', () => {
    expect(tells(abiDiffers, { calls: [call, { ...call, siteAgrees: true }] })).toEqual([]);
  });
});
