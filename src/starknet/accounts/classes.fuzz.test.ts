import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'starknet';
import { toAddress, toHex } from '../felt';
import { accountAddress, accountClasses, accountKinds, contractAddress } from './classes';

const felts = fc.bigInt(0n, 2n ** 251n - 1n).map(toHex);

describe('accountAddress', () => {
  it.each(accountKinds)('agrees with starknet.js on any key of %s', (kind) => {
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
