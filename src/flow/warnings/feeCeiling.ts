import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import type { Rule } from './subject';
import { amountOf } from './tokens';
import { warning } from './warning';

const STRK = 10n ** 18n;
/**
 * FRI that no usual transaction costs: the largest that a block takes is 1.2 × 10^9 of L2 gas, at
 * 8 × 10^9 FRI about 10 STRK. Test tokens are free.
 */
const ceilings: Readonly<Record<string, bigint>> = {
  [chainIds.mainnet]: 50n * STRK,
  [chainIds.sepolia]: 500n * STRK,
};
const WORST = 10n;

/** A fee above what is ever usual on the network, whatever a node says of prices. */
export const feeCeiling: Rule = (subject) => {
  const ceiling = ceilings[subject.context.network.chainId] ?? 0n;
  const maximum = BigInt(subject.fee.maximum);
  if (maximum <= ceiling) return [];
  return [
    warning('feeCeiling', maximum <= WORST * ceiling ? 'high' : 'critical', {
      maximum: amountOf(subject, knownTokens.STRK.address, maximum),
    }),
  ];
};
