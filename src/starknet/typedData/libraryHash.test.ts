import { describe, expect, it } from '@jest/globals';
import { libraryHash } from './libraryHash';

const domainType = ['name', 'version', 'chainId', 'revision'].map((name) => ({
  name,
  type: 'shortstring',
}));
const data = (value: unknown, type = 'bool', more: object = {}) => ({
  types: { StarknetDomain: domainType, Vote: [{ name: 'value', type }], ...more },
  primaryType: 'Vote',
  domain: { name: 'Votes', version: '1', chainId: 'SN_MAIN', revision: '1' },
  message: { value },
});
const hash = (...given: Parameters<typeof data>) => libraryHash(data(...given), '0x7');
const refusal = expect.objectContaining({ kind: 'invalidParams' });

describe('libraryHash of revision 1', () => {
  it('hashes true and false, and no other value as a bool', () => {
    expect(hash(true)).not.toBe(hash(false));
    for (const value of [1, 0, '1', '0', 'true', 'false', '0x1', '', [], {}])
      expect(() => hash(value)).toThrow(refusal);
    expect(hash(1, 'felt')).not.toBe(hash(true));
  });

  it('refuses types that redefine a preset, and takes a type of any other name', () => {
    const members = [{ name: 'low', type: 'felt' }];
    const value = { low: '1', high: '0', token_address: '0x1', amount: '1', token_id: '1' };
    for (const preset of ['u256', 'TokenAmount', 'NftId']) {
      expect(() =>
        hash({ ...value, amount: value, token_id: value }, preset, { [preset]: members }),
      ).toThrow(refusal);
    }
    expect(() => hash(true, 'bool', { u256: members })).toThrow(refusal);
    expect(hash(value, 'Number', { Number: members })).toEqual(expect.any(String));
  });
});
