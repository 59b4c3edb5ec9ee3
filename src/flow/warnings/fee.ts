import { networkDefinitions } from '../../networks/networks';
import { greater, USER } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { computeWorth } from '../transactions/worth';
import { amountLabel, findBalance, sumSent } from './amounts';
import { getSeverity, isMoveToOwn, type Rule, warning } from './rule';

/** Times a network's high fee, above which the warning is critical. */
const CRITICAL_TIMES = 10n;

/** A fee above any usual one on the network, whatever prices a node reports. */
export const highFee: Rule = (review) => {
  const high = networkDefinitions[review.context.network.chainId].highFee;
  const maximum = BigInt(review.fee.maximum);
  if (maximum <= high) return [];
  return [
    warning('highFee', maximum <= CRITICAL_TIMES * high ? 'high' : 'critical', {
      maximum: amountLabel(review, knownTokens.STRK.address, maximum),
    }),
  ];
};

const PRICE_TIMES = [3n, 10n] as const;

/**
 * An L2 gas price far above the median of earlier blocks. Compares the newest block's price and the
 * signed price, less the usual margin of half.
 */
export const feePrice: Rule = ({ gasPrice: { now, usual: median }, transactions }) => {
  const usual = BigInt(median ?? 0);
  const prices = transactions.map(
    ({ resource_bounds }) => (BigInt(resource_bounds.l2_gas.max_price_per_unit) * 2n) / 3n,
  );
  const paid = prices.reduce(greater, BigInt(now ?? 0));
  const severity = usual > 0n && getSeverity(paid, usual, PRICE_TIMES);
  if (severity) return [warning('feePrice', severity, { times: `${paid / usual}` })];
  return [];
};

/** With the usual margins, a fee can rise to 2.25 times the expected one. */
const MARGIN_TIMES = [5n, 20n] as const;

/** Bounds that allow many times the expected fee. */
export const feeMargin: Rule = (review) => {
  const { fee } = review;
  if (fee.expected === null) return [];
  const severity = getSeverity(BigInt(fee.maximum), BigInt(fee.expected), MARGIN_TIMES);
  const strk = (fri: string) => amountLabel(review, knownTokens.STRK.address, BigInt(fri));
  if (severity)
    return [
      warning('feeMargin', severity, { expected: strk(fee.expected), maximum: strk(fee.maximum) }),
    ];
  return [];
};

const TIP_TIMES = [2n, 20n] as const;

/** A tip of several times the gas price; compared with the signed price if none was read. */
export const feeTip: Rule = ({ transactions, gasPrice: { usual, now } }) =>
  transactions.flatMap(({ tip, resource_bounds: { l2_gas } }) => {
    const price = BigInt(usual ?? now ?? l2_gas.max_price_per_unit);
    const severity = getSeverity(BigInt(tip), price, TIP_TIMES);
    // A free network has no price to compare with.
    const times = `${BigInt(tip) / (price || 1n)}`;
    if (severity) return warning('feeTip', severity, { times });
    return [];
  });

const { address } = knownTokens.STRK;

/** Maximum fees that stay behind, so that the next transaction can be paid. */
const NEXT_FEE_TIMES = 2n;

/**
 * Warns if so much of the fee token leaves that the account may be unable to pay the next fee; not where the
 * user, on the page, moves all but this fee to another own account.
 */
export const feeTokenAll: Rule = (review) => {
  const balance = findBalance(review, address);
  const sentAmount = sumSent(review).get(address) ?? 0n;
  // With a tiny balance, the fee itself would use it up, whatever is sent.
  if (balance === undefined || sentAmount === 0n || 2n * sentAmount < balance) return [];
  const maximum = BigInt(review.fee.maximum);
  if (sentAmount + NEXT_FEE_TIMES * maximum < balance) return [];
  const isAllButFee = sentAmount + maximum === balance;
  if (isAllButFee && review.context.origin === USER && isMoveToOwn(review)) return [];
  return [
    warning('feeTokenAll', 'caution', {
      amount: amountLabel(review, address, sentAmount),
      balance: amountLabel(review, address, balance),
    }),
  ];
};

/** Percent of the account's own maximum fee. */
const PAYMASTER_PERCENT = { caution: 150n, critical: 500n } as const;

/**
 * A paymaster that takes much more than the account's own maximum fee. It pays for more
 * than the calls, but the maximum is 2.25 times the expected fee, so there is room.
 */
export const paymasterFee: Rule = (review) => {
  const { payer, fee } = review;
  if (payer.by !== 'paymaster') return [];
  const [tokenFee, accountFee] = [BigInt(fee.maximum), BigInt(payer.own.maximum)];
  const isAbove = (percent: bigint) => 100n * tokenFee > percent * accountFee;
  if (!isAbove(PAYMASTER_PERCENT.caution)) return [];
  const strk = (fri: bigint) => amountLabel(review, knownTokens.STRK.address, fri);
  return [
    warning('paymasterFee', isAbove(PAYMASTER_PERCENT.critical) ? 'critical' : 'caution', {
      taken: strk(tokenFee),
      own: strk(accountFee),
    }),
  ];
};

/**
 * A paymaster's fee that nobody else puts a price on: it could take anything and call it little.
 * The same amount has the same text, so a tick for it counts again.
 */
export const paymasterUnpriced: Rule = (review) => {
  const { payer } = review;
  if (payer.by !== 'paymaster' || computeWorth(review) !== undefined) return [];
  const amount = BigInt(payer.fee.amount);
  if (amount === 0n) return [];
  return [
    warning('paymasterUnpriced', 'high', {
      amount: amountLabel(review, payer.payWith, amount),
    }),
  ];
};
