import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'starknet';
import vectors from '../../test/vectors/accounts.json';
import { type AccountKind, accountAddress, accountClasses, classOf } from './accountClasses';
import { contractAddress } from './address';
import { toAddress, toHex } from './felt';

const kinds = Object.keys(accountClasses) as AccountKind[];
const felts = fc.bigInt(0n, 2n ** 251n - 1n).map(toHex);

describe('accountAddress', () => {
  it.each(vectors.accounts)('computes all addresses of account $addressIndex', (account) => {
    expect(accountAddress('argent040', account.publicKey)).toBe(account.argent040);
    expect(accountAddress('argent031', account.publicKey)).toBe(account.argent031);
    expect(accountAddress('argent024', account.publicKey)).toBe(account.argent024Proxy);
    expect(accountAddress('openZeppelin100', account.publicKey)).toBe(account.openZeppelin100);
  });

  it.each(kinds)('agrees with starknet.js on any key of %s', (kind) => {
    const { classHash, constructorCalldata } = accountClasses[kind];
    fc.assert(
      fc.property(felts, (publicKey) => {
        const calldata = constructorCalldata(publicKey);
        const expected = hash.calculateContractAddressFromHash(publicKey, classHash, calldata, 0);
        expect(accountAddress(kind, publicKey)).toBe(toAddress(expected));
      }),
      { numRuns: 10 },
    );
  });
});

describe('contractAddress', () => {
  it('agrees with starknet.js on any deployer, salt, class and calldata', () => {
    const calldata = fc.array(felts, { maxLength: 5 });
    fc.assert(
      fc.property(felts, felts, felts, calldata, (deployer, salt, classHash, felt) => {
        const expected = hash.calculateContractAddressFromHash(salt, classHash, felt, deployer);
        const actual = contractAddress({ deployer, salt, classHash, constructorCalldata: felt });
        expect(actual).toBe(toAddress(expected));
      }),
      { numRuns: 25 },
    );
  });
});

describe('classOf', () => {
  it('knows each class, however its hash is spelt', () => {
    for (const kind of kinds) {
      const { classHash } = accountClasses[kind];
      expect(classOf(classHash)).toBe(kind);
      expect(classOf(`0x0${classHash.slice(2).toUpperCase()}`)).toBe(kind);
    }
  });

  it('is undefined for another class', () => {
    expect(classOf('0x1')).toBeUndefined();
  });
});
