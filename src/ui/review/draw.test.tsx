import { describe, expect, it } from '@jest/globals';
import { Line } from './draw';

describe('a line', () => {
  it.each([
    ['Network', 'Mainnet', 'Row'],
    ['Asked by', 'You, on the module’s page', 'Row'],
    ['issuedAt', '2026-11-28T10:00:00.000Z', 'Box'],
    ['aLongNameOfAField', 'aWordOfNearlyTheSameLen', 'Box'],
    ['Host', 'aHostOfTheUsersOwnWithALongName.example', 'Box'],
  ])('stands side by side if the longest words of both have room: %s, %s', (label, value, type) => {
    expect(Line({ label, children: value }).type).toBe(type);
  });
});
