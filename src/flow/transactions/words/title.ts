import type { Act, Meaning, Quantity } from '../../../starknet/meaning/meaning';
import { type Label, say, type TextName, type TextRef } from '../../../ui/text/words';
import type { TokensByAddress } from '../simulate';
import {
  createAmountText,
  getCollectionName,
  getSymbol,
  groupCalls,
  isUnknown,
  isUnlimited,
  type MeantCall,
  tokenFacts,
  tokenName,
} from './amounts';
import { tell } from './sentences';

/** The title of the request, and the label of the button that approves it. */
export type TitleAndVerb = { readonly title: TextRef; readonly verb: TextName };

/**
 * By possible cost, descending. Which of several that move something costs most, nobody can say. An
 * unlisted contract is never taken for harmless, which would hide it, nor for graver than a transfer,
 * which a site could hide behind it.
 */
const gravities = ['control', 'open', 'moves', 'harmless'] as const;
type Gravity = (typeof gravities)[number];

/** Acts that cost nothing at a contract of the module's list. */
const harmless: readonly Act[] = [
  ...(['allowLess', 'claim', 'clear', 'collectFees'] as const),
  ...(['vote', 'voteAbstain', 'voteAgainst', 'voteFor'] as const),
];

/** A contract or token on no list may do anything, so nothing about it hides another step. */
function gravityOf(meaning: Meaning, tokens: TokensByAddress, account: string): Gravity {
  const isListed = (contract: string) => meaning.names?.[contract] !== undefined;
  switch (meaning.kind) {
    case 'upgrade':
      if (meaning.own) return 'control';
      return 'moves';
    case 'owner':
    case 'guardian':
      if (meaning.own && meaning.change !== 'cancel') return 'control';
      return 'moves';
    case 'other':
      if (meaning.contract === account) return 'control';
      return 'moves';
    case 'approveAll':
      if (meaning.approved) return 'moves';
      return 'harmless';
    case 'approve': {
      const { token, tokenId, owner, unsure, amount } = meaning;
      if (tokenId !== undefined || owner !== undefined || unsure) return 'moves';
      if (BigInt(amount) === 0n) return 'harmless';
      if (isUnlimited(meaning, tokens) && tokenFacts(token, tokens).verified) return 'open';
      return 'moves';
    }
    case 'act': {
      const { act, contract, own: isOwn, to } = meaning;
      if (isOwn && act === 'revokeSession') return 'harmless';
      if (isOwn) return 'control';
      if (harmless.includes(act) && isListed(contract) && to === undefined) return 'harmless';
      return 'moves';
    }
    case 'stake': {
      const { change, contract, to } = meaning;
      if (change === 'claim' && isListed(contract) && to === undefined) return 'harmless';
      return 'moves';
    }
    default:
      return 'moves';
  }
}

type PlainKind = 'transfer' | 'approve';
type PlainMeaning = Extract<Meaning, { kind: PlainKind }>;

/** The meanings if all of them send, or all allow, the account's own amounts of one token; else none. */
function plainOnes(meanings: readonly Meaning[]): PlainMeaning[] {
  const plain = meanings.filter(
    (meaning) => meaning.kind === 'transfer' || meaning.kind === 'approve',
  );
  const isPlain = (meaning: PlainMeaning) => {
    const { standard, tokenId, unsure } = meaning;
    if (standard !== 'erc20' || tokenId !== undefined || unsure) return false;
    return meaning.kind === 'transfer'
      ? meaning.from === undefined
      : !meaning.owner && !meaning.more;
  };
  const isOneKind = new Set(plain.map(({ kind, token }) => `${kind} ${token}`)).size === 1;
  return isOneKind && plain.length === meanings.length && plain.every(isPlain) ? plain : [];
}

/** The one of the largest amount, if all send or all allow the same token; else undefined. */
function largestOf(meanings: readonly Meaning[]): Meaning | undefined {
  if (meanings.length === 1) return meanings[0];
  const [first, ...later] = plainOnes(meanings);
  if (first === undefined) return undefined;
  return later.reduce(
    (largest, one) => (BigInt(one.amount) > BigInt(largest.amount) ? one : largest),
    first,
  );
}

/** The sum of payments of one listed token; undefined if any step is something else. */
function paymentsTitle(meanings: readonly Meaning[], tokens: TokensByAddress): TextRef | undefined {
  const payments = plainOnes(meanings);
  const [first] = payments;
  if (first?.kind !== 'transfer' || !isNamed(first.token, tokens)) return undefined;
  const amount = String(payments.reduce((total, payment) => total + BigInt(payment.amount), 0n));
  const sum = createAmountText({ token: first.token, amount }, tokens);
  return say('calls.titlePayments', { sum, count: String(payments.length) });
}

const isNamed = (token: string, tokens: TokensByAddress): boolean =>
  getSymbol(token, tokens) !== undefined && !isUnknown(token, tokens);

const ownVerbs: { readonly [K in Meaning['kind']]?: TextName } = {
  swap: 'review.doSwap',
  upgrade: 'review.doUpgrade',
};

function callTitle(meaning: Meaning, tokens: TokensByAddress): TitleAndVerb {
  const isEither = 'unsure' in meaning && isUnknown(meaning.token, tokens);
  const amount = (quantity: Quantity): Label => {
    if (isNamed(quantity.token, tokens)) return createAmountText(quantity, tokens);
    return say(isEither ? 'calls.unknownEither' : 'calls.unknownToken');
  };
  switch (meaning.kind) {
    case 'transfer': {
      const { token, tokenId } = meaning;
      const object = tokenId === undefined ? amount(meaning) : pieceOf(tokenId, token);
      if (meaning.from === undefined)
        return { title: say('calls.send', { what: object }), verb: 'review.doSend' };
      return { title: say('calls.move', { what: object }), verb: 'review.confirm' };
    }
    case 'approve': {
      const { token, tokenId } = meaning;
      const symbol = tokenName(token, tokens);
      if (meaning.owner !== undefined) return titleByMeaning(meaning);
      if (tokenId !== undefined) return allow('calls.titleAllow', pieceOf(tokenId, token));
      if (isUnlimited(meaning, tokens)) return allow('calls.titleAllowAny', symbol);
      // A token id may be 0.
      if (isEither || BigInt(meaning.amount) > 0n)
        return allow(meaning.more ? 'calls.titleAllowMore' : 'calls.titleAllow', amount(meaning));
      return { title: say('calls.titleRevoke', { what: symbol }), verb: 'review.doRevoke' };
    }
    case 'approveAll': {
      const collection = getCollectionName(meaning.token, tokens);
      if (meaning.approved) return allow('calls.titleAllowAll', collection);
      return { title: say('calls.titleRevokeAll', { what: collection }), verb: 'review.doRevoke' };
    }
    default:
      return titleByMeaning(meaning);
  }

  function pieceOf(id: string, token: string): TextRef {
    return say('calls.piece', { id, collection: getCollectionName(token, tokens) });
  }
  function titleByMeaning(one: Meaning): TitleAndVerb {
    const { sentence: title } = tell(one, tokens);
    // A button must not promise what only a contract claims.
    const isProved = title.say !== 'calls.inItsWords';
    return { title, verb: (isProved && ownVerbs[one.kind]) || 'review.confirm' };
  }
}

const allow = (name: TextName, object: Label): TitleAndVerb => ({
  title: say(name, { what: object }),
  verb: 'review.doAllow',
});

/**
 * For payments of one token, the title names their sum. For several acts, it names the gravest and
 * their number, or the number alone if several could be the gravest: a site must not hide one step
 * behind another.
 * @param account the sender, in 64 digits
 */
export function titleOfCalls(
  calls: readonly MeantCall[],
  tokens: TokensByAddress,
  account: string,
): TitleAndVerb {
  const meanings = groupCalls(calls).map(({ meaning }) => meaning);
  const [first, ...otherMeanings] = meanings;
  if (first === undefined) return { title: say('preview.deployAccount'), verb: 'review.doDeploy' };
  if (otherMeanings.length === 0) return callTitle(first, tokens);
  const payments = paymentsTitle(meanings, tokens);
  if (payments) return { title: payments, verb: 'review.doSend' };
  const ofGravity = (gravity: Gravity) =>
    meanings.filter((meaning) => gravityOf(meaning, tokens, account) === gravity);
  const gravest = gravities.find((gravity) => ofGravity(gravity).length > 0) ?? 'moves';
  const worst = ofGravity(gravest);
  const namedMeaning = gravest === 'moves' ? largestOf(worst) : worst[0];
  const count = String(meanings.length);
  const verb = commonVerb(meanings.map((meaning) => callTitle(meaning, tokens).verb));
  if (!namedMeaning) return { title: say('calls.titleSteps', { count }), verb };
  const { title: act } = callTitle(namedMeaning, tokens);
  return { title: say('calls.titleOneOf', { act, count }), verb };
}

function commonVerb(verbs: readonly TextName[]): TextName {
  const [verb = 'review.confirm', ...otherVerbs] = new Set(verbs);
  if (otherVerbs.length > 0) return 'review.confirm';
  return verb;
}
