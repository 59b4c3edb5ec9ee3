import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'starknet';
import { getSelector } from './selector';

it('makes the selectors that every token answers to', () => {
  expect(getSelector('transfer')).toBe(
    '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
  );
  expect(getSelector('__execute__')).toBe(
    '0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5ad',
  );
});

it('agrees with starknet.js on any identifier', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,60}$/u), (name) => {
      expect(getSelector(name)).toBe(hash.getSelectorFromName(name));
    }),
    { numRuns: 300 },
  );
});

it('gives the fallback entry points selector 0', () => {
  expect(['__default__', '__l1_default__'].map(getSelector)).toEqual(['0x0', '0x0']);
});

// The second one is "transfer" with a Cyrillic a.
it.each(['0x83afd3f4', 'tr\u0430nsfer', 'transfer ', '', '12', 'a.b'])('refuses %p', (name) => {
  expect(() => getSelector(name)).toThrow('identifier');
});
