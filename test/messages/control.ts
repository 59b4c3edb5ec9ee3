import { chainIds } from '../../src/schema/primitives';
import { storedAccounts } from '../wallet/storedAccounts';
import type { Danger } from './danger';
import { typed } from './typed';

const signer = storedAccounts(chainIds.sepolia, 1)[0]?.address;
const someone = `0x4${'8'.repeat(62)}`;
const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ether = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const key = `0x3${'7'.repeat(62)}`;
const selector = `0x2${'5'.repeat(62)}`;
const units = (low: string) => ({ low, high: '0x0' });
const nothing = units('0x0');
const halves = { low: `0x${'7a'.repeat(16)}`, high: `0x6${'b1'.repeat(15)}` };
const SOON = 1_800_000_600;
const LATE = 2_000_000_000;
const control = ['setsKey high'];
const calls = ['calls high'];
const free = ['sellsForNothing critical'];
const late = ['expiresLate high'];

/** Keys that an account gets, calls of any function, and orders by the places of their numbers. */
export const controls: Readonly<Record<string, Danger>> = {
  'a key of 256 bits alone': {
    rules: [],
    says: 'unknown',
    parts: typed({ revision: 1, types: { Set: 'x: u256' }, message: { x: halves } }),
  },
  'a key in halves alone': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Set: 'n: felt, low: u128, high: u128' },
      message: { n: 1, ...halves },
    }),
  },
  'a key of 256 bits for a time': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Set: 'x: u256, until: timestamp' },
      message: { x: halves, until: SOON },
    }),
  },
  'a key in halves for a time': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Set: 'low: u128, high: u128, until: timestamp' },
      message: { ...halves, until: SOON },
    }),
  },
  'a key in halves with a time between them': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Set: 'low: u128, until: timestamp, high: u128' },
      message: { ...halves, until: SOON },
    }),
  },
  'an owner for the signer, with a one-time number': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Change: 'account: ContractAddress, owner: felt, nonce: felt' },
      message: { account: signer, owner: key, nonce: 1 },
    }),
  },
  'an owner for the signer, with a one-time number and a threshold': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Change: 'account: felt, owner: felt, nonce: felt, threshold: felt' },
      message: { account: signer, owner: key, nonce: 7, threshold: 2 },
    }),
  },
  'a key until a time, with a role and a one-time number': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Grant: 'role: u128, key: felt, until: timestamp, nonce: felt' },
      message: { role: 3, key, until: SOON, nonce: 0 },
    }),
  },
  'a key for the signer until a time': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Allow: 'account: felt, key: felt, until: felt' },
      message: { account: signer, key, until: SOON },
    }),
  },
  'a key until a time in microseconds': {
    rules: [...control, ...late],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Set: 'x: felt, until: u64' },
      message: { x: key, until: LATE * 1_000_000 },
    }),
  },
  'texts in a list': {
    rules: [],
    says: 'unknown',
    parts: typed({ revision: 1, types: { Set: 'x: string*' }, message: { x: ['a', 'b'] } }),
  },
  'numbers in a list': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Set: 'x: u256*' },
      message: { x: [units('0x5'), units('0x6')] },
    }),
  },
  'calls of functions that nobody knows': {
    rules: calls,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Batch: 'steps: Step*', Step: 'to: felt, entry: felt, params: felt*' },
      message: { steps: [{ to: someone, entry: selector, params: [] }] },
    }),
  },
  'a call of a function that nobody knows, with the length of its data': {
    rules: calls,
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Go: 'to: ContractAddress, entry: felt, count: felt, params: felt*' },
      message: { to: someone, entry: selector, count: 1, params: [5] },
    }),
  },
  'a call in texts': {
    rules: calls,
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Go: 'to: ContractAddress, entry: string, params: string*' },
      message: { to: token, entry: 'approve', params: [someone, '5', '0'] },
    }),
  },
  'an order for nothing with a random number': {
    rules: free,
    says: 'order',
    parts: typed({
      revision: 0,
      types: { Order: 'a: felt, b: felt, x: felt, y: felt, salt: felt, until: felt' },
      message: {
        a: token,
        b: ether,
        x: 5_000_000,
        y: 0,
        salt: `0x${'7a'.repeat(16)}`,
        until: SOON,
      },
    }),
  },
  'an order for nothing with a fee': {
    rules: free,
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Order: 'a: ContractAddress, x: u256, b: ContractAddress, y: u256, fee: u256' },
      message: { a: token, x: units('0x64'), b: someone, y: nothing, fee: units('0x1') },
    }),
  },
  'an order for nothing with a fee, tokens first': {
    rules: free,
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Order: 'a: ContractAddress, b: ContractAddress, x: u256, y: u256, fee: u256' },
      message: { a: token, b: someone, x: units('0x64'), y: nothing, fee: units('0x1') },
    }),
  },
  'a round time beside a token and its amount': {
    rules: late,
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Permit: 'x: ContractAddress, to: ContractAddress, sum: u256, until: u128' },
      message: { x: token, to: someone, sum: units('0xf4240'), until: LATE },
    }),
  },
  'a round time beside a token of which it would be dust': {
    rules: late,
    says: 'order',
    parts: typed({
      revision: 0,
      types: { Permit: 'x: felt, to: felt, sum: felt, until: felt' },
      message: { x: token, to: someone, sum: 5_000, until: LATE },
    }),
  },
  'a late time behind one that is near': {
    rules: [...control, ...late],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Allow: 'to: felt, from_time: felt, until: felt' },
      message: { to: someone, from_time: SOON, until: LATE },
    }),
  },
  'an end in words': {
    rules: late,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Allow: 'to: ContractAddress, until: string' },
      message: { to: someone, until: '2033-01-01' },
    }),
  },
};
