import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import type { FeeEstimate } from '../../starknet/transactions/fees';
import { priceCeilings, refuseAbsurdPrices } from './priceCeilings';

const { mainnet, sepolia } = chainIds;
const estimate: FeeEstimate = {
  l1_gas_consumed: '0x0',
  l1_gas_price: toHex(10n ** 15n),
  l2_gas_consumed: '0xf4240',
  l2_gas_price: toHex(8n * 10n ** 9n),
  l1_data_gas_consumed: '0x80',
  l1_data_gas_price: toHex(10n ** 15n),
  overall_fee: '0x1',
  unit: 'FRI',
};

describe('the prices of gas that a node tells', () => {
  it.each(['l1_gas_price', 'l1_data_gas_price', 'l2_gas_price'] as const)(
    'are refused where %s is above all that can be',
    (price) => {
      const ceiling = priceCeilings[mainnet][price];
      const at = { ...estimate, [price]: toHex(ceiling) };
      const above = { ...estimate, [price]: toHex(ceiling + 1n) };
      expect(() => refuseAbsurdPrices(mainnet, [estimate, at])).not.toThrow();
      expect(() => refuseAbsurdPrices(mainnet, [estimate, above])).toThrow(
        expect.objectContaining({ kind: 'feeAboveLimit' }),
      );
      expect(() => refuseAbsurdPrices(sepolia, [above])).not.toThrow();
    },
  );

  it('are refused with what they may be at most', () => {
    const lie = { ...estimate, l2_gas_price: toHex(10n ** 16n) };
    expect(() => refuseAbsurdPrices(mainnet, [lie])).toThrow(
      'L2 gas is above 0.000001 STRK a unit',
    );
  });
});
