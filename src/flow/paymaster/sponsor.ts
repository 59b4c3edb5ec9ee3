import { fail } from '@xnet/clients/errors';
import type { Clients, Module, State } from '../../module';
import { toUserTransaction } from '../../remote/paymaster/method';
import type { Paymaster } from '../../remote/paymaster/paymaster';
import { paymaster_buildTransaction } from '../../remote/paymaster/paymaster_buildTransaction';
import { paymaster_executeTransaction } from '../../remote/paymaster/paymaster_executeTransaction';
import { unixSeconds } from '../../schema/primitives';
import { deploymentData } from '../../starknet/accounts/classes';
import { formatUnits } from '../../starknet/felt';
import { knownToken, knownTokens } from '../../starknet/tokens/erc20';
import { encodedCall } from '../../starknet/transactions/calls';
import { typedDataHash } from '../../starknet/typedData/hash';
import type { Approved } from '../consent/approve';
import { feeInMoney, fetchPrices, type Priced, type Prices } from '../tokens/prices';
import { tokenList } from '../tokens/tokens';
import { FIRST_POLL_SECONDS, sponsoredRecord } from '../transactions/record';
import type { Fee, InStrk, Sponsorship, TransactionReview } from '../transactions/review';
import { checkBuilt } from './check';

/** Parts of a dollar, so that the quotient of two prices is exact enough. */
const PRECISION = 1e12;
const ONE_STRK = 10n ** 18n;

/**
 * Converts a fee from the token's smallest unit to STRK. Uses a price that the paymaster does not
 * set, so that it cannot take more than it claims; its own price only if there is no other.
 * @param ownRate FRI for one whole token, according to the paymaster
 */
function inStrk(
  { decimals }: Priced,
  fee: bigint,
  { prices, ownRate }: { readonly prices: Prices | undefined; readonly ownRate: bigint },
): InStrk {
  const parts = (price = 0) => BigInt(Math.round(price * PRECISION));
  const [usd, strkUsd] = [parts(prices?.usd), parts(prices?.strkUsd)];
  const isPriced = prices !== undefined && usd > 0n && strkUsd > 0n;
  const rate = isPriced ? (usd * ONE_STRK) / strkUsd : ownRate;
  const whole = 10n ** BigInt(decimals);
  return {
    amount: String((fee * rate + whole - 1n) / whole),
    rate: String(rate),
    by: isPriced ? prices.by : 'paymaster',
  };
}

/** The choice that the paymaster itself pays the fee; any other choice is a token's address. */
export const SPONSORED = 'sponsored';

/** The review plus the paymaster's response, by which the fee is paid. */
export type SponsoredReview = TransactionReview & { readonly payer: Sponsorship };

export const isSponsored = <R extends TransactionReview>(
  review: R,
): review is R & SponsoredReview => review.payer.by === 'paymaster';

/** Seconds that a paymaster has to execute it. */
const TIME = 3_600;
/** Maximum factor by which a paymaster may cost more than sending it oneself. */
const DEAREST = 10n;

/**
 * The review of the same calls with the fee paid through the user's paymaster: in a token, or by
 * the paymaster itself, which also deploys an account that is not. What the paymaster wants signed
 * is checked before it is shown. One HTTP request to it; meanwhile, the price of the token is read
 * from elsewhere.
 * @throws paymasterFault, feeAboveLimit, transactionReverts and the errors of the paymaster
 */
export async function fetchSponsoredReview(
  module: State & Clients,
  review: TransactionReview,
  payWith: string,
): Promise<SponsoredReview> {
  const { context, account, payer } = review;
  const calls = review.calls.map(({ call }) => call);
  const { chainId } = context.network;
  const deployment = review.costed?.plan.deploys ? deploymentData(account) : undefined;
  const transaction = toUserTransaction(
    { user_address: account.address, calls: calls.map(encodedCall) },
    deployment,
  );
  const paymaster = await paymasterOf(module, review);
  const token = await tokenOf(module, review, payWith);
  const now = unixSeconds(module);
  const parameters = {
    version: '0x1' as const,
    fee_mode: token
      ? { mode: 'default' as const, gas_token: token.address }
      : { mode: 'sponsored' as const },
    time_bounds: { execute_after: 1, execute_before: now + TIME },
  };
  const [built, prices] = await Promise.all([
    paymaster.ask(paymaster_buildTransaction({ transaction, parameters })),
    token && fetchPrices(module, chainId, token),
  ]);
  const { type } = transaction;
  const request = { chainId, type, calls, parameters, now };
  const { typedData, outside, payment } = checkBuilt(built, request);
  const ownFee = payer.by === 'paymaster' ? payer.own : review.fee;
  const { symbol, decimals, address } = token ?? knownTokens.STRK;
  const amount = payment?.amount ?? 0n;
  const ownRate = BigInt(built.fee.gas_token_price_in_strk);
  if (payment && ownRate === 0n) fail('paymasterFault', 'It tells no price of the token.');
  const comesTo = payment && inStrk({ address, decimals }, amount, { prices, ownRate });
  requireBearable(BigInt(comesTo?.amount ?? 0), ownFee);
  const paid = {
    symbol,
    decimals,
    amount: String(amount),
    to: payment?.to ?? null,
    ...(!knownToken(address, chainId) && { isClaimed: true as const }),
    ...(comesTo && { inStrk: comesTo }),
  };
  const all = { expected: paid.amount, maximum: paid.amount };
  const money = await feeInMoney(module, chainId, all, { address, decimals });
  const inFri = comesTo?.amount ?? '0';
  return {
    ...review,
    transactions: [],
    fee: { expected: inFri, maximum: inFri },
    payer: {
      by: 'paymaster',
      host: paymaster.host,
      payWith,
      fee: paid,
      ...(money && { money }),
      ...(deployment && { deployment }),
      own: ownFee,
      outside,
      typedData,
      hash: typedDataHash(typedData, account.address),
      sent: built.typed_data,
      parameters,
    },
  };
}

async function paymasterOf(module: Clients, { context }: TransactionReview): Promise<Paymaster> {
  const paymaster = await module.paymaster(context.network.chainId);
  return paymaster ?? fail('paymasterFault', 'No paymaster is set for this network.');
}

/** The token of the fee; undefined if the paymaster pays. */
async function tokenOf(module: State, { context }: TransactionReview, payWith: string) {
  if (payWith === SPONSORED) return undefined;
  const tokens = await tokenList(module, context.network.chainId);
  const token = tokens.find(({ address }) => address === payWith);
  return token ?? fail('paymasterFault', 'That token is not known.');
}

/** Rejects fees that no user would accept. @throws feeAboveLimit */
function requireBearable(fri: bigint, ownFee: Fee): void {
  if (fri > DEAREST * BigInt(ownFee.maximum))
    fail('feeAboveLimit', `The paymaster takes ${formatUnits(fri, 18)} STRK.`);
}

/**
 * Signs what the user has approved, has the paymaster execute it, and records the transaction that
 * it reports. The hash is the paymaster's own, and nothing proves it, so the signature is recorded
 * beforehand: until it is used or expires, reviews know of it. Without a response, the error says
 * that it may have been sent (`data.ambiguous`).
 * @throws paymasterFault, transactionReverts, feeAboveLimit and the errors of the paymaster
 */
export async function sendSponsored(
  module: Module,
  approved: Approved<SponsoredReview>,
): Promise<string> {
  const { context, account, payer } = approved;
  const { chainId } = context.network;
  const paymaster = await module.paymaster(chainId);
  if (paymaster?.host !== payer.host)
    return fail('paymasterFault', 'Another paymaster was set meanwhile.');
  const now = unixSeconds(module);
  const expiry = Number(payer.outside.before);
  if (expiry <= now) fail('paymasterFault', 'The time to carry it out has passed.');
  const signature = await module.keys.signMessage(approved);
  const { hash, outside, deployment } = payer;
  const note = { hash, before: expiry, nonce: outside.nonce };
  await module.outsideSigned.add(chainId, account.address, note, now);
  const invoke = { user_address: account.address, typed_data: payer.sent, signature };
  const transaction = toUserTransaction(invoke, deployment);
  const { transaction_hash } = await paymaster.ask(
    paymaster_executeTransaction({ transaction, parameters: payer.parameters }),
  );
  // The dapp gets its hash even if the records cannot be stored.
  await module.transactions
    .add(sponsoredRecord(approved, transaction_hash, unixSeconds(module)))
    .then(() =>
      module.outsideSigned.add(
        chainId,
        account.address,
        { ...note, sentAs: transaction_hash },
        now,
      ),
    )
    .catch(() => undefined);
  await module.wakeTracker(FIRST_POLL_SECONDS);
  return transaction_hash;
}
