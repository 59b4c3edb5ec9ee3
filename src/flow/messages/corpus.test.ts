import { describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import { dangerous } from '../../../test/messages/dangerous';
import { ordinary } from '../../../test/messages/ordinary';
import { createAddressBook } from '../../../test/review/subject';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { typedDataHash } from '../../starknet/typedData/hash';
import { parseTypedData } from '../../starknet/typedData/parse';
import { messageWarnings } from './warnings';

const NOW = 1_800_000_000;
const [stored] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const account: StoredAccount = { ...stored, deployment: 'deployed' };
const context = {
  origin: 'https://app.shop.example',
  method: 'xnet_signMessage',
  network: { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia },
};

/** What is told of a message, after its hash has been compared with that of starknet.js. */
function rulesOf(parts: unknown): string[] {
  const typedData = parseTypedData(structuredClone(parts));
  const expected = oracle.getMessageHash(parts as never, account.address);
  expect(BigInt(typedDataHash(typedData, account.address))).toBe(BigInt(expected));
  const warnings = messageWarnings({
    context,
    account,
    typedData,
    addresses: createAddressBook(),
    now: NOW,
  });
  return warnings.map(({ rule, severity }) => `${rule} ${severity}`);
}

describe('messageWarnings', () => {
  // @promise T13.3
  it.each(Object.entries(ordinary))(
    'warns of nothing for %s, which starknet.js signs alike',
    (_, parts) => {
      expect(rulesOf(parts)).toEqual([]);
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
