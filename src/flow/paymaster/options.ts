import type { Clients, State } from '../../module';
import type { Paymaster } from '../../remote/paymaster/paymaster';
import { paymaster_getSupportedTokens } from '../../remote/paymaster/paymaster_getSupportedTokens';
import { type ChainId, chainName, sameFelt } from '../../schema/primitives';
import type { Token } from '../../schema/token';
import { hasOutsideExecution } from '../../starknet/accounts/classes';
import { formatUnits } from '../../starknet/felt';
import { isFeeToken, parseUint256 } from '../../starknet/tokens/erc20';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import {
  addressFact,
  type Fact,
  type FeeFacts,
  feeAmount,
  rawFact,
  type Section,
  textFact,
} from '../../ui/review/facts';
import { type Label, say, symbolText, type TextName } from '../../ui/text/words';
import { view } from '../chain/batchTogether';
import { tokenList } from '../tokens/tokens';
import type { TransactionRequest } from '../transactions/plan';
import type { InStrk, Sponsorship, TransactionReview } from '../transactions/review';
import { afterWords, timeWords } from '../transactions/timeWords';
import { tokenTable } from '../transactions/tokenTable';
import { getSymbol, strkLabel, tokenName } from '../transactions/words/amounts';
import { SPONSORED } from './sponsor';

export type PayOptions = NonNullable<FeeFacts['payWith']>['options'];

/** The choice to pay with the account's own STRK. */
export const OWN = 'STRK';
/** Total deadline, since few users need this choice. */
const WITHIN_MS = 1_500;

/**
 * Ways to pay the fee of a request: STRK, tokens of the user's paymaster that are known and that
 * the account holds, and the paymaster itself if the user has its key. Empty if there is no choice:
 * no paymaster is set, or the caller's details bind the request to a transaction of the account's
 * own. Never an error. One HTTP request to each, and none without a paymaster.
 */
export async function payOptions(
  module: State & Clients,
  request: TransactionRequest,
): Promise<PayOptions> {
  if (!canBeCarried(request)) return [];
  const paymaster = await module.paymaster(request.context.network.chainId);
  if (!paymaster) return [];
  const tokens = await payableTokens(module, request, paymaster).catch(() => []);
  const table = await tokenTable(module, request.context.network.chainId);
  const options = tokens
    .map(({ address }) => address)
    // One that has no name of its own would be paid with as another.
    .filter((address) => getSymbol(address, table) !== undefined)
    .map((address) => ({ value: address, label: tokenName(address, table) }));
  if (paymaster.hasKey) options.push({ value: SPONSORED, label: say('fees.sponsored') });
  if (options.length > 0) return [{ value: OWN, label: 'STRK' }, ...options];
  return [];
}

/** True if a paymaster can carry out a request: nothing in it binds it to an own transaction. */
export const canBeCarried = ({ account, calls, declares, details }: TransactionRequest): boolean =>
  hasOutsideExecution(account.accountClass) &&
  calls.length > 0 &&
  !declares &&
  [details.nonce, details.tip, details.resourceBounds, details.maxFee].every(
    (bound) => bound === undefined,
  );

async function payableTokens(
  module: State & Clients,
  request: TransactionRequest,
  paymaster: Paymaster,
): Promise<Token[]> {
  const { chainId } = request.context.network;
  const started = module.now();
  const [supported, knownTokens] = await Promise.all([
    paymaster.ask(paymaster_getSupportedTokens({}), { deadlineMs: WITHIN_MS }),
    tokenList(module, chainId),
  ]);
  const candidates = knownTokens.filter(({ address, decimals }) =>
    supported.some(
      (token) => sameFelt(token.token_address, address) && token.decimals === decimals,
    ),
  );
  const deadlineMs = Math.max(1, WITHIN_MS - (module.now() - started));
  return heldTokens(module, request, candidates, { deadlineMs });
}

/** Those of some tokens of which the account of a request has something. One HTTP request. */
export async function heldTokens<T extends Pick<Token, 'address'>>(
  module: Clients,
  { context, account }: TransactionRequest,
  candidates: readonly T[],
  deadline?: { readonly deadlineMs: number },
): Promise<T[]> {
  const otherTokens = candidates.filter(({ address }) => !isFeeToken(address));
  const node = await module.node(context.network.chainId);
  const balances = await node.batch(
    otherTokens.map(({ address }) => view(address, 'balanceOf', [account.address])),
    deadline,
  );
  return otherTokens.filter((_, index) => {
    const balance = balances[index];
    return balance?.ok === true && (parseUint256(balance.value) ?? 0n) > 0n;
  });
}

/** The fee of calls that a paymaster executes: the transfer to it, all of which is signed. */
export function sponsoredFee(
  payer: Sponsorship,
  options: NonNullable<TransactionReview['payOptions']>,
): FeeFacts {
  const { host, payWith, fee, money } = payer;
  const amount = formatUnits(BigInt(fee.amount), fee.decimals);
  const say = payWith === SPONSORED ? 'fees.paidByPaymaster' : 'fees.carriedByPaymaster';
  return {
    expected: amount,
    maximum: amount,
    symbol: fee.symbol,
    ...(fee.isClaimed && { isClaimed: true }),
    ...(money && { money }),
    payWith: { chosen: payWith, options },
    notes: [{ as: 'sentence', value: { say, with: { host } } }, ...compared(payer)],
  };
}

const rateTexts = {
  prices: 'fees.byPrices',
  chain: 'fees.byChain',
  paymaster: 'fees.byPaymaster',
} as const satisfies Record<InStrk['by'], TextName>;

/** The symbol of a fee's token: with doubt if only its contract claims it. */
const feeSymbol = ({ symbol, isClaimed }: Sponsorship['fee']): Label => {
  if (isClaimed) return say('calls.claimed', { symbol });
  return symbolText(symbol);
};

/** The fee in STRK at the given price, next to that of an own transaction. */
const compared = ({ fee, own: ownFee }: Sponsorship): Fact[] => {
  if (!fee.inStrk) return [];
  return [
    textFact('fees.inStrk', {
      say: rateTexts[fee.inStrk.by],
      with: {
        amount: strkLabel(BigInt(fee.inStrk.amount)),
        rate: strkLabel(BigInt(fee.inStrk.rate)),
        token: feeSymbol(fee),
      },
    }),
    textFact('fees.sentYourself', strkLabel(BigInt(ownFee.maximum))),
  ];
};

/** Facts that are signed besides the calls. */
export function sponsoredDetails(payer: Sponsorship, chainId: ChainId): Section {
  const { outside, hash, host } = payer;
  const { caller, version, nonce, after: opening, before: expiry } = outside;
  return {
    title: { say: 'fees.paymaster' },
    facts: [
      textFact('home.set.paymaster', host),
      ...payment(payer),
      caller === ANY_CALLER
        ? textFact('fees.caller', { say: 'fees.anyCaller' })
        : addressFact('fees.caller', caller),
      textFact('fees.after', afterWords(opening)),
      textFact('fees.before', timeWords(expiry)),
      textFact('review.network', `${chainName(chainId)} (${chainId})`),
      textFact('fees.version', `SNIP-9, ${version}`),
      rawFact('fees.outsideNonce', nonce),
      rawFact('fees.messageHash', hash),
    ],
  };
}

/** The signed transfer after the calls; empty if there is none. */
const payment = ({ fee, payWith }: Sponsorship): Fact[] => {
  if (fee.to === null) return [];
  return [
    textFact(
      'fees.feeExact',
      feeAmount({ amount: formatUnits(BigInt(fee.amount), fee.decimals), isExact: true }, fee),
    ),
    addressFact('fees.feeToken', payWith),
    addressFact('fees.feeTo', fee.to),
  ];
};
