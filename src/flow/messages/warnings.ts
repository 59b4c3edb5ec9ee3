import type texts from '../../../locales/text/en/message.json';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import { plainName } from '../../starknet/typedData/basic';
import { type TypedDataFact, typedDataFacts } from '../../starknet/typedData/leaves';
import type { TypedData } from '../../starknet/typedData/parse';
import { accountName, type Severity, type Warning, worstFirst } from '../../ui/review/facts';
import { say, type TextRef } from '../../ui/text/words';
import { type AddressBook, findStanding } from '../addresses/addressBook';
import { imitationWarning } from '../warnings/recipient';
import { type Extreme, type Grant, readGrant } from './grants';
import { pathText } from './names';
import { isLate, parseSignIn } from './signIn';
import { findOtherSite, findOtherUri } from './site';

/** A message from request to signature, and the input of its rules. */
export type MessageReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly typedData: TypedData;
  readonly addresses: AddressBook;
  /** Unix seconds. */
  readonly now: number;
};
type MessageRule = (
  review: MessageReview,
  facts: readonly TypedDataFact[],
  grant: Grant,
) => readonly Warning[];

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

/** An address made to resemble a known one, wherever it stands. */
const addressLookAlike: MessageRule = ({ addresses }, _facts, grant) =>
  grant.addresses.flatMap((address) => {
    const standing = findStanding(addresses, address);
    if (standing.is === 'imitation') return imitationWarning(address, standing.of);
    return [];
  });

const placesOf = (facts: readonly Pick<TypedDataFact, 'path'>[]): string =>
  facts.map(({ path }) => pathText(path)).join(', ');

const doubts: Record<NonNullable<TypedDataFact['warning']>, Severity> = {
  zeroAddress: 'caution',
  ethereumAddress: 'high',
  unreadableSelector: 'critical',
};

const doubtfulValues: MessageRule = (_subject, facts) =>
  (Object.keys(doubts) as (keyof typeof doubts)[]).flatMap((rule) => {
    const ofRule = facts.filter(({ warning }) => warning === rule);
    if (ofRule.length > 0)
      return [messageWarning(rule, doubts[rule], { fields: placesOf(ofRule) })];
    return [];
  });

const severityOfSession = {
  session: 'high',
  sessionAccount: 'critical',
  sessionUnread: 'critical',
} as const satisfies Record<string, Severity>;

const session: MessageRule = ({ account }, _facts, { sessions }) => {
  const places = { account: accountName(account) };
  const names = sessions.flatMap(({ methods }): (keyof typeof severityOfSession)[] => {
    if (!methods) return ['sessionUnread'];
    const isForAccount = methods.some(({ contract }) => sameFelt(contract, account.address));
    if (isForAccount) return ['sessionAccount', 'session'];
    return ['session'];
  });
  return [...new Set(names)].map((rule) => messageWarning(rule, severityOfSession[rule], places));
};

const severityOf: Readonly<Record<Extreme['rule'], Severity>> = {
  unlimited: 'critical',
  sellsForNothing: 'critical',
  calls: 'high',
  setsRoot: 'high',
  setsClass: 'critical',
  setsKey: 'high',
  expiresLate: 'high',
};

const extremes: MessageRule = ({ account, typedData }, _facts, grant) =>
  grant.extremes.map(({ rule, paths }) => {
    const placeNames = paths.map((path) => pathText(path)).join(', ');
    const fields = placeNames || typedData.message.type;
    return messageWarning(rule, severityOf[rule], { fields, account: accountName(account) });
  });

/** Names of types, and texts, of messages from whose signature sites make keys. */
const KEY_TYPE =
  /(?:stark|viewing|view|spending|encryption|private|secret)key|key(?:derivation|gen)/u;
const KEY_TEXT =
  /\b(?:stark|viewing|view|spending|encryption|decryption)[ _-]?key\b|\b(?:derive|generate|create|unlock|recover|restore|access)\b.{0,40}\b(?:private|secret|privacy|trading|shielded)?[ _-]?keys?\b/iu;
/** Above all small numbers, and letters and digits in no order: both are there only once. */
const ONCE = 2n ** 30n;
const RANDOM = /^(?=.*[0-9])[0-9A-Za-z_.:-]{8,}$/u;
/** With such a value, the next signature is another one: nobody could make the key again. */
const isOnce = ({ as, value, raw }: TypedDataFact): boolean => {
  if (as === 'text') return RANDOM.test(value);
  return as === 'time' || (as === 'number' && BigInt(raw ?? value) > ONCE);
};

const secret: MessageRule = ({ context, typedData }, facts) => {
  const inMessage = facts.filter(({ path }) => path[0] === 'message');
  const isAboutKeys =
    KEY_TYPE.test(plainName(typedData.message.type)) ||
    inMessage.some(({ as, value }) => as === 'text' && KEY_TEXT.test(value));
  const isSame = !inMessage.some(isOnce);
  if (isAboutKeys && isSame)
    return [messageWarning('secret', 'caution', { origin: context.origin })];
  return [];
};

/** Contracts check signatures: of an account without one, a site that asks the chain accepts none. */
export const undeployed = ({ account }: Pick<MessageReview, 'account'>): Warning[] => {
  if (account.deployment === 'deployed') return [];
  return [messageWarning('undeployed', 'info', { account: accountName(account) })];
};

const LOGIN = /\b(?:sign|log)[- ]?in\b|\bsiw[es]\b/iu;
const loginNames = ['login', 'signin', 'siws', 'siwe', 'authenticat'];

const looksLikeLogin = (typedData: TypedData, facts: readonly TypedDataFact[]): boolean =>
  parseSignIn(typedData) !== undefined ||
  [
    typedData.message.type,
    ...facts.filter(({ path }) => path.join() === 'domain,name').map((f) => f.value),
  ]
    .map(plainName)
    .some((name) => loginNames.some((login) => name.includes(login))) ||
  facts.some(({ as, value }) => as === 'text' && LOGIN.test(value));

/** Hosts that a text in the form of EIP-4361 names: "… wants you to sign in with your …", "URI: …". */
const listHosts = (text: string): string[] => [
  ...(/^(\S+) wants you to sign in with your\b/iu.exec(text)?.slice(1) ?? []),
  ...(/\bURI: (\S+)/u.exec(text)?.slice(1) ?? []),
];

/** A host as sites spell their own; names of contracts and versions have points, too. */
const OWN_SPELLING = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?\/?$/u;

const loginElsewhere: MessageRule = ({ context, typedData }, facts, grant) => {
  const { kind, moves, sessions } = grant;
  const isLogin = looksLikeLogin(typedData, facts);
  // Whatever its type is called, a message that does nothing here does it where its domain is.
  const mayBeLogin = moves !== 'order' && kind === undefined && sessions.length === 0;
  if (!isLogin && !mayBeLogin) return [];
  const texts = facts
    .filter(({ path }) => isLogin || path.join() === 'domain,name')
    .flatMap(({ as, value, alsoReads }) => (as === 'text' ? value : (alsoReads ?? [])))
    .filter((text) => isLogin || OWN_SPELLING.test(text));
  // Parsers take spaces in an address; in any other text, words follow.
  const [uri = ''] = parseSignIn(typedData)?.uri.trim().split(/\s/u) ?? [];
  const foreignHost =
    [...texts, ...texts.flatMap(listHosts)]
      .map((text) => findOtherSite(text, context.origin))
      .find((host) => host !== undefined) ?? findOtherUri(uri, context.origin);
  if (foreignHost === undefined) return [];
  const places = { named: foreignHost, origin: context.origin };
  return [messageWarning('loginElsewhere', 'critical', places)];
};

const loginLate: MessageRule = ({ account, typedData, now }, _facts, { extremes: all }) => {
  const signIn = parseSignIn(typedData);
  if (!signIn || !isLate(signIn, now) || all.some(({ rule }) => rule === 'expiresLate')) return [];
  const places = { fields: 'expirationTime', account: accountName(account) };
  return [messageWarning('expiresLate', severityOf.expiresLate, places)];
};

const loginOfOther: MessageRule = ({ account, typedData }) => {
  const signIn = parseSignIn(typedData);
  if (signIn && !sameFelt(signIn.address.raw ?? '0x0', account.address))
    return [messageWarning('loginOfOther', 'critical', { account: accountName(account) })];
  return [];
};

const loginWithMore: MessageRule = ({ typedData }, facts, grant) => {
  if (
    looksLikeLogin(typedData, facts) &&
    (grant.moves === 'order' ||
      grant.extremes.some(({ rule }) => !['expiresLate', 'setsKey'].includes(rule)))
  )
    return [messageWarning('loginWithMore', 'critical')];
  return [];
};

const messageRules: readonly MessageRule[] = [
  session,
  extremes,
  addressLookAlike,
  loginElsewhere,
  loginLate,
  loginOfOther,
  loginWithMore,
  doubtfulValues,
  secret,
  undeployed,
];

/** Warnings for a message that is not an outside execution, worst first. */
export function messageWarnings(subject: MessageReview, grant = readGrant(subject)): Warning[] {
  const facts = typedDataFacts(subject.typedData);
  return worstFirst(messageRules.flatMap((rule) => rule(subject, facts, grant)));
}
