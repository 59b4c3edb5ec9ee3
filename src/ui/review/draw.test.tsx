import { describe, expect, it } from '@jest/globals';
import { Line } from './draw';

describe('a line', () => {
  it.each([
    ['Network', 'Mainnet', 'horizontal'],
    ['Fee', '≈ 0.003064 STRK', 'horizontal'],
    // Wallets with a wide font would let the two touch.
    ['Maximum fee', '≈ 0.003064 STRK', 'vertical'],
    ['issuedAt', '2026-11-28T10:00:00.000Z', 'vertical'],
    ['aLongNameOfAField', 'aWordOfNearlyTheSameLen', 'vertical'],
    ['Host', 'aHostOfTheUsersOwnWithALongName.example', 'vertical'],
  ])(
    'stands side by side if label and value have room on one line: %s, %s',
    (label, value, direction) => {
      const { props } = Line({ label, children: value });
      expect(Object(props).direction ?? 'vertical').toBe(direction);
    },
  );
});
