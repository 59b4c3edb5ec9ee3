import { ADDRESS_BOUND, type ChainId } from '../../schema/primitives';
import { formatUnits, toAddress, toHex } from '../../starknet/felt';
import { listedName } from '../../starknet/meaning/knownContracts';
import { knownToken } from '../../starknet/tokens/erc20';
import { type TypedDataFact, typedDataFacts } from '../../starknet/typedData/leaves';
import { domainName } from '../../starknet/typedData/parse';
import type { AllowedMethod, Session } from '../../starknet/typedData/session';
import {
  accountName,
  type Fact,
  type Label,
  namedLabel,
  type ReviewFacts,
  rawFact,
  type Section,
  senderFacts,
  sentenceFact,
  textFact,
} from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { say, type TextRef } from '../../ui/text/words';
import { type AddressBook, findName, findUserName } from '../addresses/addressBook';
import { dateText, lengthWords, timeWords } from '../transactions/timeWords';
import { getLastName, getNetwork } from './fields';
import { type Grant, readGrant } from './grants';
import { nameText, pathText } from './names';
import { parseSignIn, type SignIn } from './signIn';
import { siteTitle } from './site';
import { type MessageReview, messageWarnings } from './warnings';

/** The facts of a message, read from the same tree that is hashed. */
export function describeMessage(review: MessageReview): ReviewFacts {
  const grant = readGrant(review);
  const { sessions } = grant;
  const signIn = parseSignIn(review.typedData);
  return {
    ...createFrame(review),
    title: messageTitle(review, grant, signIn),
    verb: 'review.doSign',
    warnings: messageWarnings(review, grant),
    sections: [
      ...describeGrant(grant, review),
      ...(signIn ? [describeSignIn(signIn)] : []),
      ...sessions.map((one) => describeSession(one, review)),
      ...listSignedValues(review, unlimitedPaths(grant)),
    ],
  };
}

const unlimitedPaths = ({ extremes }: Grant): readonly string[] =>
  extremes
    .filter(({ rule }) => rule === 'unlimited')
    .flatMap(({ paths }) => paths.map((path) => path.join()));

/** Tells what others can do with the signature, in one sentence; a session has a section of its own. */
function describeGrant(
  { kind, moves, most: maximum, sessions }: Grant,
  review: MessageReview,
): Section[] {
  const account = accountName(review.account);
  const { chainId } = getNetwork(review.typedData);
  const section = (fact: Fact): Section[] => [{ title: say('message.grantTitle'), facts: [fact] }];
  if (kind === 'vote') return section(sentenceFact('message.isVote'));
  if (moves === 'order' && maximum) {
    const amount = createAmountLabel({ ...maximum, chainId });
    return section(sentenceFact('message.orderMost', { account, amount }));
  }
  if (moves === 'order') return section(sentenceFact('message.orderSome', { account }));
  if (kind === 'delegation') return section(sentenceFact('message.isDelegation', { account }));
  if (moves === 'unknown' && sessions.length === 0)
    return section(sentenceFact('message.notKnown'));
  return [];
}

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;

/** A time that a message states in UTC, as all dialogs show it; any other text as its own words. */
function timeIn(text: string): Label {
  const ownWords = say('message.quoted', { text });
  if (!UTC.test(text)) return ownWords;
  const ms = Date.parse(text);
  // A 31st of February would become a day in March.
  const isMeant = ms >= 0 && new Date(ms).toISOString().startsWith(text.slice(0, 19));
  if (isMeant) return dateText(Math.floor(ms / 1000));
  return ownWords;
}

const signInEnd = ({ expirationTime }: SignIn): Fact => {
  if (expirationTime === undefined) return sentenceFact('message.signInForever');
  return textFact('message.signInUntil', timeIn(expirationTime));
};

const describeSignIn = (signIn: SignIn): Section => ({
  title: say('message.signInTitle'),
  facts: [
    textFact('message.signInSite', signIn.uri),
    textFact('message.signInStatement', say('message.quoted', { text: signIn.statement })),
    signInEnd(signIn),
  ],
});

/** A session or a login; else kind and site as the message states them, marked as its own words. */
function messageTitle(
  { typedData }: MessageReview,
  { sessions }: Grant,
  signIn: SignIn | undefined,
): TextRef {
  if (sessions.length > 0) return say('message.titleSession');
  if (signIn) return say('message.titleSignIn', { site: siteTitle(signIn.uri) });
  const kind = nameText(typedData.message.type);
  const name = domainName(typedData);
  if (name) return say('message.titleFor', { kind, name });
  return say('message.title', { kind });
}

/** Parts that all messages share. The network is the one for which the signature is valid. */
export function createFrame({ context, account, typedData }: MessageReview) {
  const network = getNetwork(typedData);
  return {
    origin: context.origin,
    network: network.chainId === context.network.chainId ? context.network.name : network.name,
    account: senderFacts(account),
  };
}

/**
 * Every value that is signed, in the order of the hash.
 * @param unlimited the paths of amounts that the warnings call unlimited
 */
export function listSignedValues(
  { typedData, addresses }: Pick<MessageReview, 'typedData' | 'addresses'>,
  unlimited: readonly string[] = [],
): Section[] {
  const listing = { chainId: getNetwork(typedData).chainId, addresses, unlimited };
  const facts = typedDataFacts(typedData);
  const part = (name: string) =>
    facts.filter(({ path }) => path[0] === name).map((fact) => messageFact(fact, listing));
  const kind: Fact = textFact('message.kind', nameText(typedData.message.type));
  const { unusedTypes } = typedData;
  const domain = part('domain');
  if (unusedTypes > 0)
    domain.push(
      textFact('message.notSigned', say('message.unusedTypes', { count: `${unusedTypes}` })),
    );
  return [
    { title: say('message.what'), facts: [kind, ...part('message')] },
    { title: say('message.for'), facts: domain },
  ];
}

function describeSession(
  { key, expires, methods }: Session,
  { now, typedData }: MessageReview,
): Section {
  const { chainId } = getNetwork(typedData);
  const facts = (methods ?? []).map(
    (method): Fact => ({
      as: 'address',
      label: methodLabel(method),
      value: method.contract,
      ...nameInLists(method.contract, chainId),
    }),
  );
  if (methods === null) facts.push(sentenceFact('message.sessionUnread'));
  facts.push(...sessionEnd(expires, now));
  if (key !== null) facts.push(rawFact('message.sessionKey', key));
  return { title: say('message.sessionTitle'), facts };
}

const methodLabel = ({ entrypoint, selector }: AllowedMethod): TextRef => {
  if (entrypoint === null) return say('message.sessionUnknown', { selector });
  return say('message.sessionMethod', { entrypoint });
};

function sessionEnd(expires: string | null, now: number): Fact[] {
  if (expires === null) return [sentenceFact('message.sessionForever')];
  const remaining = BigInt(expires) - BigInt(now);
  return [
    textFact('message.sessionUntil', timeWords(expires)),
    textFact('message.sessionLength', sessionLength(remaining)),
  ];
}

/** A time that has passed may be any other than the end. */
const sessionLength = (remaining: bigint): Label => {
  if (remaining > 0n) return lengthWords(remaining);
  return say('message.sessionPast');
};

/** A larger number in decimal digits is unreadable. */
const LONG = 2n ** 64n;

function nameInLists(address: string, chainId: ChainId): { name?: string } {
  const name = listedName(address, chainId);
  if (name === undefined) return {};
  return { name };
}

/** By what a message's addresses are named. */
type Known = {
  readonly chainId: ChainId;
  readonly addresses: AddressBook;
  readonly unlimited: readonly string[];
};

/** An address, with its name if it has one. */
function addressOf(label: string, value: string, listing: Known): Fact {
  const labelWithName = namedLabel(label, findUserName(listing.addresses, value));
  return { as: 'address', label: labelWithName, value, ...nameInLists(value, listing.chainId) };
}

/** Fields that hold addresses, as sites call them. */
const ADDRESS =
  /address|contract|account|^(?:to|from|user|wallet|owner|sender|signer|recipient|receiver|spender|operator|token|collection|currency|asset|space|voter|author|strategy|maker|taker|buyer|seller|caller|payment|executor|verifier)$/u;
/** A number above every amount: an address, a hash, or a random number. */
const HUGE = 2n ** 192n;

/** Felts are often addresses, in revision 0 most of all; no person reads one in decimal digits. */
function numberFact(fact: TypedDataFact, label: string, listing: Known): Fact {
  const { value, raw = '', alsoReads } = fact;
  const number = BigInt(raw);
  const text = (content: Label): Fact => ({ as: 'text', label, value: content });
  const digits = BigInt(value) < LONG ? value : say('message.number', { number: value, raw });
  const address = number < ADDRESS_BOUND ? toAddress(number) : undefined;
  const isKnown = address !== undefined && findName(listing.addresses, address) !== undefined;
  if (address !== undefined && (isKnown || (number >= HUGE && ADDRESS.test(getLastName(fact)))))
    return addressOf(label, address, listing);
  if (alsoReads !== undefined)
    return text(say('message.alsoReads', { number: digits, text: alsoReads }));
  if (number >= HUGE && fact.type !== 'i128') return { as: 'raw', label, value: raw };
  return text(digits);
}

/** A value of a message for display, read from the tree that is hashed. */
function messageFact(fact: TypedDataFact, listing: Known): Fact {
  const { path, type, as, value, raw = '' } = fact;
  const label = pathText(path) || nameText(type);
  const text = (content: Label): Fact => ({ as: 'text', label, value: content });
  const isNumber = as === 'number' || as === 'amount';
  // A negative number is signed as a large one, and read as what it is.
  if (isNumber && BigInt(value) >= 0n && listing.unlimited.includes(path.join()))
    return text(say('message.noLimit', { raw: toHex(BigInt(value)) }));
  switch (as) {
    case 'address':
      return addressOf(label, value, listing);
    case 'classHash':
      return { as: 'raw', label, value };
    case 'root':
      return { as: 'raw', label: say('message.root', { field: label }), value };
    case 'amount':
      return amountFact(label, { amount: value, token: fact.token, chainId: listing.chainId });
    case 'text':
      if (raw === '') return text(say('message.quoted', { text: value }));
      if (value === '') return text(say('message.emptyText', { raw }));
      return text(say('message.text', { text: value, raw }));
    case 'number':
      return numberFact(fact, label, listing);
    case 'selector':
      if (fact.warning) return text(say('message.unreadable', { selector: value }));
      return text(value);
    case 'time':
      return text(timeWords(raw));
    case 'boolean':
      return text(say(value === 'true' ? 'message.true' : 'message.false'));
    case 'choice':
      return text(nameText(value));
    case 'empty':
      return text(say('message.nothing'));
  }
}

type TokenAmount = { amount: string; token: string; chainId: ChainId };

/** Uses symbol and decimals if the token is on the module's own list, else smallest units. */
function createAmountLabel({ amount, token, chainId }: TokenAmount): Label {
  const listedToken = knownToken(token, chainId);
  if (listedToken)
    return {
      amount: formatUnits(BigInt(amount), listedToken.decimals),
      symbol: listedToken.symbol,
    };
  return say('warnings.units', { amount, token: groupHex(token) });
}

export const amountFact = (
  label: Label,
  { amount, token, chainId }: Omit<TokenAmount, 'token'> & { token: string | undefined },
): Fact => ({
  as: 'text',
  label,
  value: token === undefined ? amount : createAmountLabel({ amount, token, chainId }),
});
