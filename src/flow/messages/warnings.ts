import type texts from '../../../locales/text/en/message.json';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { UNLIMITED } from '../../starknet/tokens/event';
import { fieldIn, plainName, structsIn, type TypedStruct } from '../../starknet/typedData/basic';
import { type TypedDataFact, typedDataFacts } from '../../starknet/typedData/leaves';
import type { TypedData } from '../../starknet/typedData/parse';
import { parseSessions } from '../../starknet/typedData/session';
import { accountName, type Severity, type Warning, worstFirst } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { say, type Words } from '../../ui/text/words';

/** A message from request to signature, and the input of its rules. */
export type MessageReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly typedData: TypedData;
  /** Unix seconds. */
  readonly now: number;
};
type MessageRule = (review: MessageReview, facts: readonly TypedDataFact[]) => readonly Warning[];

type MessageDanger<K> = K extends `message.${infer N}.title` ? N : never;
export const messageWarning = (
  rule: MessageDanger<keyof typeof texts>,
  severity: Severity,
  places: NonNullable<Words['with']> = {},
): Warning => ({
  rule,
  severity,
  title: say(`message.${rule}.title`),
  text: say(`message.${rule}.text`, places),
});

/** The path of a value in a message, as the dialog labels it. */
export const pathText = (path: readonly string[]): string => path.slice(1).join(' › ');
const placesOf = (facts: readonly TypedDataFact[]): string =>
  facts.map(({ path }) => pathText(path)).join(', ');

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

const spenders = ['spender', 'operator', 'grantee', 'delegate'];
const grants = ['value', 'amount', 'amounts', 'allowance', 'allowed', 'approved', 'permitted'];
const assets = ['u256', 'TokenAmount', 'NftId'];

const plainNames = ({ fields }: TypedStruct): string[] => fields.map(({ name }) => plainName(name));
const spenderOf = (struct: TypedStruct) =>
  spenders.map((name) => fieldIn(struct, name)).find((value) => value?.as === 'felt');

/** Structs that grant an allowance: a permit of ERC-20 or ERC-721, or a similar one. */
const permitsIn = ({ message }: TypedData) =>
  structsIn(message, ['message']).filter(
    ({ struct }) =>
      spenderOf(struct) !== undefined &&
      (plainNames(struct).some((name) => grants.includes(name)) ||
        structsIn(struct, []).some((inner) => assets.includes(inner.struct.type))),
  );

const isGrant = ({ path }: TypedDataFact): boolean =>
  path.slice(-2).some((name) => grants.includes(plainName(name)));
/** A contract reads a felt as a number, whatever text a site writes. */
const isNumber = ({ as, type }: TypedDataFact): boolean =>
  as === 'time' || as === 'number' || type === 'felt';
const isWithin = (path: readonly string[], { path: inner }: TypedDataFact): boolean =>
  path.every((name, i) => inner[i] === name);

const permit: MessageRule = ({ account, typedData }, facts) =>
  permitsIn(typedData).map(({ struct, path }) => {
    const isUnlimited = facts.some(
      (fact) =>
        isWithin(path, fact) &&
        (fact.as === 'amount' || isNumber(fact)) &&
        isGrant(fact) &&
        // A nonzero high limb of a u256 exceeds any low one.
        BigInt(fact.raw ?? fact.value) >= (fact.path.at(-1) === 'high' ? 1n : UNLIMITED),
    );
    const spender = spenderOf(struct);
    const places = {
      account: accountName(account),
      spender: groupHex(spender?.as === 'felt' ? toAddress(spender.felt) : ''),
    };
    return isUnlimited
      ? messageWarning('permitUnlimited', 'critical', places)
      : messageWarning('permit', 'high', places);
  });

const targets = ['to', 'contract', 'contractaddress', 'target', 'contractto'];
const functionFields = ['selector', 'entrypoint', 'method'];

const callsIn = ({ message }: TypedData) =>
  structsIn(message, ['message']).filter(({ struct }) => {
    const names = plainNames(struct);
    return (
      names.includes('calldata') &&
      names.some((name) => functionFields.includes(name)) &&
      names.some((name) => targets.includes(name))
    );
  });

const calls: MessageRule = ({ typedData }) => {
  const found = callsIn(typedData);
  const fields = found.map(({ path, struct }) => pathText(path) || struct.type).join(', ');
  return found.length > 0 ? [messageWarning('calls', 'high', { fields })] : [];
};

const expiryFields = [
  ...['deadline', 'expiry', 'expires', 'expiresat', 'expiration', 'expirationtime', 'expirytime'],
  ...['validuntil', 'validto', 'validbefore', 'endtime', 'end'],
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

const looksLikeLogin = ({ message }: TypedData, facts: readonly TypedDataFact[]): boolean =>
  [message.type, ...facts.filter(({ path }) => path.join() === 'domain,name').map((f) => f.value)]
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

const loginWithMore: MessageRule = ({ typedData }, facts) =>
  looksLikeLogin(typedData, facts) &&
  (permitsIn(typedData).length > 0 ||
    callsIn(typedData).length > 0 ||
    structsIn(typedData.message, []).some(({ struct }) =>
      ['TokenAmount', 'NftId'].includes(struct.type),
    ))
    ? [messageWarning('loginWithMore', 'critical')]
    : [];

const messageRules: readonly MessageRule[] = [
  ...[session, permit, calls, loginElsewhere, loginWithMore],
  ...[doubtfulValues, expiresLate],
];

/** Warnings for a message that is not an outside execution, worst first. */
export function messageWarnings(subject: MessageReview): Warning[] {
  const facts = typedDataFacts(subject.typedData);
  return worstFirst(messageRules.flatMap((rule) => rule(subject, facts)));
}
