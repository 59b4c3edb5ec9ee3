import { fail } from '../../errors';
import { type ChainId, chainIds } from '../../schema/primitives';
import { formatUnits } from '../../starknet/amount';
import type { FeeEstimate } from '../../starknet/transactions/fees';

type Price = 'l1_gas_price' | 'l1_data_gas_price' | 'l2_gas_price';

/**
 * No honest node tells more, in FRI per unit. L2 gas costs some 10^10, and the prices of L1 are
 * those of Ethereum in STRK: some 10^15 when Ethereum is busy. The ceilings are two orders of
 * magnitude above; those of the test network, whose fees cost nothing, another one.
 */
export const priceCeilings: Readonly<Record<ChainId, Readonly<Record<Price, bigint>>>> = {
  [chainIds.mainnet]: {
    l1_gas_price: 10n ** 17n,
    l1_data_gas_price: 10n ** 17n,
    l2_gas_price: 10n ** 12n,
  },
  [chainIds.sepolia]: {
    l1_gas_price: 10n ** 18n,
    l1_data_gas_price: 10n ** 18n,
    l2_gas_price: 10n ** 13n,
  },
};

const names = {
  l1_gas_price: 'L1 gas',
  l1_data_gas_price: 'L1 data gas',
  l2_gas_price: 'L2 gas',
} as const satisfies Record<Price, string>;

/**
 * What is only dear is told by a warning; a price that no network has is no basis for a signature.
 * @throws feeAboveLimit
 */
export function refuseAbsurdPrices(chainId: ChainId, estimates: readonly FeeEstimate[]): void {
  const ceilings = priceCeilings[chainId];
  for (const estimate of estimates)
    for (const price of ['l1_gas_price', 'l1_data_gas_price', 'l2_gas_price'] as const) {
      if (BigInt(estimate[price]) <= ceilings[price]) continue;
      const ceiling = `${formatUnits(ceilings[price], 18)} STRK`;
      const what = `The node’s price of ${names[price]} is above ${ceiling} a unit`;
      fail('feeAboveLimit', `${what}, which no network has. Check the node in the settings.`);
    }
}
