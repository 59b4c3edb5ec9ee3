import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { message } from '../../../test/messages/typedDataExample';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { parseTypedData } from '../../starknet/typedData/parse';
import { readGrant } from './grants';

const [account] = storedAccounts(chainIds.mainnet, 1) as [StoredAccount]; // one was asked for
const NOW = 1_800_000_000;
const YEAR = 365 * 86_400;
const key = `0x3${'7'.repeat(62)}`;
type Fields = Parameters<typeof message>[1];
type Field = Fields[string];

/** Fields in any order, by names that say nothing. */
const shuffled = (fields: readonly Field[]): fc.Arbitrary<Fields> =>
  fc
    .shuffledSubarray([...fields], { minLength: fields.length })
    .map((all) => Object.fromEntries(all.map((one, i) => [`x${i}`, one])));
const rulesOf = (fields: Fields, revision: 0 | 1 = 1) =>
  readGrant({
    account,
    typedData: parseTypedData(message(revision, fields)),
    now: NOW,
  }).extremes.map(({ rule }) => rule);

const party: Field = ['ContractAddress', `0x04${'8'.repeat(62)}`];
const near = fc.integer({ min: NOW + 1, max: NOW + YEAR });
const late = fc.integer({ min: NOW + YEAR + 1, max: 9_999_999_999 });
const scale = fc.constantFrom(1, 1_000);
const plain = fc.constantFrom('felt', 'u128');

describe('findLate', () => {
  // @promise T13.3
  it('warns of a late end beside one of its type that is near, in any order and unit', () => {
    const parts = fc.record({ type: plain, near, late, scale, other: scale });
    const fields = parts.chain((one) =>
      shuffled([party, [one.type, one.near * one.other], [one.type, one.late * one.scale]]),
    );
    fc.assert(fc.property(fields, (one) => expect(rulesOf(one)).toContain('expiresLate')));
  });

  it('takes a number for no end if one of another type says when the message ends', () => {
    const fields = fc
      .record({ type: plain, near, late })
      .chain((one) => shuffled([party, ['timestamp', one.near], [one.type, one.late]]));
    fc.assert(fc.property(fields, (one) => expect(rulesOf(one)).not.toContain('expiresLate')));
  });
});

describe('findKeys', () => {
  const small = fc.tuple(plain, fc.nat(9_999)).map(([type, number]): Field => [type, number]);
  const numbers = fc.array(small, { minLength: 1, maxLength: 2 });
  const ends = near.map((time): Field => ['timestamp', time]);

  // @promise T13.3
  it('warns of a key for the signer or a time, beside up to two small numbers', () => {
    const signer: Field = ['ContractAddress', account.address];
    const fields = fc
      .tuple(numbers, fc.constantFrom(true, false), ends)
      .chain(([some, isOfSigner, end]) =>
        shuffled([['felt', key], isOfSigner ? signer : end, ...some]),
      );
    fc.assert(fc.property(fields, (one) => expect(rulesOf(one)).toEqual(['setsKey'])));
  });

  it('takes a hash beside another contract and two small numbers for what is voted on', () => {
    const member: Field = ['ContractAddress', account.address];
    const vote = fc
      .tuple(small, small)
      .chain((some) => shuffled([['felt', `0x5${'c'.repeat(62)}`], party, member, ...some]));
    fc.assert(fc.property(vote, (one) => expect(rulesOf(one)).toEqual([])));
  });
});

describe('findNothing', () => {
  const [STRK, ETH] = [knownTokens.STRK, knownTokens.ETH].map(({ address }) => address);
  const units = fc.bigInt(10_000n, 10n ** 24n).map(String);

  // @promise T13.3
  it('warns of a token for nothing beside a random number, if all is felt', () => {
    const salts = fc.bigInt(2n ** 112n, 2n ** 128n - 2n ** 110n).map(String);
    fc.assert(
      fc.property(units, salts, fc.boolean(), (amount, salt, isFirst) => {
        const tokens: Fields = { a: ['felt', STRK], b: ['felt', ETH] };
        const sizes: Fields = { x: ['felt', amount], y: ['felt', 0] };
        const order = isFirst ? { ...sizes, ...tokens } : { ...tokens, ...sizes };
        expect(rulesOf({ ...order, z: ['felt', salt] }, 0)).toContain('sellsForNothing');
      }),
    );
  });

  it('takes zero for a one-time number if another number may be the price', () => {
    fc.assert(
      fc.property(units, units, (amount, price) => {
        const order: Fields = { a: ['felt', STRK], b: ['felt', ETH], x: ['felt', amount] };
        const rules = rulesOf({ ...order, y: ['felt', 0], z: ['felt', price] }, 0);
        expect(rules).not.toContain('sellsForNothing');
      }),
    );
  });
});
