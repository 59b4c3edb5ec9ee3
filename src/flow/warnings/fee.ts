import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { amountLabel, balanceOf, sentOf } from './amounts';
import { type Rule, severityOf, warning } from './rule';

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
export const feeCeiling: Rule = (review) => {
  const ceiling = ceilings[review.context.network.chainId] ?? 0n;
  const maximum = BigInt(review.fee.maximum);
  if (maximum <= ceiling) return [];
  return [
    warning('feeCeiling', maximum <= WORST * ceiling ? 'high' : 'critical', {
      maximum: amountLabel(review, knownTokens.STRK.address, maximum),
    }),
  ];
};

const PRICE_TIMES = [3n, 10n] as const;

/**
 * A price of L2 gas far above the median of blocks seen before. Besides the newest block, the
 * price that the signature allows counts, less the margin of half that bounds usually have.
 */
export const feePrice: Rule = ({ gasPrice: { now, usual: median }, transactions }) => {
  const usual = BigInt(median ?? 0);
  const prices = transactions.map(
    ({ resource_bounds }) => (BigInt(resource_bounds.l2_gas.max_price_per_unit) * 2n) / 3n,
  );
  const paid = [BigInt(now ?? 0), ...prices].reduce((a, b) => (a > b ? a : b));
  const severity = usual > 0n && severityOf(paid, usual, PRICE_TIMES);
  return severity ? [warning('feePrice', severity, { times: `${paid / usual}` })] : [];
};

/** The usual margins let a fee rise to 2.25 times the expected one. */
const MARGIN_TIMES = [5n, 20n] as const;

/** Bounds that allow many times the expected fee. */
export const feeMargin: Rule = (review) => {
  const { fee } = review;
  if (fee.expected === null) return [];
  const severity = severityOf(BigInt(fee.maximum), BigInt(fee.expected), MARGIN_TIMES);
  const strk = (fri: string) => amountLabel(review, knownTokens.STRK.address, BigInt(fri));
  return severity
    ? [warning('feeMargin', severity, { expected: strk(fee.expected), maximum: strk(fee.maximum) })]
    : [];
};

const TIP_TIMES = [2n, 20n] as const;

/** A tip of several times the price of gas; measured by the signed price where none was read. */
export const feeTip: Rule = ({ transactions, gasPrice: { usual, now } }) =>
  transactions.flatMap(({ tip, resource_bounds: { l2_gas } }) => {
    const price = BigInt(usual ?? now ?? l2_gas.max_price_per_unit);
    const severity = severityOf(BigInt(tip), price, TIP_TIMES);
    // A free network has no price to measure by.
    const times = `${BigInt(tip) / (price || 1n)}`;
    return severity ? warning('feeTip', severity, { times }) : [];
  });

const { address } = knownTokens.STRK;

/** So much of the fee token leaves that the next fee may not be paid. */
export const feeTokenAll: Rule = (review) => {
  const balance = balanceOf(review, address);
  const sent = sentOf(review).get(address) ?? 0n;
  // Who has next to nothing runs short by the fee itself, which is no matter of what is sent.
  if (balance === undefined || sent === 0n || 2n * sent < balance) return [];
  if (sent + 2n * BigInt(review.fee.maximum) < balance) return [];
  return [
    warning('feeTokenAll', 'caution', {
      amount: amountLabel(review, address, sent),
      balance: amountLabel(review, address, balance),
    }),
  ];
};

/**
 * A paymaster that takes more than 1.5 times, or 5 times, what the account would pay at most itself.
 * It pays for more than the calls alone, and at most is 2.25 times the expected, so it need not.
 */
export const paymasterFee: Rule = (review) => {
  const { payer, fee } = review;
  if (payer.by !== 'paymaster') return [];
  const [taken, own] = [BigInt(fee.maximum), BigInt(payer.own.maximum)];
  if (2n * taken <= 3n * own) return [];
  const strk = (fri: bigint) => amountLabel(review, knownTokens.STRK.address, fri);
  return [
    warning('paymasterFee', taken > 5n * own ? 'critical' : 'caution', {
      taken: strk(taken),
      own: strk(own),
    }),
  ];
};
