import { controls } from './control';
import type { Danger } from './danger';
import { moves } from './moves';
import { permits } from './permits';
import { typed } from './typed';

const someone = `0x4${'8'.repeat(62)}`;
const contract = `0x2${'9'.repeat(62)}`;
const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const key = `0x3${'7'.repeat(62)}`;
const root = `0x5${'9'.repeat(62)}`;
const five = { low: '0x5', high: '0x0' };
const SOON = 1_800_000_600;
const calls = ['calls high'];
const control = ['setsKey high'];

const sessions: Readonly<Record<string, Danger>> = {
  'a session of which the root of its policies is signed': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Session: 'public_key: felt, expiry: timestamp, policies_root: felt' },
      message: { public_key: key, expiry: SOON, policies_root: root },
    }),
  },
  'a session of targets and methods': {
    rules: ['session high'],
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: {
        AuthorizeSession: 'signer: felt, valid_until: timestamp, policies: Policy*',
        Policy: 'target: ContractAddress, method: selector',
      },
      message: {
        signer: key,
        valid_until: SOON,
        policies: [{ target: contract, method: 'move' }],
      },
    }),
  },
  'a session in words of its own': {
    rules: ['session high'],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Allow: 'pubkey: felt, may: May*', May: 'to: felt, function: felt' },
      message: { pubkey: key, may: [{ to: contract, function: 'move' }] },
    }),
  },
  'a session of known functions beside a number': {
    rules: ['session high'],
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: {
        Allow: 'pubkey: felt, nonce: felt, until: felt, may: May*',
        May: 'to: felt, function: felt',
      },
      message: {
        pubkey: key,
        nonce: 3,
        until: SOON,
        may: [{ to: token, function: 'transfer' }],
      },
    }),
  },
  'a key with an end': {
    rules: control,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Register: 'public_key: felt, expiration: felt' },
      message: { public_key: key, expiration: SOON },
    }),
  },
};

const orders: Readonly<Record<string, Danger>> = {
  'a call with the names of contracts': {
    rules: calls,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Go: 'contract_address: ContractAddress, function: shortstring, args: felt*' },
      message: { contract_address: token, function: 'transfer', args: [someone, 5, 0] },
    }),
  },
  'a selector with a list': {
    rules: calls,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Go: 'selector: selector, payload: felt*' },
      message: { selector: 'transfer', payload: [someone, 5, 0] },
    }),
  },
  'a target with a function': {
    rules: calls,
    says: 'unknown',
    parts: typed({
      revision: 1,
      types: { Go: 'target: ContractAddress, run: selector' },
      message: { target: contract, run: 'withdraw_all' },
    }),
  },
  'calls in a list': {
    rules: calls,
    says: 'unknown',
    parts: typed({
      revision: 0,
      types: { Batch: 'steps: Step*', Step: 'to: felt, entry_point: felt, params: felt*' },
      message: { steps: [{ to: token, entry_point: 'transfer', params: [someone, 5, 0] }] },
    }),
  },
  'a payment of revision 0': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 0,
      types: {
        Payment: 'from: felt, to: felt, token: felt, amount: felt, nonce: felt, deadline: felt',
      },
      message: { from: contract, to: someone, token, amount: 5_000, nonce: '0x1', deadline: SOON },
    }),
  },
  'a payment in parts': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Transfer: 'sender: ContractAddress, recipient: ContractAddress, what: What',
        What: 'asset: ContractAddress, amount: u256',
      },
      message: { sender: contract, recipient: someone, what: { asset: token, amount: five } },
    }),
  },
  'each of several payments': {
    rules: [],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Batch: 'payments: Payment*',
        Payment: 'from: felt, to: felt, token_address: felt, value: u128',
      },
      message: {
        payments: [
          { from: contract, to: someone, token_address: token, value: 5 },
          { from: contract, to: contract, token_address: token, value: 6 },
        ],
      },
    }),
  },
  'a piece that is sold for nothing': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 0,
      types: {
        MakerOrder:
          'isOrderAsk: u8, signer: felt, collection: felt, price: u128, tokenId: felt, endTime: u64',
      },
      message: {
        isOrderAsk: 1,
        signer: someone,
        collection: contract,
        price: 0,
        tokenId: 7,
        endTime: SOON,
      },
    }),
  },
  'tokens that are sold for nothing': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        Order:
          'sell_token: ContractAddress, sell_amount: u256, buy_token: ContractAddress, buy_amount: u256',
      },
      message: {
        sell_token: token,
        sell_amount: five,
        buy_token: contract,
        buy_amount: { low: 0, high: 0 },
      },
    }),
  },
  'an order of tokens for nothing': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 1,
      types: { Order: 'Maker: ContractAddress, Sells: TokenAmount, Buys: TokenAmount' },
      message: {
        Maker: someone,
        Sells: { token_address: token, amount: five },
        Buys: { token_address: contract, amount: { low: 0, high: 0 } },
      },
    }),
  },
  'an offer without a consideration': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 1,
      types: {
        OrderParameters: 'offerer: ContractAddress, offer: Item*, consideration: Item*',
        Item: 'token: ContractAddress, start_amount: u256',
      },
      message: { offerer: someone, offer: [{ token, start_amount: five }], consideration: [] },
    }),
  },
  'a swap that takes whatever comes out': {
    rules: ['sellsForNothing critical'],
    says: 'order',
    parts: typed({
      revision: 0,
      types: { Swap: 'maker_asset: felt, maker_amount: felt, min_received: felt' },
      message: { maker_asset: token, maker_amount: 5_000, min_received: 0 },
    }),
  },
};

const keys: Readonly<Record<string, Danger>> = {
  'a message from which an exchange makes a key': {
    rules: ['secret caution'],
    says: null,
    parts: typed({
      revision: 1,
      types: { Constant: 'action: shortstring' },
      message: { action: 'STARK Key' },
    }),
  },
  'a message from which a viewing key is made': {
    rules: ['secret caution'],
    says: null,
    parts: typed({
      revision: 0,
      types: { ViewingKey: 'version: felt' },
      message: { version: 1 },
    }),
  },
  'a message that says what it is for': {
    rules: ['secret caution'],
    says: null,
    parts: typed({
      revision: 1,
      types: { Message: 'text: string' },
      message: { text: 'Sign this message to generate your private keys for the pool.' },
    }),
  },
};

/** Messages that can cost what an account holds, by structure, with what is told of each. */
export const dangerous: Readonly<Record<string, Danger>> = {
  ...permits,
  ...sessions,
  ...orders,
  ...moves,
  ...controls,
  ...keys,
};
