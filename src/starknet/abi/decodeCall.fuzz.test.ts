import { expect, it } from '@jest/globals';
import { checkCalls, checkFelts } from '../../../test/random/abiProperties';

it('decodes 5,000 calls as starknet.js encodes them, and encodes them back', () => {
  checkCalls(5_000);
}, 60_000);

it('hides no felt of 10,000 calls, meant or not: what decodes is encoded to the same felts', () => {
  expect(checkFelts(10_000)).toBeGreaterThan(0.1);
}, 60_000);
