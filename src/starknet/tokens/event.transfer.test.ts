import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'starknet';
import { toAddress, toHex } from '../felt';
import { isLegacyTransfer, parseTransferEvent, TRANSFER, transferKeys } from './event';

const token = '0x4718f5a';
const limb = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const address = fc.bigInt({ min: 0n, max: 2n ** 251n - 257n });

it('equals the selector of its name', () => {
  expect(TRANSFER).toBe(hash.getSelectorFromName('Transfer'));
  expect(TRANSFER).toBe('0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9');
});

it('reads an event in both shapes, whatever it says', () => {
  fc.assert(
    fc.property(address, address, limb, limb, (from, to, low, high) => {
      const [sides, limbs] = [
        [toHex(from), toHex(to)],
        [toHex(low), toHex(high)],
      ];
      const indexed = { from_address: token, keys: [TRANSFER, ...sides], data: limbs };
      const legacy = { from_address: token, keys: [TRANSFER], data: [...sides, ...limbs] };
      const told = {
        kind: 'transfer',
        standard: 'erc20',
        token: toAddress(token),
        from: toAddress(from),
        to: toAddress(to),
        amount: low + high * 2n ** 128n,
      };
      expect(parseTransferEvent(indexed)).toEqual(told);
      expect(parseTransferEvent(legacy)).toEqual(told);
      expect([isLegacyTransfer(indexed), isLegacyTransfer(legacy)]).toEqual([false, true]);
    }),
  );
});

describe('parseTransferEvent', () => {
  const good = { from_address: token, keys: [TRANSFER, '0x1', '0x2'], data: ['0x3', '0x0'] };
  it.each([
    ['without keys', { ...good, keys: [] }],
    ['of another name', { ...good, keys: ['0x1', '0x1', '0x2'] }],
    ['with one side as a key', { ...good, keys: [TRANSFER, '0x1'], data: ['0x2', '0x3', '0x0'] }],
    ['with a token id as a key', { ...good, keys: [TRANSFER, '0x1', '0x2', '0x3'], data: [] }],
    ['of a piece', { ...good, keys: [TRANSFER, '0x1', '0x2', '0x3', '0x0'], data: [] }],
    ['without an amount', { ...good, data: [] }],
    ['with half an amount', { ...good, data: ['0x3'] }],
    ['with more than an amount', { ...good, data: ['0x3', '0x0', '0x0'] }],
    ['with a limb above 128 bits', { ...good, data: [toHex(2n ** 128n), '0x0'] }],
    ['with a side that is no address', { ...good, keys: [TRANSFER, toHex(2n ** 251n), '0x2'] }],
  ])('refuses an event %s', (_, event) => {
    expect(parseTransferEvent(event)).toBeUndefined();
  });
});

it('filters by sender or by recipient, without padding', () => {
  expect(transferKeys(toAddress('0x12'))).toEqual({
    out: [[TRANSFER], ['0x12']],
    in: [[TRANSFER], [], ['0x12']],
  });
});
