import { typed } from './typed';
import type { Parts } from './typedDataExample';

type Danger = { readonly parts: Parts; readonly rules: readonly string[] };

const someone = `0x4${'8'.repeat(62)}`;
const contract = `0x2${'9'.repeat(62)}`;
const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const five = { low: '0x5', high: '0x0' };
const SOON = 1_800_000_600;

const permit = ['permit high'];
const permitUnlimited = ['permitUnlimited critical'];
const calls = ['calls high'];
const payment = ['payment high'];

/** Permits as sites and attackers spell them: one by one, in parts, in lists, in either revision. */
const permits: Readonly<Record<string, Danger>> = {
  'a permit whose amount lies in a nested struct': {
    rules: permit,
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
    rules: permitUnlimited,
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
    rules: permitUnlimited,
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
    rules: permit,
    parts: typed({
      revision: 0,
      types: { Permit: 'spender: ContractAddress, value: u64, deadline: u64' },
      message: { spender: someone, value: 1_000, deadline: SOON },
    }),
  },
  'a permit whose spender is nested, with the amount beside it': {
    rules: permit,
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
    rules: permit,
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
    rules: permit,
    parts: typed({
      revision: 0,
      types: { Allow: 'operator: felt, max_amount: felt' },
      message: { operator: someone, max_amount: 900 },
    }),
  },
  'a permit just below the greatest number of 128 bits': {
    rules: permitUnlimited,
    parts: typed({
      revision: 1,
      types: { Permit: 'spender: ContractAddress, value: u256' },
      message: { spender: someone, value: { low: `0x${'f'.repeat(31)}e`, high: 0 } },
    }),
  },
  'a permit for each of several spenders': {
    rules: ['permitUnlimited critical', 'permit high'],
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
    rules: ['permit high', 'permit high'],
    parts: typed({
      revision: 0,
      types: { Permits: 'spenders: felt*, amounts: felt*' },
      message: { spenders: [someone, contract], amounts: [5, 6] },
    }),
  },
  'a permit in a variant': {
    rules: permit,
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
    rules: permit,
    parts: typed({
      revision: 1,
      types: { Permit: 'spender: string, amount: string' },
      message: { spender: someone, amount: '1000000' },
    }),
  },
};

const sessions: Readonly<Record<string, Danger>> = {
  'a session of which the root of its policies is signed': {
    rules: ['sessionUnread critical'],
    parts: typed({
      revision: 1,
      types: { Session: 'public_key: felt, expiry: timestamp, policies_root: felt' },
      message: { public_key: '0x77', expiry: SOON, policies_root: '0x99' },
    }),
  },
  'a session of targets and methods': {
    rules: ['session high'],
    parts: typed({
      revision: 1,
      types: {
        AuthorizeSession: 'signer: felt, valid_until: timestamp, policies: Policy*',
        Policy: 'target: ContractAddress, method: selector',
      },
      message: {
        signer: '0x77',
        valid_until: SOON,
        policies: [{ target: contract, method: 'move' }],
      },
    }),
  },
  'a session in words of its own': {
    rules: ['session high'],
    parts: typed({
      revision: 0,
      types: { Allow: 'pubkey: felt, may: May*', May: 'to: felt, function: felt' },
      message: { pubkey: '0x77', may: [{ to: contract, function: 'move' }] },
    }),
  },
  'a key with an end': {
    rules: ['sessionUnread critical'],
    parts: typed({
      revision: 0,
      types: { Register: 'public_key: felt, expiration: felt' },
      message: { public_key: '0x77', expiration: SOON },
    }),
  },
};

const orders: Readonly<Record<string, Danger>> = {
  'a call with the names of contracts': {
    rules: calls,
    parts: typed({
      revision: 1,
      types: { Go: 'contract_address: ContractAddress, function: shortstring, args: felt*' },
      message: { contract_address: token, function: 'transfer', args: [someone, 5, 0] },
    }),
  },
  'a selector with a list': {
    rules: calls,
    parts: typed({
      revision: 0,
      types: { Go: 'selector: selector, payload: felt*' },
      message: { selector: 'transfer', payload: [someone, 5, 0] },
    }),
  },
  'a target with a function': {
    rules: calls,
    parts: typed({
      revision: 1,
      types: { Go: 'target: ContractAddress, run: selector' },
      message: { target: contract, run: 'withdraw_all' },
    }),
  },
  'calls in a list': {
    rules: calls,
    parts: typed({
      revision: 0,
      types: { Batch: 'steps: Step*', Step: 'to: felt, entry_point: felt, params: felt*' },
      message: { steps: [{ to: token, entry_point: 'transfer', params: [someone, 5, 0] }] },
    }),
  },
  'a payment of revision 0': {
    rules: payment,
    parts: typed({
      revision: 0,
      types: {
        Payment: 'from: felt, to: felt, token: felt, amount: felt, nonce: felt, deadline: felt',
      },
      message: { from: contract, to: someone, token, amount: 5_000, nonce: '0x1', deadline: SOON },
    }),
  },
  'a payment in parts': {
    rules: payment,
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
    rules: ['payment high', 'payment high'],
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
    parts: typed({
      revision: 1,
      types: { Constant: 'action: shortstring' },
      message: { action: 'STARK Key' },
    }),
  },
  'a message from which a viewing key is made': {
    rules: ['secret caution'],
    parts: typed({
      revision: 0,
      types: { ViewingKey: 'version: felt' },
      message: { version: 1 },
    }),
  },
  'a message that says what it is for': {
    rules: ['secret caution'],
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
  ...keys,
};
