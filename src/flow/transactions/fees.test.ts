import { beforeAll, describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import vectors from '../../../test/vectors/accounts.json';
import { createEntropy } from '../../../test/wallet/fakeWallet';
import type { StoredAccount } from '../../schema/account';
import { exampleCalls } from '../../schema/call';
import { gasKinds } from '../../schema/gas';
import { chainIds } from '../../schema/primitives';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { toHex } from '../../starknet/felt';
import { computeBounds, type FeeEstimate, maximumFee } from '../../starknet/transactions/fees';
import { deriveAccount } from '../accounts/account';
import { createKeys } from '../accounts/keys';
import { type BoundFee, boundTransactions, refuseAbsurdPrices } from './fees';

describe('the bounds of transactions', () => {
  let account: StoredAccount;
  beforeAll(async () => {
    const keys = createKeys(async () => createEntropy(vectors.mnemonic));
    account = await deriveAccount({ keys }, chainIds.sepolia, 0);
  });

  /** An estimate whose fee is what its gas costs, as honest nodes have it. */
  function estimateOf(
    l2Gas: bigint,
    l2Price: bigint,
    dataGas = 128n,
    dataPrice = 40_000n,
  ): FeeEstimate {
    return {
      l1_gas_consumed: '0x0',
      l1_gas_price: toHex(30_000_000_000_000n),
      l2_gas_consumed: toHex(l2Gas),
      l2_gas_price: toHex(l2Price),
      l1_data_gas_consumed: toHex(dataGas),
      l1_data_gas_price: toHex(dataPrice),
      overall_fee: toHex(l2Gas * l2Price + dataGas * dataPrice),
    };
  }
  const transfer = estimateOf(1_000_000n, 3_000_000_000n);
  const fee = BigInt(transfer.overall_fee);
  const RICH = 10n ** 24n;

  const bind = (
    details: TransactionDetails,
    strkBalance = RICH,
    estimates: readonly FeeEstimate[] = [transfer],
  ): BoundFee =>
    boundTransactions({
      plan: { account, deploys: estimates.length > 1, calls: exampleCalls, nonce: 0n, details },
      estimates,
      strkBalance,
    });
  const kindOf = (task: () => unknown): string => {
    try {
      task();
    } catch (error) {
      if (error instanceof ModuleError) return error.kind;
      throw error;
    }
    return 'bound';
  };

  it('adds the whole margin if nothing limits them', () => {
    const bound = bind({});
    expect(bound.bounds).toEqual([computeBounds('INVOKE', transfer)]);
    expect(bound.expected).toBe(fee);
    expect(bound.maximum).toBe(maximumFee(computeBounds('INVOKE', transfer), '0x0'));
  });

  it('gives up as much of the margin as maxFee asks for, and no more', () => {
    const maxFee = (fee * 3n) / 2n;
    const { maximum, bounds } = bind({ maxFee: toHex(maxFee) });
    expect(maximum <= maxFee).toBe(true);
    expect(maximum > (maxFee * 99n) / 100n).toBe(true);
    expect(BigInt(bounds[0]?.l2_gas.max_amount ?? 0) > 1_000_000n).toBe(true);
  });

  it('gives up the margin for a small balance in the same way', () => {
    const balance = (fee * 3n) / 2n;
    const { maximum } = bind({}, balance);
    expect(maximum <= balance).toBe(true);
  });

  it('equals the estimate if no more is there', () => {
    expect(bind({}, fee).maximum).toBe(fee);
    expect(bind({ maxFee: toHex(fee) }).maximum).toBe(fee);
  });

  it('fails for funds below the estimate, whatever maxFee says', () => {
    expect(kindOf(() => bind({}, fee - 1n))).toBe('insufficientFunds');
    expect(kindOf(() => bind({ maxFee: toHex(fee - 1n) }, fee - 1n))).toBe('insufficientFunds');
  });

  it('fails for a maxFee below the estimate', () => {
    expect(kindOf(() => bind({ maxFee: toHex(fee - 1n) }))).toBe('feeAboveLimit');
    expect(kindOf(() => bind({ maxFee: '0x0' }))).toBe('feeAboveLimit');
  });

  it('blames maxFee, not the funds, if a tip does not fit in', () => {
    const details = { maxFee: toHex(fee + 1n), tip: '0x10' };
    expect(kindOf(() => bind(details))).toBe('feeAboveLimit');
    expect(kindOf(() => bind({ tip: '0x10' }, fee + 1n))).toBe('insufficientFunds');
  });

  it('includes the tip', () => {
    const tip = toHex(1_000n);
    expect(bind({ tip }).maximum).toBe(maximumFee(computeBounds('INVOKE', transfer), tip));
  });

  const given = {
    l1_gas: { max_amount: '0x0', max_price_per_unit: '0x0' },
    l1_data_gas: { max_amount: '0x100', max_price_per_unit: '0x10000' },
    l2_gas: { max_amount: '0x200000', max_price_per_unit: '0x100000000' },
  };

  it('signs the caller’s bounds as they are', () => {
    const { bounds, maximum } = bind({ resourceBounds: given });
    expect(bounds).toEqual([given]);
    expect(maximum).toBe(maximumFee(given, '0x0'));
  });

  it('applies the caller’s bounds to the last transaction, not to a deployment before it', () => {
    const { bounds } = bind({ resourceBounds: given }, RICH, [transfer, transfer]);
    expect(bounds).toEqual([computeBounds('INVOKE', transfer), given]);
  });

  it('refuses caller’s bounds above maxFee or the balance', () => {
    const most = maximumFee(given, '0x0');
    const limited = { resourceBounds: given, maxFee: toHex(most - 1n) };
    expect(kindOf(() => bind(limited))).toBe('feeAboveLimit');
    expect(kindOf(() => bind({ resourceBounds: given }, most - 1n))).toBe('insufficientFunds');
    expect(kindOf(() => bind({ ...limited, maxFee: toHex(most) }, most))).toBe('bound');
    // Below the estimate they would only run out of gas.
    const scant = { ...given, l2_gas: given.l1_gas };
    const below = (maxFee: bigint) => bind({ resourceBounds: scant, maxFee: toHex(maxFee) });
    expect(kindOf(() => below(fee - 1n))).toBe('feeAboveLimit');
    expect(kindOf(() => below(fee))).toBe('bound');
  });

  // @promise T6.3
  it('keeps the maximum within maxFee and balance, and covers the estimate', () => {
    const estimates = fc.array(
      fc
        .tuple(
          fc.bigInt(1n, 2n ** 30n),
          fc.bigInt(1n, 2n ** 43n),
          fc.bigInt(0n, 2n ** 12n),
          fc.bigInt(0n, 2n ** 40n),
        )
        .map((parts) => estimateOf(...parts)),
      { minLength: 1, maxLength: 2 },
    );
    // In thousandths of the estimate.
    const part = fc.bigInt(1n, 4_000n);
    fc.assert(
      fc.property(
        estimates,
        part,
        fc.option(part, { nil: undefined }),
        fc.constantFrom('0x0', '0x1', '0xffff'),
        (chosen, balancePart, maxFeePart, tip) => {
          const total = chosen.reduce((sum, { overall_fee }) => sum + BigInt(overall_fee), 0n);
          const balance = (total * balancePart) / 1_000n;
          const maxFee = maxFeePart && (total * maxFeePart) / 1_000n;
          const details = { tip, ...(maxFee !== undefined && { maxFee: toHex(maxFee) }) };
          const kind = kindOf(() => bind(details, balance, chosen));
          if (total > balance) expect(kind).toBe('insufficientFunds');
          else if (maxFee !== undefined && total > maxFee) expect(kind).toBe('feeAboveLimit');
          if (tip === '0x0' && total <= balance && total <= (maxFee ?? total))
            expect(kind).toBe('bound');
          if (kind !== 'bound') return;
          const { bounds, maximum } = bind(details, balance, chosen);
          expect(maximum <= balance).toBe(true);
          expect(maximum <= (maxFee ?? maximum)).toBe(true);
          for (const [index, estimate] of chosen.entries()) {
            const { l2_gas, l1_data_gas } = bounds[index] ?? computeBounds('INVOKE', estimate);
            expect(BigInt(l2_gas.max_amount) >= BigInt(estimate.l2_gas_consumed)).toBe(true);
            expect(BigInt(l2_gas.max_price_per_unit) >= BigInt(estimate.l2_gas_price)).toBe(true);
            expect(BigInt(l1_data_gas.max_amount) >= BigInt(estimate.l1_data_gas_consumed)).toBe(
              true,
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

const { mainnet, sepolia } = chainIds;
const estimate: FeeEstimate = {
  l1_gas_consumed: '0x0',
  l1_gas_price: toHex(10n ** 15n),
  l2_gas_consumed: '0xf4240',
  l2_gas_price: toHex(8n * 10n ** 9n),
  l1_data_gas_consumed: '0x80',
  l1_data_gas_price: toHex(10n ** 15n),
  overall_fee: '0x1',
};

describe('the prices of gas that a node tells', () => {
  it.each(['l1_gas_price', 'l1_data_gas_price', 'l2_gas_price'] as const)(
    'refuses an estimate if %s is above the highest possible',
    (price) => {
      const gas = gasKinds.find(({ kind }) => price === `${kind}_price`);
      const ceiling = gas?.priceCeiling ?? 0n;
      const at = { ...estimate, [price]: toHex(ceiling) };
      const above = { ...estimate, [price]: toHex(ceiling + 1n) };
      expect(() => refuseAbsurdPrices(mainnet, [estimate, at])).not.toThrow();
      expect(() => refuseAbsurdPrices(mainnet, [estimate, above])).toThrow(
        expect.objectContaining({ kind: 'feeAboveLimit' }),
      );
      expect(() => refuseAbsurdPrices(sepolia, [above])).not.toThrow();
    },
  );

  // @promise T6.1
  it('names the highest possible price in the refusal', () => {
    const lie = { ...estimate, l2_gas_price: toHex(10n ** 16n) };
    expect(() => refuseAbsurdPrices(mainnet, [lie])).toThrow(
      'L2 gas is above 0.000001 STRK a unit',
    );
  });
});
