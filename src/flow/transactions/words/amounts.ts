import { lesser } from '../../../schema/primitives';
import { formatUnits, toAddress } from '../../../starknet/felt';
import type { Meaning, Quantity, TokenFacts } from '../../../starknet/meaning/meaning';
import { imitates, knownTokens } from '../../../starknet/tokens/erc20';
import { UNLIMITED } from '../../../starknet/tokens/event';
import { deriveOnce } from '../../../state/derive';
import { addressFact, type Fact } from '../../../ui/review/facts';
import type { AmountForm } from '../../../ui/text/amounts';
import { type Label, say, type TextName, type TextRef } from '../../../ui/text/words';
import type { ReadCall } from '../review';
import type { TokensByAddress } from '../simulate';

/** No token has more of it in smallest units: a thousand million million whole ones of 18 decimals. */
const LARGEST_SUPPLY = 2n ** 112n;

/** Whether an allowance has no limit in practice: it is above all that the account could ever have. */
export function isUnlimited(
  { token, amount, unsure }: Quantity & { readonly unsure?: true },
  tokens: TokensByAddress = {},
): boolean {
  if (unsure && isUnknown(token, tokens)) return BigInt(amount) >= UNLIMITED;
  const from = BigInt(tokenFacts(token, tokens).unlimitedFrom ?? LARGEST_SUPPLY);
  return BigInt(amount) >= lesser(from, LARGEST_SUPPLY);
}

/** An amount of STRK, from its smallest units. */
export const strkLabel = (fri: bigint): Label => ({
  amount: formatUnits(fri, knownTokens.STRK.decimals),
  symbol: 'STRK',
});

export const tokenFacts = (token: string, tokens: TokensByAddress): TokenFacts =>
  tokens[toAddress(token)] ?? { address: token, symbol: null, decimals: null, verified: false };

/** Letters and digits of a claim that is nothing but a name: no host, no markup, no sentence. */
const PLAIN = /^(?!www\.|.*\.[a-z]{2})[a-z\d](?:[a-z\d .+-]{0,14}[a-z\d+])?$/iu;

/** Comparing a claim with each listed symbol takes longer than all else of drawing a list. */
const symbolsIn = deriveOnce((_: TokensByAddress) => new Map<TokenFacts, string | undefined>());

/**
 * The symbol that a token may be called by, wherever it is named: the one of the module's list, or
 * what its contract claims if that is a plain name which imitates no listed one.
 */
export function getSymbol(token: string, tokens: TokensByAddress): string | undefined {
  const facts = tokens[toAddress(token)];
  if (!facts) return undefined;
  const symbols = symbolsIn(tokens);
  if (!symbols.has(facts)) symbols.set(facts, findSymbol(facts, tokens));
  return symbols.get(facts);
}

function findSymbol({ symbol, verified }: TokenFacts, tokens: TokensByAddress): string | undefined {
  if (symbol === null || verified) return symbol ?? undefined;
  const listed = Object.values(tokens).filter((one) => one.verified);
  const isImitation = listed.some((one) => one.symbol !== null && imitates(symbol, one.symbol));
  if (isImitation || !PLAIN.test(symbol)) return undefined;
  return symbol;
}

/** The one name of a token: with doubt if only its contract claims it. */
export function tokenName(
  token: string,
  tokens: TokensByAddress,
  nameless: TextName = 'calls.unknownToken',
): string | TextRef {
  const symbol = getSymbol(token, tokens);
  if (symbol === undefined) return say(nameless);
  if (tokenFacts(token, tokens).verified) return symbol;
  return say('calls.claimed', { symbol });
}

/** The name of a token in the user's own list. */
export const nameOfToken = (token: string, tokens: TokensByAddress): string | TextRef =>
  tokenName(token, tokens, 'calls.tokenUnlisted');

export const getCollectionName = (token: string, tokens: TokensByAddress): string | TextRef =>
  tokenName(token, tokens, 'calls.unknownCollection');

/** The amount holds both limbs of the u256; unknown decimals of a token are not guessed. */
export function createAmountText(
  { token, amount }: Quantity,
  tokens: TokensByAddress,
  form?: AmountForm,
): Exclude<Label, string> {
  const { decimals, verified } = tokenFacts(token, tokens);
  const symbol = getSymbol(token, tokens);
  if (decimals === null) return say('calls.smallestUnits', { amount: { amount } });
  const units = { amount: formatUnits(BigInt(amount), decimals), ...(form && { form }) };
  if (symbol === undefined) return say('calls.ofUnknown', { amount: units });
  if (verified) return { ...units, symbol };
  return say('calls.ofClaimed', { amount: units, symbol });
}

/** Whether nobody says that a contract is a token: a number there may be a token id. */
export function isUnknown(token: string, tokens: TokensByAddress): boolean {
  const { symbol, decimals } = tokenFacts(token, tokens);
  return symbol === null || decimals === null;
}

/** Tokens not on the module's own list, each with its own claims. */
export function tokensToCheck(used: readonly string[], tokens: TokensByAddress): Fact[] {
  return [...new Set(used)].flatMap((token): Fact[] => {
    const { symbol, verified } = tokenFacts(token, tokens);
    if (verified) return [];
    if (symbol === null) return [addressFact('calls.tokenUnlisted', token)];
    return [addressFact(say('calls.tokenClaims', { symbol }), token)];
  });
}

/** A call with its meaning. */
export type MeantCall = Pick<ReadCall, 'meaning'>;

/**
 * Calls with one purpose: the payment for a call, the call, and the one that collects its outcome.
 */
export type CallGroup = {
  /** Index of the first and of the last call. */
  readonly from: number;
  readonly to: number;
  /** Meaning of the call in the middle, extended by the calls around it. */
  readonly meaning: Meaning;
  /** Amounts that the calls before it allow or send, all of it for this one. */
  readonly paid: readonly Quantity[];
};

type Payment = Quantity & { readonly to: string; readonly isSent: boolean };

/** A plain limited allowance, or a transfer from the account itself, of an exact amount. */
function paymentOf(meaning: Meaning): Payment | undefined {
  if (meaning.kind !== 'approve' && meaning.kind !== 'transfer') return undefined;
  const { token, amount, standard } = meaning;
  if (standard !== 'erc20') return undefined;
  if (meaning.kind === 'transfer') {
    if (meaning.from !== undefined) return undefined;
    return { token, amount, to: meaning.to, isSent: true };
  }
  const { spender: to, more: isIncrease, owner } = meaning;
  if (isIncrease || owner || isUnlimited(meaning)) return undefined;
  return { token, amount, to, isSent: false };
}

/** Whether a call takes exactly this: no more is allowed, and nothing remains. */
function takes(meaning: Meaning, { token, amount, to, isSent }: Payment): boolean {
  if (meaning.kind === 'swap')
    return (
      meaning.router === to &&
      (meaning.isPrepaid ?? false) === isSent &&
      meaning.sell !== null &&
      meaning.sell.token === token &&
      meaning.sell.amount === amount
    );
  // Tokens sent there in advance would be lost: it uses an allowance.
  if (isSent) return false;
  if (meaning.kind === 'stake')
    return (
      meaning.contract === to &&
      meaning.amount === amount &&
      (meaning.token ?? token) === token &&
      (meaning.change === 'enter' || meaning.change === 'increase')
    );
  if (meaning.kind !== 'act' || meaning.contract !== to) return false;
  if (!['deposit', 'repay', 'addLiquidity', 'lock'].includes(meaning.act)) return false;
  return (
    meaning.assets === amount ||
    meaning.quantities.some((one) => one.token === token && one.amount === amount)
  );
}

/** A swap whose outcome, with its minimum, the next call collects; undefined for other calls. */
function withMinimum(meaning: Meaning, next: Meaning | undefined): Meaning | undefined {
  if (meaning.kind !== 'swap' || next?.kind !== 'act' || next.act !== 'clear') return undefined;
  const [collected] = next.quantities;
  if (!collected || next.contract !== meaning.router || next.to !== undefined) return undefined;
  const { to: _, buy, ...swap } = meaning;
  if (collected.token === buy.token) {
    const isMore = buy.bound === 'atLeast' && BigInt(collected.amount) > BigInt(buy.amount);
    if (isMore) return { ...swap, buy: { ...collected, bound: 'atLeast' } };
    return { ...swap, buy };
  }
  // The unsold rest returns.
  if (collected.token === meaning.sell?.token && collected.amount === '0') return meaning;
  return undefined;
}

/** Groups calls by purpose; every call is in exactly one group, in order. */
export function groupCalls(calls: readonly MeantCall[]): CallGroup[] {
  const groups: CallGroup[] = [];
  calls.forEach((first, from) => {
    if (from > (groups.at(-1)?.to ?? -1)) groups.push(startingAt(calls, first, from));
  });
  return groups;
}

function startingAt(calls: readonly MeantCall[], first: MeantCall, from: number): CallGroup {
  const payments: Payment[] = [];
  let middle = from;
  for (const { meaning } of calls.slice(from)) {
    const payment = paymentOf(meaning);
    if (!payment) break;
    payments.push(payment);
    middle += 1;
  }
  const main = calls[middle]?.meaning;
  const isPaid = main !== undefined && payments.every((payment) => takes(main, payment));
  const tokens = new Set(payments.map(({ token }) => token));
  // One call does not use up the same amount of one token twice.
  if (isPaid && tokens.size === payments.length)
    return untilCollected(calls, { from, to: middle, meaning: main, paid: payments });
  return untilCollected(calls, { from, to: from, meaning: first.meaning, paid: [] });
}

/** The same group with the calls behind it that collect its outcome. */
function untilCollected(calls: readonly MeantCall[], group: CallGroup): CallGroup {
  const meaning = withMinimum(group.meaning, calls[group.to + 1]?.meaning);
  if (!meaning) return group;
  return untilCollected(calls, { ...group, to: group.to + 1, meaning });
}
