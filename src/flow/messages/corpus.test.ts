import { describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import { dangerous } from '../../../test/messages/dangerous';
import { ordinary, signerAddress } from '../../../test/messages/ordinary';
import { createAddressBook } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { typedDataHash } from '../../starknet/typedData/hash';
import { parseTypedData } from '../../starknet/typedData/parse';
import { readGrant } from './grants';
import { messageWarnings } from './warnings';

const NOW = 1_800_000_000;
const [stored] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const account: StoredAccount = { ...stored, deployment: 'deployed' };
const context = {
  origin: 'https://app.shop.example',
  method: 'xnet_signMessage',
  network: { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia },
};

/** Signer of the ordinary ones: their addresses are the signer's, as honest sites send them. */
const signer: StoredAccount = { ...account, address: toAddress(BigInt(signerAddress)) };

const reviewOf = (parts: unknown, from = account) => ({
  context,
  account: from,
  typedData: parseTypedData(structuredClone(parts)),
  addresses: createAddressBook(),
  now: NOW,
});

/** What is told of a message, after its hash has been compared with that of starknet.js. */
function rulesOf(parts: unknown, from = account): string[] {
  const review = reviewOf(parts, from);
  const expected = oracle.getMessageHash(parts as never, from.address);
  expect(BigInt(typedDataHash(review.typedData, from.address))).toBe(BigInt(expected));
  return messageWarnings(review).map(({ rule, severity }) => `${rule} ${severity}`);
}

describe('messageWarnings', () => {
  // @promise T13.3
  it.each(Object.entries(ordinary))(
    'warns of nothing for %s, which starknet.js signs alike',
    (_, parts) => {
      expect(rulesOf(parts, signer)).toEqual([]);
    },
  );

  // @promise T13.3
  it.each(Object.entries(dangerous))(
    'warns of %s, which is signed as by starknet.js',
    (_, { parts, rules }) => {
      expect(rulesOf(parts)).toEqual(rules);
    },
  );
});

describe('readGrant', () => {
  // @promise T13.3
  it.each(Object.entries(dangerous))('says what %s lets others do', (_, { parts, says }) => {
    expect(readGrant(reviewOf(parts)).moves).toBe(says);
  });

  // @promise T13.3
  it('says what ordinary messages let others do, and nothing of those that move nothing', () => {
    const layers = Object.entries(ordinary).map(([name, parts]) => {
      const { moves, extremes } = readGrant(reviewOf(parts, signer));
      expect(extremes).toEqual([]);
      return `${name}: ${moves}`;
    });
    expect(layers).toEqual([
      'a greeting: null',
      'an empty text: null',
      'a domain in another order: null',
      'a sign-in by number and address: null',
      'a sign-in of a library: null',
      'a sign-in whose number is a selector: null',
      'a sign-in by a large number: unknown',
      'a sign-in by a large number and a time: unknown',
      'a sign-in with words, a version and a large number: unknown',
      'a sign-in by a number in a text: unknown',
      'a request to an interface: null',
      'a vote: unknown',
      'a proposal: unknown',
      'a vote in a governor: null',
      'a vote in words of its own: unknown',
      'a listing of a piece: order',
      'an order of a shop with parts: order',
      'a limit order: order',
      'a swap across chains: unknown',
      'an order of derivatives: unknown',
      'an order of derivatives with a random number like a time: unknown',
      'a withdrawal to oneself: order',
      'a delegation of votes: null',
      'terms: null',
      'a move of a game: null',
      'a cancelled order: unknown',
      'an order that its maker cancels: unknown',
      'orders that their maker cancels: unknown',
      'a bid: order',
    ]);
  });
});
