import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gatewayRefusal } from '../../../test/chain/gateway';
import { gasRecord } from '../../schema/gas';
import { toHex } from '../felt';
import { capBounds, computeBounds, type FeeEstimate } from './fees';
import { networkLimits, requireForm, requireGivenBounds } from './networkLimits';
import type { InvokeTransaction, ResourceBounds } from './transaction';

const boundsWith = (amount: bigint, price: bigint): ResourceBounds => ({
  ...gasRecord(() => ({ max_amount: '0x0', max_price_per_unit: '0x0' })),
  l2_gas: { max_amount: toHex(amount), max_price_per_unit: toHex(price) },
});
const invoke = (
  resource_bounds: ResourceBounds,
  felts = 4,
  modes: readonly ['L1' | 'L2', 'L1' | 'L2'] = ['L1', 'L1'],
): InvokeTransaction => ({
  type: 'INVOKE',
  version: '0x3',
  signature: [],
  nonce: '0x0',
  tip: '0x0',
  resource_bounds,
  paymaster_data: [],
  nonce_data_availability_mode: modes[0],
  fee_data_availability_mode: modes[1],
  sender_address: '0x1',
  calldata: Array.from({ length: felts }, () => '0x1'),
  account_deployment_data: [],
});
const estimateOf = (gas: bigint, price: bigint): FeeEstimate => ({
  l1_gas_consumed: '0x0',
  l1_gas_price: '0x1',
  l1_data_gas_consumed: '0x0',
  l1_data_gas_price: '0x1',
  l2_gas_consumed: toHex(gas),
  l2_gas_price: toHex(price),
  overall_fee: toHex(gas * price),
});
const isRefused = (task: () => unknown): boolean => {
  try {
    task();
    return false;
  } catch {
    return true;
  }
};

describe('the network’s limits', () => {
  it('lets bounds through that the gateway accepts, whatever the estimate and its margins', () => {
    const gas = fc.oneof(
      fc.bigInt(1n, 3_000_000_000n),
      fc.constantFrom(691_428_572n, 806_666_667n, 1_210_000_000n, 1_210_000_001n),
    );
    const percent = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(gas, percent, fc.bigInt(0n, 10n ** 20n), (amount, margin, room) => {
        const margins = { amount: margin, price: margin };
        const estimate = estimateOf(amount, 8_000_000_000n);
        const maxFee = amount * 8_000_000_000n + room;
        const fits = amount <= 1_210_000_000n;
        for (const type of ['INVOKE', 'DEPLOY_ACCOUNT'] as const) {
          const bind = () => computeBounds(type, estimate, margins);
          const cap = () => capBounds(type, estimate, margins, { tip: '0x0', maxFee });
          expect([isRefused(bind), isRefused(cap)]).toEqual([!fits, !fits]);
          if (!fits) continue;
          for (const bounds of [bind(), cap()])
            expect(bounds && gatewayRefusal(invoke(bounds), 0n)).toBeUndefined();
        }
        expect(BigInt(computeBounds('DECLARE', estimate, margins).l2_gas.max_amount)).toBe(
          amount + (amount * BigInt(margin)) / 100n,
        );
      }),
    );
  });

  it('says in words how much is needed if not even the estimate fits', () => {
    const task = () => computeBounds('INVOKE', estimateOf(1_210_000_001n, 1n));
    expect(task).toThrow(
      expect.objectContaining({
        kind: 'transactionReverts',
        message: expect.stringMatching(/1210000001 L2 gas.*accepts 1210000000/u),
      }),
    );
  });

  it('refuses a transaction’s form if and only if the gateway would', () => {
    const fine = boundsWith(1_000n, 8_000_000_000n);
    const mode = fc.constantFrom('L1' as const, 'L2' as const);
    const felts = fc.oneof(fc.constantFrom(0, 4_999, 5_000, 5_001), fc.integer({ max: 9_000 }));
    fc.assert(
      fc.property(felts, mode, mode, (length, nonce, fee) => {
        const transaction = invoke(fine, Math.max(length, 0), [nonce, fee]);
        const gateway = gatewayRefusal(transaction, 0n);
        expect(isRefused(() => requireForm(transaction))).toBe(gateway !== undefined);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a caller’s bounds if and only if the gateway would; a local node’s price may be lower', () => {
    const near = (limit: bigint) => fc.bigInt(limit - 2n, limit + 2n);
    const { l2Gas, l2GasPrice } = networkLimits.INVOKE;
    fc.assert(
      fc.property(near(l2Gas), near(l2GasPrice), (amount, price) => {
        const bounds = boundsWith(amount, price);
        const gateway = gatewayRefusal(invoke(bounds), 0n);
        expect(isRefused(() => requireGivenBounds('INVOKE', bounds, false))).toBe(
          gateway !== undefined,
        );
        expect(isRefused(() => requireGivenBounds('INVOKE', bounds, true))).toBe(amount > l2Gas);
        expect(isRefused(() => requireGivenBounds('DECLARE', bounds, true))).toBe(false);
      }),
    );
  });
});
