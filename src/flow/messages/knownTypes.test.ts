import { describe, expect, it } from '@jest/globals';
import { ordinary } from '../../../test/messages/ordinary';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { typed } from '../../../test/messages/typed';
import type { Parts } from '../../../test/messages/typedDataExample';
import { createAddressBook } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds, findNetwork } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { starknetKeccak } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { parseTypedData } from '../../starknet/typedData/parse';
import { accountName } from '../../ui/review/facts';
import { readGrant } from './grants';
import { findKnownKind, knownTypes } from './knownTypes';
import { describeMessage } from './message';

const [account] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const network = findNetwork(chainIds.sepolia);
const kindOf = (parts: Parts) => findKnownKind(parseTypedData(parts));
const describeParts = (parts: Parts) =>
  describeMessage({
    context: { origin: 'https://shop.example', method: 'xnet_signMessage', network } as never,
    account,
    typedData: parseTypedData(parts),
    addresses: createAddressBook(),
    now: 1_800_000_000,
  });
const firstOf = (parts: Parts) => describeParts(parts).sections[0]?.facts[0];

const someone = `0x04${'8'.repeat(62)}`;
const { address: token } = knownTokens.STRK;
const permit = (amount: object) =>
  typed({
    revision: 1,
    types: {
      Permit:
        'token: ContractAddress, spender: ContractAddress, amount: u256, nonce: felt, deadline: u128',
    },
    message: { token, spender: someone, amount, nonce: 3, deadline: 1_800_000_600 },
  });
const inDomain = (parts: Parts, name: string): Parts => ({
  ...parts,
  domain: { ...parts.domain, name },
});

describe('knownTypes', () => {
  it('holds the types that contracts hash', () => {
    // snapshot-labs/sx-starknet, constants.cairo: Vote, UpdateProposal; OpenZeppelin's Delegation,
    // Vote and VoteWithReasonAndParams.
    expect(knownTypes.map(({ type }) => toHex(starknetKeccak(type)))).toEqual(
      expect.arrayContaining([
        '0x1d9763f87aaaeb271287d4b9c84053d3f201ad61efc2c32a0abfb8cd42347bf',
        '0x34f1b3fe98891caddfc18d9b8d3bee36be34145a6e9f7a7bb76a45038dda780',
        '0x241244ac7acec849adc6df9848262c651eb035a3add56e7f6c7bcda6649e837',
        '0x19a625949c5c367200d9ca91e845fe9c5f3c7f04735d97d91f3a6cb4cb30b81',
        '0x1f4ccab7220d6a3c0c1cbc1008bfcb3f6fbdb361dd14fd017fabd229e0cf94b',
      ]),
    );
  });
});

describe('findKnownKind', () => {
  // @promise T13.3
  it('knows a vote by its whole type and its domain, and by neither alone', () => {
    const vote = ordinary['a vote'] as Parts; // one of them
    expect(kindOf(vote)).toBeUndefined();
    expect(kindOf(inDomain(vote, 'sx-starknet'))).toBe('vote');
    const { Vote, ...types } = vote.types;
    const other = { ...vote, types: { ...types, Ballot: Vote }, primaryType: 'Ballot' };
    expect(kindOf(inDomain(other, 'sx-starknet'))).toBeUndefined();
    const typedData = parseTypedData(inDomain(vote, 'sx-starknet'));
    expect(readGrant({ account, typedData, now: 0 }).moves).toBeNull();
    expect(firstOf(inDomain(vote, 'sx-starknet'))).toEqual({
      as: 'sentence',
      value: { say: 'message.isVote' },
    });
  });

  it('knows permits, delegations and sessions of wallets', () => {
    expect(kindOf(permit({ low: 5, high: 0 }))).toBe('permit');
    expect(kindOf(ordinary['a delegation of votes'] as Parts)).toBe('delegation'); // one of them
    expect(kindOf(sessionMessage())).toBe('session');
    expect(kindOf(inDomain(sessionMessage(), 'Shop'))).toBeUndefined();
  });

  it('says how much a permit lets others take, and warns if there is no limit', () => {
    const sum = {
      say: 'message.orderMost',
      with: { account: accountName(account), amount: { amount: '25', symbol: 'STRK' } },
    };
    const limited = permit({ low: `${25n * 10n ** 18n}`, high: 0 });
    expect(firstOf(limited)).toEqual({ as: 'sentence', value: sum });
    expect(describeParts(limited).warnings.map(({ rule }) => rule)).toEqual(['undeployed']);
    const unlimited = permit({ low: 0, high: 1 });
    expect(describeParts(unlimited).warnings[0]?.rule).toBe('unlimited');
    expect(firstOf(unlimited)).toMatchObject({ value: { say: 'message.orderSome' } });
  });
});
