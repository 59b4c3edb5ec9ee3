import { describe, expect, it } from '@jest/globals';
import { messageOf, party, tells, told } from '../../../test/review/subject';
import { outsideAnyone } from './outsideAnyone';

const by = (caller: string) =>
  told(outsideAnyone(messageOf({ outside: { caller, after: '0', before: '1800000600' } })));

describe('outsideAnyone', () => {
  it('warns of calls that anyone may carry out, in any spelling', () => {
    for (const caller of [
      '0x414e595f43414c4c4552',
      '0x414E595F43414C4C4552',
      '0x00414e595f43414c4c4552',
      String(0x414e595f43414c4c4552n),
    ])
      expect(by(caller)).toEqual(['high: Anyone can carry this out']);
  });

  it('is silent about a named caller, and about transactions', () => {
    expect(by(party.stranger)).toEqual([]);
    expect(tells(outsideAnyone, {})).toEqual([]);
  });
});
