import { accountClasses } from '../../src/starknet/accounts/classes';
import type { Danger } from './danger';
import { typed } from './typed';

const someone = `0x4${'8'.repeat(62)}`;
const contract = `0x2${'9'.repeat(62)}`;
const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const key = `0x3${'7'.repeat(62)}`;
const root = `0x5${'9'.repeat(62)}`;
/** Any class that the module knows. */
const accountClass = accountClasses.argent040.classHash;
const five = { low: '0x5', high: '0x0' };
const SOON = 1_800_000_600;
const unlimited = ['unlimited critical'];
const calls = ['calls high'];
const control = ['setsKey high'];

/** By structure alone: fields and types could have any names. */
export const moves: Readonly<Record<string, Danger>> = {
  'a withdrawal to somebody else': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Withdrawal:
          'maker: ContractAddress, token: ContractAddress, amount: u256, receiver: ContractAddress',
      },
      message: { maker: contract, token, amount: five, receiver: someone },
    }),
  },
  'an intent that takes nothing': {
    rules: ['sellsForNothing critical'],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Intent: 'making_amount: u256, taking_amount: u256, receiver: ContractAddress' },
      message: {
        making_amount: five,
        taking_amount: { low: 0, high: 0 },
        receiver: someone,
      },
    }),
  },
  'an executor without a limit': {
    rules: unlimited,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Allow: 'executor: felt, limit: felt' },
      message: { executor: someone, limit: `0x${'f'.repeat(32)}` },
    }),
  },
  'a call of a pool': {
    rules: calls,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Do: 'pool: ContractAddress, action: selector, arguments: felt*' },
      message: { pool: contract, action: 'withdraw_all', arguments: [someone] },
    }),
  },
  'a transfer with an authorization': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        TransferWithAuthorization:
          'from: ContractAddress, to: ContractAddress, value: u256, valid_after: timestamp, valid_before: timestamp, nonce: felt',
      },
      message: {
        from: contract,
        to: someone,
        value: five,
        valid_after: 1_800_000_000,
        valid_before: SOON,
        nonce: '0x1f',
      },
    }),
  },
  'a transfer of a piece': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 0,
      types: { Send: 'collection: felt, piece: felt, to: felt, nonce: felt' },
      message: { collection: contract, piece: 7, to: someone, nonce: 1 },
    }),
  },
  'a transfer of a piece of the standard': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Send: 'piece: NftId, to: ContractAddress' },
      message: { piece: { collection_address: contract, token_id: five }, to: someone },
    }),
  },
  'a sale of a piece that pays somebody else': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Sale: 'piece: NftId, price: TokenAmount, paid_to: ContractAddress, ends: timestamp',
      },
      message: {
        piece: { collection_address: contract, token_id: five },
        price: { token_address: token, amount: { low: '0xde0b6b3a7640000', high: 0 } },
        paid_to: someone,
        ends: SOON,
      },
    }),
  },
  'a sale of a piece for nothing': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Sale: 'piece: NftId, price: u256, ends: timestamp' },
      message: {
        piece: { collection_address: contract, token_id: five },
        price: { low: 0, high: 0 },
        ends: SOON,
      },
    }),
  },
  'an amount for no tokens': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Swap: 'from: ContractAddress, amount: u256, least: TokenAmount' },
      message: {
        from: contract,
        amount: five,
        least: { token_address: token, amount: { low: 0, high: 0 } },
      },
    }),
  },
  'a delegation of votes that never ends': {
    rules: ['expiresLate high'],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Delegate: 'to: ContractAddress, nonce: felt, until: timestamp' },
      message: { to: someone, nonce: 4, until: 4_000_000_000 },
    }),
  },
  'a class for an account': {
    rules: ['setsClass critical'],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Change: 'account: ContractAddress, to: ClassHash' },
      message: { account: someone, to: root },
    }),
  },
  'a class of accounts that is signed as a felt': {
    rules: ['setsClass critical'],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Change: 'to: felt' },
      message: { to: accountClass },
    }),
  },
  'an owner for an account': {
    rules: control,
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Change: 'account: ContractAddress, owner: felt, nonce: felt' },
      message: { account: someone, owner: key, nonce: 1 },
    }),
  },
  'an order in a text that a server reads': {
    rules: [],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Do: 'payload: string, nonce: felt' },
      message: { payload: `{"withdraw":"all","to":"${someone}"}`, nonce: 7 },
    }),
  },
  'a root beside a key': {
    rules: ['setsRoot high'],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Allow: 'key: felt, leaves: merkletree: Leaf', Leaf: 'one: felt, other: u128' },
      message: { key, leaves: [{ one: 1, other: 2 }] },
    }),
  },
};
