import { expect, it } from '@jest/globals';
import { checkCalls, checkFelts } from '../../../test/random/abiProperties';

it('decodes any call as starknet.js encodes it, and encodes it back', () => {
  checkCalls(250);
});

it('hides no felt: whatever decodes is encoded to the same felts', () => {
  expect(checkFelts(400)).toBeGreaterThan(0.1);
});
