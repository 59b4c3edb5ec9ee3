import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getChecksumAddress } from 'starknet';
import { ADDRESS_BOUND, chainIds } from '../schema/primitives';
import { toAddress } from './felt';
import { readRecipient } from './recipient';

const chainId = chainIds.mainnet;
/** Of at least fifty digits, as a person's addresses are. */
const addresses = fc.bigInt({ min: 2n ** 200n, max: ADDRESS_BOUND - 1n }).map(toAddress);

describe('readRecipient', () => {
  it('reads an address in every spelling that holds no mistake', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const capitals = `0x${address.slice(2).toUpperCase()}`;
        for (const text of [
          address,
          capitals,
          getChecksumAddress(address),
          `starknet:${address}`,
          `SN_MAIN:${address}`,
          `starknet:0x1@SN_MAIN/transfer?address=${address}&uint256=1`,
        ])
          expect(readRecipient(` ${text} `, chainId)).toEqual({ kind: 'address', address });
      }),
      { numRuns: 100 },
    );
  });

  it('refuses a checksum with one digit changed', () => {
    const right = getChecksumAddress(
      `0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691`,
    );
    for (const [at, digit] of [...right].entries()) {
      if (at < 4 || !/[0-9]/u.test(digit)) continue;
      const wrong = `${right.slice(0, at)}${(Number(digit) + 1) % 10}${right.slice(at + 1)}`;
      expect(readRecipient(wrong, chainId)).toEqual({ kind: 'fault', fault: 'checksum' });
    }
  });
});
