import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { merkle } from 'starknet';
import { example, withType } from '../../../test/messages/typedDataExample';
import { randomTypedData } from '../../../test/random/typedData';
import { toAddress } from '../felt';
import { getSelector } from '../selector';
import { type TypedDataFact, typedDataFacts } from './leaves';
import { parseTypedData } from './parse';

const factsIn = (value: unknown): TypedDataFact[] =>
  typedDataFacts(parseTypedData(value)).filter(({ path }) => path.join('.').includes('leg.to'));
const factOf = (revision: 0 | 1, type: string, value: unknown): Partial<TypedDataFact> => {
  const [{ path, ...fact } = {}, ...more] = factsIn(withType(revision, type, value));
  expect(path).toEqual(['message', 'leg', 'to']);
  expect(more).toEqual([]);
  return fact;
};

describe('typedDataFacts', () => {
  it('starts with the domain, in the order of the hash', () => {
    expect(typedDataFacts(parseTypedData(example(1)))).toEqual([
      {
        path: ['domain', 'name'],
        type: 'shortstring',
        as: 'text',
        value: 'Shop',
        raw: '0x53686f70',
      },
      { path: ['domain', 'version'], type: 'shortstring', as: 'number', value: '1', raw: '0x1' },
      {
        path: ['domain', 'chainId'],
        type: 'shortstring',
        as: 'text',
        value: 'SN_MAIN',
        raw: '0x534e5f4d41494e',
      },
      { path: ['domain', 'revision'], type: 'shortstring', as: 'number', value: '1', raw: '0x1' },
      { path: ['message', 'amount'], type: 'felt', as: 'number', value: '16', raw: '0x10' },
      { path: ['message', 'leg', 'to'], type: 'felt', as: 'number', value: '7', raw: '0x7' },
    ]);
  });

  it('distinguishes a short text from the number that is signed alike', () => {
    expect(factOf(1, 'felt', 'A')).toEqual({ type: 'felt', as: 'text', value: 'A', raw: '0x41' });
    const number = { type: 'felt', as: 'number', value: '65', raw: '0x41', alsoReads: 'A' };
    expect(factOf(1, 'felt', '65')).toEqual(number);
    expect(factOf(1, 'felt', 65)).toEqual(number);
    expect(factOf(1, 'felt', '0x41')).toEqual(number);
    expect(factOf(0, 'string', '65')).toEqual({ ...number, type: 'string' });
  });

  it('names a selector if it can and warns if it cannot', () => {
    const raw = getSelector('transfer');
    const named = { type: 'selector', as: 'selector', value: 'transfer', raw };
    expect(factOf(0, 'selector', 'transfer')).toEqual(named);
    expect(factOf(1, 'selector', `0x0${raw.slice(2).toUpperCase()}`)).toEqual(named);
    expect(factOf(1, 'selector', '0x123')).toEqual({
      type: 'selector',
      as: 'selector',
      value: '0x123',
      raw: '0x123',
      warning: 'unreadableSelector',
    });
  });

  it.each([
    [0, 'zeroAddress'],
    ['0x00000000219ab540356cbb839cbe05303d7705fa', 'ethereumAddress'],
    ['0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7', undefined],
  ])('shows the address %s in full, with the warning %s', (given, warning) => {
    const fact = factOf(1, 'ContractAddress', given);
    expect(fact.value).toBe(toAddress(BigInt(given)));
    expect(fact.warning).toBe(warning);
  });

  it.each([
    ['timestamp', 1_700_000_000, 'time', '1700000000'],
    ['timestamp', '0xffffffffffffffff', 'time', '18446744073709551615'],
    ['i128', -5, 'number', '-5'],
    ['i128', '5', 'number', '5'],
    ['u128', '0xff', 'number', '255'],
    ['bool', true, 'boolean', 'true'],
    ['bool', false, 'boolean', 'false'],
    ['ClassHash', '0x0A', 'classHash', '0xa'],
    ['shortstring', '', 'text', ''],
  ])('reads a %s of %j', (type, value, as, read) => {
    expect(factOf(1, type, value)).toMatchObject({ as, value: read });
  });

  it('shows a long text as it is', () => {
    const text = 'By signing this you agree to the terms of the shop.';
    expect(factOf(1, 'string', text)).toEqual({ type: 'string', as: 'text', value: text });
  });

  it('puts the two limbs of a u256 together, beside the token that they count', () => {
    const amount = { low: '0x5', high: 1 };
    const value = (2n ** 128n + 5n).toString();
    expect(factOf(1, 'u256', amount)).toEqual({ type: 'u256', as: 'amount', value });
    const facts = factsIn(withType(1, 'TokenAmount', { token_address: '0x5', amount }));
    expect(facts.map((fact) => [fact.path.at(-1), fact.as, fact.token])).toEqual([
      ['token_address', 'address', undefined],
      ['amount', 'amount', toAddress('0x5')],
    ]);
  });

  it('marks an empty list or structure', () => {
    expect(factOf(1, 'felt*', [])).toEqual({ type: 'felt*', as: 'empty', value: '' });
    const parts = example(1);
    parts.types.Leg = [];
    parts.message.leg = {};
    expect(typedDataFacts(parseTypedData(parts)).at(-1)).toEqual({
      path: ['message', 'leg'],
      type: 'Leg',
      as: 'empty',
      value: '',
    });
  });

  it('names the chosen variant of an enum and what it holds', () => {
    const parts = example(1);
    parts.types.Leg = [{ name: 'to', type: 'enum', contains: 'Choice' }];
    parts.types.Choice = [
      { name: 'none', type: '()' },
      { name: 'some', type: '(felt,bool)' },
    ];
    parts.message.leg = { to: { some: [5, true] } };
    expect(
      factsIn(parts).map(({ path, as, value }) => [path.slice(2).join('.'), as, value]),
    ).toEqual([
      ['to', 'choice', 'some'],
      ['to.some.0', 'number', '5'],
      ['to.some.1', 'boolean', 'true'],
    ]);
    parts.message.leg = { to: { none: [] } };
    expect(factsIn(parts).map(({ as, value }) => [as, value])).toEqual([['choice', 'none']]);
  });

  it('shows the root of a Merkle tree, which alone is signed, and every leaf of it', () => {
    const parts = withType(0, 'felt', 0);
    parts.types.Leg = [{ name: 'to', type: 'merkletree', contains: 'felt' }];
    parts.message.leg = { to: [1, 2, 3] };
    const facts = factsIn(parts);
    expect(facts.map(({ as }) => as)).toEqual(['root', 'number', 'number', 'number']);
    expect(facts.slice(1).map(({ value }) => value)).toEqual(['1', '2', '3']);
    const [{ value = '' } = {}] = facts;
    expect(BigInt(value)).toBe(BigInt(new merkle.MerkleTree(['0x1', '0x2', '0x3']).root));
  });

  it('gives each fact a path of its own', () => {
    fc.assert(
      fc.property(randomTypedData(1), ({ typedData }) => {
        const facts = typedDataFacts(parseTypedData(typedData));
        expect(new Set(facts.map(({ path }) => JSON.stringify(path))).size).toBe(facts.length);
      }),
      { numRuns: 100 },
    );
  });
});
