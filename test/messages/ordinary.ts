import { typed } from './typed';
import type { Parts } from './typedDataExample';

const someone = `0x4${'8'.repeat(62)}`;
/** Signer of them. */
export const signerAddress = someone;
/** One-time numbers and hashes of orders are as large as keys. */
const hash = `0x3${'c17e94a5'.repeat(7)}d2b8`;
const contract = `0x2${'9'.repeat(62)}`;
const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const units = (low: string) => ({ low, high: '0x0' });
const NEXT_WEEK = 1_800_600_000;

const voteDomain = {
  domainType:
    'name: felt252, version: felt252, chainId: felt252, verifyingContract: ContractAddress',
  domain: { name: 'votes', version: '0.1.0', verifyingContract: contract },
};
/** Vote platforms declare all of their types in each message. */
const voteTypes = {
  Strategy: 'address: felt252, params: felt*',
  IndexedStrategy: 'index: felt252, params: felt*',
  u256: 'low: felt252, high: felt252',
};

/** Messages as honest sites send them, by structure; the site is https://app.shop.example. */
export const ordinary: Readonly<Record<string, Parts>> = {
  'a greeting': typed({
    revision: 0,
    types: { Message: 'message: felt' },
    message: { message: 'Hi' },
  }),
  'an empty text': typed({
    revision: 0,
    types: { Example: 'contents: felt' },
    message: { contents: '' },
  }),
  'a domain in another order': typed({
    revision: 0,
    domainType: 'name: felt, chainId: felt, version: felt',
    types: { Message: 'dappKey: felt, rating: felt' },
    message: { dappKey: '10kswap', rating: 4 },
  }),
  'a sign-in by number and address': typed({
    revision: 1,
    types: { SignIn: 'nonce: shortstring, address: felt' },
    message: { nonce: 'f00dfeedf00dfeed', address: someone },
  }),
  'a sign-in of a library': typed({
    revision: 1,
    domainType:
      'name: shortstring, chainId: shortstring, version: shortstring, revision: shortstring',
    types: {
      Message:
        'domain: string, address: ContractAddress, statement: string, uri: string, nonce: string, issuedAt: string, expirationTime: string',
    },
    message: {
      domain: 'app.shop.example',
      address: someone,
      statement: 'Sign in to the shop with your account.',
      uri: 'https://app.shop.example/login',
      nonce: '8c1f0a77',
      issuedAt: '2026-11-25T10:00:00.000Z',
      expirationTime: '2026-11-26T10:00:00.000Z',
    },
  }),
  'a sign-in whose number is a selector': typed({
    revision: 0,
    domainType: 'name: string, version: felt, chainId: felt',
    types: { Validate: 'address: felt, nonce: selector' },
    message: { address: someone, nonce: '3f7c1b1e-9a55-4a0e-8c43-2d6f0f6d9b21' },
  }),
  'a sign-in by a large number': typed({
    revision: 0,
    types: { Login: 'address: felt, nonce: felt' },
    message: { address: someone, nonce: hash },
  }),
  'a sign-in by a large number and a time': typed({
    revision: 1,
    types: { Login: 'nonce: felt, issued: timestamp, address: ContractAddress' },
    message: { nonce: hash, issued: 1_799_999_990, address: someone },
  }),
  'a sign-in with words, a version and a large number': typed({
    revision: 1,
    types: { Login: 'version: felt, statement: string, address: ContractAddress, nonce: felt' },
    message: { version: 1, statement: 'Sign in to the shop.', address: someone, nonce: hash },
  }),
  'a sign-in by a number in a text': typed({
    revision: 1,
    types: {
      Message:
        'version: string, address: ContractAddress, statement: string, uri: string, nonce: string, issuedAt: string, expirationTime: string',
    },
    message: {
      version: '1',
      address: someone,
      statement: 'Sign in to the shop.',
      uri: 'https://app.shop.example/login',
      nonce: `0x${'f3a1b2c4'.repeat(8)}`,
      issuedAt: '2026-11-25T10:00:00.000Z',
      expirationTime: '2027-02-01T10:00:00.000Z',
    },
  }),
  'a request to an interface': typed({
    revision: 0,
    types: { Request: 'method: felt, path: felt, body: felt, timestamp: felt, expiration: felt' },
    message: {
      method: 'POST',
      path: '/v1/auth',
      body: '',
      timestamp: 1_800_000_000,
      expiration: 1_800_086_400,
    },
  }),
  'a vote': typed({
    revision: 0,
    ...voteDomain,
    types: {
      Vote: 'space: ContractAddress, voter: ContractAddress, proposalId: u256, choice: felt252, userVotingStrategies: IndexedStrategy*, metadataUri: felt*',
      ...voteTypes,
    },
    message: {
      space: contract,
      voter: someone,
      proposalId: { low: '0x7', high: '0x0' },
      choice: '0x1',
      userVotingStrategies: [{ index: 0, params: [] }],
      metadataUri: [],
    },
  }),
  'a proposal': typed({
    revision: 0,
    ...voteDomain,
    types: {
      Propose:
        'space: ContractAddress, author: ContractAddress, metadataUri: felt*, executionStrategy: Strategy, userProposalValidationParams: felt*, salt: felt252',
      ...voteTypes,
    },
    message: {
      space: contract,
      author: someone,
      metadataUri: ['ipfs://bafkreigh2akiscaildc'],
      executionStrategy: { address: contract, params: ['0x1'] },
      userProposalValidationParams: [],
      salt: '0x2a17',
    },
  }),
  'a vote in a governor': typed({
    revision: 1,
    types: {
      Vote: 'verifying_contract: ContractAddress, nonce: felt, proposal_id: felt, support: u128, voter: ContractAddress',
    },
    message: {
      verifying_contract: contract,
      nonce: 3,
      proposal_id: hash,
      support: 0,
      voter: someone,
    },
  }),
  'a vote in words of its own': typed({
    revision: 1,
    types: {
      Ballot: 'dao: ContractAddress, member: ContractAddress, motion: felt, choice: u128',
    },
    message: { dao: contract, member: someone, motion: 9, choice: 0 },
  }),
  'a listing of a piece': typed({
    revision: 0,
    types: {
      MakerOrder:
        'isOrderAsk: u8, signer: felt, collection: felt, price: u128, tokenId: u256, amount: u128, strategy: felt, currency: felt, nonce: u128, startTime: u64, endTime: u64, minPercentageToAsk: u128, params: felt*',
      u256: 'low: u128, high: u128',
    },
    message: {
      isOrderAsk: 1,
      signer: someone,
      collection: contract,
      price: '2000000000000000000',
      tokenId: { low: 7, high: 0 },
      amount: 1,
      strategy: contract,
      currency: token,
      nonce: 3,
      startTime: 1_800_000_000,
      endTime: NEXT_WEEK,
      minPercentageToAsk: 8_500,
      params: [],
    },
  }),
  'an order of a shop with parts': typed({
    revision: 1,
    domainType: 'name: shortstring, version: shortstring, chainId: shortstring',
    types: {
      OrderParameters:
        'offerer: ContractAddress, offer: OfferItem*, consideration: ConsiderationItem*, start_time: felt, end_time: felt, salt: felt',
      OfferItem:
        'item_type: felt, token: ContractAddress, identifier_or_criteria: u256, start_amount: u256, end_amount: u256',
      ConsiderationItem:
        'item_type: felt, token: ContractAddress, identifier_or_criteria: u256, start_amount: u256, end_amount: u256, recipient: ContractAddress',
    },
    message: {
      offerer: someone,
      offer: [
        {
          item_type: 'ERC721',
          token: contract,
          identifier_or_criteria: units('0x7'),
          start_amount: units('0x1'),
          end_amount: units('0x1'),
        },
      ],
      consideration: [
        {
          item_type: 'ERC20',
          token,
          identifier_or_criteria: units('0x0'),
          start_amount: units('0xde0b6b3a7640000'),
          end_amount: units('0xde0b6b3a7640000'),
          recipient: someone,
        },
      ],
      start_time: 1_800_000_000,
      end_time: NEXT_WEEK,
      salt: '0x91',
    },
  }),
  'a limit order': typed({
    revision: 0,
    types: {
      Order:
        'signer: ContractAddress, makerAsset: ContractAddress, takerAsset: ContractAddress, makerAmount: u256, takerAmount: u256, partialFill: bool, expiration: u64, nonce: u64',
      u256: 'low: u128, high: u128',
    },
    message: {
      signer: someone,
      makerAsset: token,
      takerAsset: contract,
      makerAmount: { low: '1000000', high: 0 },
      takerAmount: { low: '2000000', high: 0 },
      partialFill: true,
      expiration: NEXT_WEEK,
      nonce: 5,
    },
  }),
  'a swap across chains': typed({
    revision: 1,
    types: {
      Initiate: 'redeemer: ContractAddress, amount: u256, timelock: u128, secretHash: u128*',
    },
    message: {
      redeemer: contract,
      amount: units('0xf4240'),
      timelock: 7_200,
      secretHash: ['0x1234', '0x5678'],
    },
  }),
  'an order of derivatives': typed({
    revision: 1,
    types: {
      Order:
        'position_id: felt, base_asset_id: felt, base_amount: i128, quote_asset_id: felt, quote_amount: i128, fee_amount: u128, expiration: timestamp, public_key: felt, salt: felt',
    },
    message: {
      position_id: 12,
      base_asset_id: 'ETH-USD',
      base_amount: 100,
      quote_asset_id: 'USDC',
      quote_amount: -250_000,
      fee_amount: 0,
      expiration: NEXT_WEEK,
      public_key: `0x3${'1'.repeat(62)}`,
      salt: '0x77',
    },
  }),
  'an order of derivatives with a random number like a time': typed({
    revision: 1,
    types: {
      Order: 'position_id: felt, amount: i128, expiration: timestamp, public_key: felt, salt: felt',
    },
    message: {
      position_id: 12,
      amount: -250_000,
      expiration: NEXT_WEEK,
      public_key: `0x3${'1'.repeat(62)}`,
      salt: 2_047_483_647,
    },
  }),
  'a withdrawal to oneself': typed({
    revision: 1,
    types: {
      Withdraw: 'recipient: ContractAddress, token: ContractAddress, amount: u256, salt: felt',
    },
    message: { recipient: someone, token, amount: units('0xf4240'), salt: '0x5' },
  }),
  'a delegation of votes': typed({
    revision: 1,
    types: { Delegation: 'delegatee: ContractAddress, nonce: felt, expiry: u128' },
    message: { delegatee: someone, nonce: 4, expiry: NEXT_WEEK },
  }),
  terms: typed({
    revision: 1,
    types: { Terms: 'text: string, version: shortstring, accepted: bool' },
    message: {
      text: 'By signing this you agree to the terms of the shop.',
      version: '2026-11',
      accepted: true,
    },
  }),
  'a move of a game': typed({
    revision: 1,
    types: { Move: 'game: felt, move: enum: Action', Action: 'Pass: (), Attack: (u128)' },
    message: { game: 9, move: { Attack: [3] } },
  }),
  'a cancelled order': typed({
    revision: 0,
    types: { Cancel: 'orderHash: felt, nonce: u64' },
    message: { orderHash: `0x5${'c'.repeat(62)}`, nonce: 8 },
  }),
  'an order that its maker cancels': typed({
    revision: 1,
    types: { Cancel: 'order: felt, maker: ContractAddress' },
    message: { order: hash, maker: someone },
  }),
  'orders that their maker cancels': typed({
    revision: 0,
    types: { Cancel: 'orders: felt*, maker: felt' },
    message: { orders: [hash, `${hash.slice(0, -1)}9`], maker: someone },
  }),
  'a bid': typed({
    revision: 0,
    domainType: 'name: felt, chainId: felt, version: felt',
    types: {
      Bid: 'nftContract: ContractAddress, amount: u128, payment: ContractAddress, unitPrice: u128, salt: felt, expiry: u128',
    },
    message: {
      nftContract: contract,
      amount: 1,
      payment: token,
      unitPrice: 5_000_000,
      salt: '0x2',
      expiry: NEXT_WEEK,
    },
  }),
};
