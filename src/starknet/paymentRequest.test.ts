import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ADDRESS_BOUND, chainIds } from '../schema/primitives';
import { toAddress } from './felt';
import { isPaymentRequest, readPaymentRequest, writePaymentRequest } from './paymentRequest';

const addresses = fc.bigInt({ min: 1n, max: ADDRESS_BOUND - 1n }).map(toAddress);
const token = toAddress(0x5n);
const to = toAddress(0x6n);
const link = (query: string) => `starknet:${token}@SN_MAIN/transfer?${query}`;

describe('readPaymentRequest', () => {
  it('reads every request that the module writes', () => {
    fc.assert(
      fc.property(
        addresses,
        addresses,
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        (ofToken, recipient, amount) => {
          const request = { token: ofToken, to: recipient, amount };
          const text = writePaymentRequest(chainIds.sepolia, request);
          expect(readPaymentRequest(` ${text} `)).toEqual({ ...request, chain: 'SN_SEPOLIA' });
        },
      ),
    );
  });

  it.each([
    [`address=${to}`, null],
    [`address=${to}&uint256=12.5e18`, 12_500_000_000_000_000_000n],
    [`uint256=7&address=${to}&memo=lunch`, 7n],
  ])('reads the amount of %s', (query, amount) => {
    expect(readPaymentRequest(link(query))).toEqual({ chain: 'SN_MAIN', token, to, amount });
  });

  it.each([
    ['no recipient', 'uint256=1'],
    ['two recipients', `address=${to}&address=${token}`],
    ['two amounts', `address=${to}&uint256=1&uint256=2`],
    ['an amount of nothing', `address=${to}&uint256=0`],
    ['an amount above 256 bits', `address=${to}&uint256=1e78`],
    ['an amount in parts of a unit', `address=${to}&uint256=1.5`],
    ['a negative amount', `address=${to}&uint256=-1`],
    ['an amount in words', `address=${to}&uint256=all`],
    ['a recipient in words', 'address=anna&uint256=1'],
  ])('reads nothing from a request with %s', (_, query) => {
    expect(readPaymentRequest(link(query))).toBeUndefined();
    expect(isPaymentRequest(link(query))).toBe(true);
  });

  it('reads no text of another form, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readPaymentRequest(text)).toBeUndefined();
        expect(isPaymentRequest(text)).toBe(false);
      }),
    );
  });
});
