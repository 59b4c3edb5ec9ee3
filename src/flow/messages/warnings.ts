import type texts from '../../../locales/text/en/message.json';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { listStructs, plainName } from '../../starknet/typedData/basic';
import { presets } from '../../starknet/typedData/declarations';
import { type TypedDataFact, typedDataFacts } from '../../starknet/typedData/leaves';
import type { TypedData } from '../../starknet/typedData/parse';
import { parseSessions } from '../../starknet/typedData/session';
import { accountName, type Severity, type Warning, worstFirst } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { say, type TextRef } from '../../ui/text/words';
import type { AddressBook } from '../addresses/addressBook';
import { listedTokens } from '../transactions/tokenTable';
import { containsPath, getNetwork, getPathNames, isNumber } from './fields';
import { nameText, pathText } from './names';
import { type Call, findCalls, findPayments, soldForNothing } from './orders';
import { findPermits } from './permits';
import { parseSignIn } from './signIn';

/** A message from request to signature, and the input of its rules. */
export type MessageReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly typedData: TypedData;
  readonly addresses: AddressBook;
  /** Unix seconds. */
  readonly now: number;
};
type MessageRule = (review: MessageReview, facts: readonly TypedDataFact[]) => readonly Warning[];

type MessageDanger<K> = K extends `message.${infer N}.title` ? N : never;
export const messageWarning = (
  rule: MessageDanger<keyof typeof texts>,
  severity: Severity,
  places: NonNullable<TextRef['with']> = {},
): Warning => ({
  rule,
  severity,
  title: say(`message.${rule}.title`),
  text: say(`message.${rule}.text`, places),
});

const placesOf = (facts: readonly TypedDataFact[]): string =>
  facts.map(({ path }) => pathText(path)).join(', ');

/** A felt as the address that contracts read, or the text in its place. */
const addressText = ({ raw, value }: TypedDataFact): string =>
  groupHex(raw === undefined ? value : toAddress(raw));

const doubts: Record<NonNullable<TypedDataFact['warning']>, Severity> = {
  zeroAddress: 'caution',
  ethereumAddress: 'high',
  unreadableSelector: 'critical',
};

const doubtfulValues: MessageRule = (_subject, facts) =>
  (Object.keys(doubts) as (keyof typeof doubts)[]).flatMap((rule) => {
    const found = facts.filter(({ warning }) => warning === rule);
    return found.length > 0
      ? [messageWarning(rule, doubts[rule], { fields: placesOf(found) })]
      : [];
  });

const session: MessageRule = ({ account, typedData }) => {
  const places = { account: accountName(account) };
  const found = parseSessions(typedData).flatMap(({ methods }) => {
    if (!methods?.length) return ['sessionUnread'] as const;
    const isForAccount = methods.some(({ contract }) => sameFelt(contract, account.address));
    return isForAccount ? (['sessionAccount', 'session'] as const) : (['session'] as const);
  });
  return [...new Set(found)].map((rule) =>
    messageWarning(rule, rule === 'session' ? 'high' : 'critical', places),
  );
};

const permit: MessageRule = ({ account, typedData }, facts) =>
  findPermits(facts, listedTokens(getNetwork(typedData).chainId)).map(
    ({ spender, isUnlimited }) => {
      const places = { account: accountName(account), spender: addressText(spender) };
      return isUnlimited
        ? messageWarning('permitUnlimited', 'critical', places)
        : messageWarning('permit', 'high', places);
    },
  );

/** Calls outside of a session, whose functions are listed as what it may do. */
const callsOf = ({ typedData }: MessageReview): Call[] => {
  const sessions = parseSessions(typedData);
  return findCalls(typedData).filter(
    (call) =>
      !sessions.some(({ path }) => containsPath(path, call) && call.path.length > path.length),
  );
};

const calls: MessageRule = (subject) => {
  const found = callsOf(subject);
  const fields = found
    .map(({ path, struct }) => pathText(path) || nameText(struct.type))
    .join(', ');
  return found.length > 0 ? [messageWarning('calls', 'high', { fields })] : [];
};

const payment: MessageRule = ({ typedData }, facts) =>
  findPayments(typedData, facts).map(({ from, to, what }) =>
    messageWarning('payment', 'high', {
      from: addressText(from),
      to: addressText(to),
      fields: placesOf(what),
    }),
  );

const sellsForNothing: MessageRule = (_subject, facts) => {
  const nothing = soldForNothing(facts);
  return nothing.length > 0
    ? [messageWarning('sellsForNothing', 'critical', { fields: placesOf(nothing) })]
    : [];
};

/** Names of types, and texts, of messages from whose signature sites make keys. */
const KEY_TYPE =
  /(?:stark|viewing|view|spending|encryption|private|secret)key|key(?:derivation|gen)/u;
const KEY_TEXT =
  /\b(?:stark|viewing|view|spending|encryption|decryption)[ _-]?key\b|\b(?:derive|generate|create|unlock|recover|restore|access)\b.{0,40}\b(?:private|secret|privacy|trading|shielded)?[ _-]?keys?\b/iu;
/** With any of these, the next signature is another one: nobody could make the key again. */
const ONCE = /nonce|salt|time|date|issued|expir|deadline|random/u;

const secret: MessageRule = ({ context, typedData }, facts) => {
  const inMessage = facts.filter(({ path }) => path[0] === 'message');
  const isAboutKeys =
    KEY_TYPE.test(plainName(typedData.message.type)) ||
    inMessage.some(({ as, value }) => as === 'text' && KEY_TEXT.test(value));
  const isSame = !inMessage.some((fact) => getPathNames(fact).some((name) => ONCE.test(name)));
  return isAboutKeys && isSame
    ? [messageWarning('secret', 'caution', { origin: context.origin })]
    : [];
};

/** Contracts check signatures: of an account without one, a site that asks the chain accepts none. */
export const undeployed = ({ account }: Pick<MessageReview, 'account'>): Warning[] =>
  account.deployment === 'deployed'
    ? []
    : [messageWarning('undeployed', 'info', { account: accountName(account) })];

const expiryFields = [
  'deadline',
  'expiry',
  'expires',
  'expiresat',
  'expiration',
  'expirationtime',
  'expirytime',
  'validuntil',
  'validto',
  'validbefore',
  'endtime',
  'end',
];
const YEAR = 365 * 24 * 60 * 60;

const expiresLate: MessageRule = ({ now }, facts) => {
  const late = facts.filter(
    (fact) =>
      isNumber(fact) &&
      expiryFields.includes(plainName(fact.path.at(-1) ?? '')) &&
      BigInt(fact.raw ?? 0) > BigInt(now + YEAR),
  );
  return late.length > 0
    ? [messageWarning('expiresLate', 'caution', { fields: placesOf(late) })]
    : [];
};

const LOGIN = /\b(?:sign|log)[- ]?in\b|\bsiw[es]\b/iu;
const loginNames = ['login', 'signin', 'siws', 'siwe', 'authenticat'];
const sites = ['domain', 'uri', 'url', 'origin', 'website', 'host'];

const looksLikeLogin = (typedData: TypedData, facts: readonly TypedDataFact[]): boolean =>
  parseSignIn(typedData) !== undefined ||
  [
    typedData.message.type,
    ...facts.filter(({ path }) => path.join() === 'domain,name').map((f) => f.value),
  ]
    .map(plainName)
    .some((name) => loginNames.some((login) => name.includes(login))) ||
  facts.some(({ as, value }) => as === 'text' && LOGIN.test(value));

/** The host of a text that is a URL or a host name; undefined for other texts. */
function hostOf(text: string): string | undefined {
  if (!/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/]+\.[^\s/]+/iu.test(text)) return undefined;
  try {
    return new URL(text.includes('://') ? text : `https://${text}`).hostname;
  } catch {
    return undefined;
  }
}

const loginElsewhere: MessageRule = ({ context, typedData }, facts) => {
  const asking = hostOf(context.origin);
  if (asking === undefined || !looksLikeLogin(typedData, facts)) return [];
  const named = facts
    .filter(({ path }) => sites.includes(plainName(path.at(-1) ?? '')))
    .map(({ value }) => hostOf(value))
    .find((host) => host !== undefined && host !== asking && !asking.endsWith(`.${host}`));
  return named === undefined
    ? []
    : [messageWarning('loginElsewhere', 'critical', { named, origin: context.origin })];
};

const loginOfOther: MessageRule = ({ account, typedData }) => {
  const signIn = parseSignIn(typedData);
  return signIn && !sameFelt(signIn.address.raw ?? '0x0', account.address)
    ? [messageWarning('loginOfOther', 'critical', { account: accountName(account) })]
    : [];
};

const loginWithMore: MessageRule = (subject, facts) =>
  looksLikeLogin(subject.typedData, facts) &&
  (findPermits(facts).length > 0 ||
    callsOf(subject).length > 0 ||
    findPayments(subject.typedData, facts).length > 0 ||
    listStructs(subject.typedData.message, []).some(
      ({ struct }) => presets.get(struct.type)?.isAsset,
    ))
    ? [messageWarning('loginWithMore', 'critical')]
    : [];

const messageRules: readonly MessageRule[] = [
  session,
  permit,
  payment,
  sellsForNothing,
  calls,
  loginElsewhere,
  loginOfOther,
  loginWithMore,
  doubtfulValues,
  secret,
  expiresLate,
  undeployed,
];

/** Warnings for a message that is not an outside execution, worst first. */
export function messageWarnings(subject: MessageReview): Warning[] {
  const facts = typedDataFacts(subject.typedData);
  return worstFirst(messageRules.flatMap((rule) => rule(subject, facts)));
}
