import { describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import {
  domainNames,
  example,
  type Parts,
  refusal,
  refused,
  withType,
} from '../../../test/messages/typedDataExample';
import { spoiled } from '../../../test/random/spoiledTypedData';
import { typedDataHash } from './hash';
import { parseTypedData, typedDataChainId } from './parse';

type Revision = 0 | 1;

const deepTypes = (depth: number, revision: Revision): Parts => {
  const parts = example(revision);
  for (let i = 1; i < depth; i++) parts.types[`T${i}`] = [{ name: 'x', type: `T${i + 1}` }];
  parts.types[`T${depth}`] = [];
  parts.types.Leg = [{ name: 'to', type: 'T1*' }];
  parts.message.leg = { to: [] };
  return parts;
};

describe('parseTypedData', () => {
  for (const revision of [0, 1] as const) {
    for (const [what, spoil] of Object.entries(spoiled))
      it(`refuses ${what} (revision ${revision})`, () => {
        const parts = example(revision);
        const path = spoil(parts, domainNames[revision]);
        refused(parts, path);
        // The developer reads what to change.
        expect(() => parseTypedData(parts)).toThrow(
          /expected|declare|remove|rename|leave|give|\buse\b|needs|\bname (?:one|another|a type)/u,
        );
      });

    it.each([
      'Leg*',
      '(Leg)',
      'a,b',
      'a:b',
      'a"b',
      'a\\b',
      'a\nb',
      'a\u202eb',
      ' Leg',
      'a'.repeat(129),
    ])(`refuses %j as the name of a type (revision ${revision})`, (name) => {
      const parts = example(revision);
      parts.types[name] = [];
      refused(parts, `types.${name}`);
    });

    it(`accepts types that are nested 16 deep and no deeper (revision ${revision})`, () => {
      const account = '0x1';
      const deepest = deepTypes(13, revision);
      expect(() => typedDataHash(parseTypedData(deepest), account)).not.toThrow();
      expect(refusal(deepTypes(14, revision)).kind).toBe('invalidParams');
      expect(refusal(deepTypes(40, revision)).kind).toBe('invalidParams');
      for (const stars of [15, 16, 17, 60_000])
        expect(refusal(withType(revision, `felt${'*'.repeat(stars)}`, [])).kind).toBe(
          'invalidParams',
        );
    });

    it(`accepts 2,000 values and no more (revision ${revision})`, () => {
      const list = (length: number) =>
        withType(
          revision,
          'felt*',
          Array.from({ length }, () => 1),
        );
      const others = revision === 0 ? 6 : 7;
      expect(() => parseTypedData(list(2_000 - others))).not.toThrow();
      refused(list(2_001 - others), `message.leg.to.${2_000 - others}`);
    });

    it(`refuses an array with holes (revision ${revision})`, () => {
      const holes: unknown[] = [1, 2, 3];
      delete holes[1];
      refused(withType(revision, 'felt*', holes), 'message.leg.to.1');
    });
  }

  it.each(['u256', 'OrderType', 'address', 'enum', 'i128'])(
    'refuses %s in revision 0, which not every library reads as a felt',
    (type) => refused(withType(0, type, 1), 'types.Leg.0.type'),
  );

  it.each(['u8', 'u16', 'u32', 'u64', 'felt252'])('refuses %s in revision 1', (type) =>
    refused(withType(1, type, 1), 'types.Leg.0.type'),
  );

  it.each(['u256', 'TokenAmount', 'NftId', 'u128', 'enum', 'merkletree'])(
    'refuses to have %s defined again in revision 1',
    (name) => {
      const parts = example(1);
      parts.types[name] = [];
      refused(parts, `types.${name}`);
    },
  );

  it.each([
    [0, /declare it, or use felt, .*, u64\.$/u],
    [1, /declare it, or use felt, .*, ClassHash, u256, TokenAmount, NftId\.$/u],
  ] as const)('names the types of revision %i if one is not declared', (...[revision, known]) => {
    const parts = example(revision);
    parts.types.Leg = [{ name: 'to', type: 'Nowhere' }];
    expect(() => parseTypedData(parts)).toThrow(known);
  });

  it('refuses types in parentheses if there is no enum', () => {
    refused(withType(1, '(felt)', 1), 'types.Leg.0.type');
    refused(withType(1, '()', 1), 'types.Leg.0.type');
  });

  // @promise T13.1
  it.each([undefined, null, 'text', 5, [], {}])('refuses %j', (value) => {
    expect(refusal(value).kind).toBe('invalidParams');
  });

  it('accepts the domains that are in use in revision 0', () => {
    for (const [names, types] of [
      [
        ['name', 'chainId', 'version'],
        ['felt', 'felt', 'felt'],
      ],
      [
        ['name', 'version', 'chain_id'],
        ['string', 'felt', 'felt'],
      ],
    ] as const) {
      const parts = example(0);
      parts.types.StarkNetDomain = names.map((name, i) => ({ name, type: types[i] }));
      parts.domain = {
        name: 'Shop',
        version: '1',
        revision: '0',
        [names[2] === 'chain_id' ? 'chain_id' : 'chainId']: 'SN_MAIN',
      };
      const parsed = parseTypedData(parts);
      expect(typedDataChainId(parsed)).toBe('0x534e5f4d41494e');
      const expected = oracle.getMessageHash(parts as never, '0x5');
      expect(BigInt(typedDataHash(parsed, '0x5'))).toBe(BigInt(expected));
    }
  });

  it('gives a frozen value that survives JSON', () => {
    const parsed = parseTypedData(example(1));
    expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
    expect(Object.isFrozen(parsed.message.fields[0]?.value)).toBe(true);
  });
});

describe('typedDataChainId', () => {
  it.each([
    ['SN_SEPOLIA', '0x534e5f5345504f4c4941'],
    ['0x534E5F4D41494E', '0x534e5f4d41494e'],
    ['23448594291968334', '0x534e5f4d41494e'],
    ['0x0534e5f4d41494e', '0x534e5f4d41494e'],
  ])('reads %s', (chainId, expected) => {
    const parts = example(1);
    parts.domain.chainId = chainId;
    expect(typedDataChainId(parseTypedData(parts))).toBe(expected);
  });
});

describe('revision 0 as it is in use', () => {
  const old = (domain: object[], more: object = {}) => ({
    types: {
      StarkNetDomain: domain,
      Order: [
        { name: 'amount', type: 'u128' },
        { name: 'rest', type: 'u128*' },
      ],
      ...more,
    },
    primaryType: 'Order',
    domain: { name: 'Old', version: '1', chainId: 'SN_MAIN' },
    message: { amount: '0xffffffffffffffffffffffffffffffff', rest: [1, '2'] },
  });
  const felts = ['name', 'version', 'chainId'].map((name) => ({ name, type: 'felt' }));

  it('accepts u128, and hashes it as starknet.js does', () => {
    const parts = old(felts);
    const expected = oracle.getMessageHash(parts as never, '0x5');
    expect(BigInt(typedDataHash(parseTypedData(parts), '0x5'))).toBe(BigInt(expected));
    const above = { ...parts, message: { amount: `0x1${'0'.repeat(32)}`, rest: [] } };
    expect(() => parseTypedData(above)).toThrow(/unsigned number of 128 bits/u);
  });

  it('names what a domain needs that is signed alike everywhere, if one is nested', () => {
    const nested = old([...felts.slice(1), { name: 'name', type: 'Name' }], {
      Name: [{ name: 'text', type: 'felt' }],
    });
    expect(() => parseTypedData(nested)).toThrow(/declare name as a felt/u);
  });
});
