import type { Danger } from './danger';
import { typed } from './typed';

const someone = `0x4${'8'.repeat(62)}`;
const contract = `0x2${'9'.repeat(62)}`;
const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const five = { low: '0x5', high: '0x0' };
const SOON = 1_800_000_600;
const unlimited = ['unlimited critical'];

/** Permits as sites and attackers spell them: one by one, in parts, in lists, in either revision. */
export const permits: Readonly<Record<string, Danger>> = {
  'a permit whose amount lies in a nested struct': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        PermitSingle: 'details: PermitDetails, spender: ContractAddress, sigDeadline: u128',
        PermitDetails: 'token: ContractAddress, amount: u128, expiration: u128, nonce: u128',
      },
      message: {
        details: { token, amount: 5, expiration: SOON, nonce: 0 },
        spender: someone,
        sigDeadline: SOON,
      },
    }),
  },
  'a permit of several tokens, one of them without limit': {
    rules: unlimited,
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        PermitBatch: 'details: PermitDetails*, spender: ContractAddress, sigDeadline: u128',
        PermitDetails: 'token: ContractAddress, amount: u256',
      },
      message: {
        details: [
          { token, amount: five },
          { token: contract, amount: { low: '0x0', high: '0x1' } },
        ],
        spender: someone,
        sigDeadline: SOON,
      },
    }),
  },
  'a permit of revision 0 with halves in nested felts': {
    rules: unlimited,
    says: 'order',
    parts: typed({
      revision: 0,
      types: {
        Permit: 'owner: felt, spender: felt, details: Details, nonce: felt, deadline: felt',
        Details: 'token: felt, amount: Uint256',
        Uint256: 'low: felt, high: felt',
      },
      message: {
        owner: contract,
        spender: someone,
        details: { token, amount: { low: 0, high: '0x1' } },
        nonce: 0,
        deadline: SOON,
      },
    }),
  },
  'a permit of revision 0 with types of Cairo': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Permit: 'spender: ContractAddress, value: u64, deadline: u64' },
      message: { spender: someone, value: 1_000, deadline: SOON },
    }),
  },
  'a permit whose spender is nested, with the amount beside it': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Grant: 'to: Party, amount: u128, asset: ContractAddress',
        Party: 'spender: ContractAddress, label: shortstring',
      },
      message: { to: { spender: someone, label: 'Shop' }, amount: 7, asset: token },
    }),
  },
  'a permit whose spender is a struct': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: {
        Grant: 'spender: Party, terms: Terms',
        Party: 'address: felt',
        Terms: 'max_amount: u128',
      },
      message: { spender: { address: someone }, terms: { max_amount: 7 } },
    }),
  },
  'a permit for a greatest amount': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Allow: 'operator: felt, max_amount: felt' },
      message: { operator: someone, max_amount: 900 },
    }),
  },
  'a permit just below the greatest number of 128 bits': {
    rules: unlimited,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Permit: 'spender: ContractAddress, value: u256' },
      message: { spender: someone, value: { low: `0x${'f'.repeat(31)}e`, high: 0 } },
    }),
  },
  'a permit for each of several spenders': {
    rules: unlimited,
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Permits: 'permits: Permit*',
        Permit: 'spender: felt, terms: Terms',
        Terms: 'amount: u128',
      },
      message: {
        permits: [
          { spender: someone, terms: { amount: 5 } },
          { spender: contract, terms: { amount: `0x${'f'.repeat(32)}` } },
        ],
      },
    }),
  },
  'a permit for a list of spenders': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Permits: 'spenders: felt*, amounts: felt*' },
      message: { spenders: [someone, contract], amounts: [5, 6] },
    }),
  },
  'a permit in a variant': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Action: 'do: enum: What, spender: ContractAddress',
        What: 'Nothing: (), Allow: (TokenAmount)',
      },
      message: { do: { Allow: [{ token_address: token, amount: five }] }, spender: someone },
    }),
  },
  'a permit in texts that a relayer reads': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Permit: 'spender: string, amount: string' },
      message: { spender: someone, amount: '1000000' },
    }),
  },
};
