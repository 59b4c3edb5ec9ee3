import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress } from '../felt';
import { isIdentifier, nameOfSelector } from '../selector';
import {
  findFelt,
  findField,
  listStructs,
  plainName,
  type TypedStruct,
  type TypedValue,
} from './basic';
import { domainName, type TypedData } from './parse';

/** Entry points that a session key may call; contracts in 64 digits. */
export type AllowedMethod = {
  readonly contract: string;
  readonly selector: string;
  /** Null if only the selector is signed and its name is unknown. */
  readonly entrypoint: string | null;
};

/**
 * A session: a site's key that may act for the account without asking again. Covers Argent's
 * sessions (argent-contracts-starknet, docs/sessions.md) and those of others, in their own words.
 */
export type Session = {
  /** Where it stands in the typed data. */
  readonly path: readonly string[];
  /** The felt that identifies the key; null if not found. */
  readonly key: string | null;
  /** Expiry in unix seconds, as a felt; null if not found. */
  readonly expires: string | null;
  /** Null if unreadable, such as when only their root is given. */
  readonly methods: readonly AllowedMethod[] | null;
};

const SESSION_DOMAIN = 'SessionAccount.session';
/** Fields that nothing but a session has. */
const ownFields = ['sessionkey', 'sessionpublickey', 'sessionsigner', 'allowedmethods'];
const publicKeys = ['sessionkey', 'sessionpublickey', 'sessionsigner', 'publickey', 'pubkey'];
const keys = [...publicKeys, 'key', 'signer'];
const ends = [
  'expiresat',
  'expires',
  'expiry',
  'expiration',
  'expirationtime',
  'expirytime',
  'validuntil',
  'validbefore',
  'until',
  'deadline',
  'endtime',
];
const lists = [
  'allowedmethods',
  'policies',
  'allowedcalls',
  'permissions',
  'scopes',
  'methods',
  'root',
  'policiesroot',
  'policyroot',
  'allowedmethodsroot',
  'permissionsroot',
];
const targets = ['contractaddress', 'contract', 'target', 'targetaddress', 'to'];
const functions = ['selector', 'entrypoint', 'method', 'function', 'functionname'];
/** An order also has a key and an end, but it is about amounts. */
const ORDERED = /amount|price|quantity/u;

const hasFields = ({ fields }: TypedStruct, names: readonly string[]): boolean =>
  fields.some(({ name }) => names.includes(plainName(name)));

const itemsOf = (value: TypedValue): readonly TypedValue[] =>
  value.as === 'list' || value.as === 'tree' ? value.items : [];
const isMethod = (value: TypedValue): boolean =>
  value.as === 'struct' && hasFields(value, targets) && hasFields(value, functions);
const listsMethods = ({ value }: TypedStruct['fields'][number]): boolean => {
  const items = itemsOf(value);
  return items.length > 0 && items.every(isMethod);
};

/**
 * By its structure: a key with an end, or either of them with a list of targets and functions. Its
 * type's name decides where the structure alone does not.
 */
function looksLikeSession(struct: TypedStruct): boolean {
  if (hasFields(struct, ownFields)) return true;
  const [hasKey, hasEnd] = [hasFields(struct, keys), hasFields(struct, ends)];
  const isNamed = plainName(struct.type).includes('session');
  const hasList = hasFields(struct, lists);
  const isOrder = struct.fields.some(({ name }) => ORDERED.test(plainName(name)));
  if (struct.fields.some(listsMethods)) return hasKey || hasEnd;
  if (hasKey && (hasEnd || isNamed) && (hasList || (isNamed && hasEnd))) return true;
  return hasEnd && !isOrder && hasFields(struct, publicKeys);
}

const firstFelt = (struct: TypedStruct, names: readonly string[]): string | null =>
  names.map((name) => findFelt(struct, name)).find((felt) => felt !== undefined) ?? null;

/** A smaller number is no selector, which is a hash. */
const SMALLEST_SELECTOR = 2n ** 128n;

function parseMethod(value: TypedValue): AllowedMethod | undefined {
  if (value.as !== 'struct') return undefined;
  const contract = firstFelt(value, targets);
  const called = functions
    .map((name) => findField(value, name))
    .find((field) => field?.as === 'felt');
  if (contract === null || BigInt(contract) >= ADDRESS_BOUND || called?.as !== 'felt')
    return undefined;
  const { felt, text } = called;
  const isName = text !== undefined && isIdentifier(text);
  if (called.type !== 'selector' && !isName && BigInt(felt) < SMALLEST_SELECTOR) return undefined;
  return {
    contract: toAddress(contract),
    selector: felt,
    entrypoint: isName ? text : (nameOfSelector(felt) ?? null),
  };
}

function parseMethods(struct: TypedStruct): AllowedMethod[] | null {
  const named = lists.map((name) => findField(struct, name)).find((field) => field !== undefined);
  const list = struct.fields.find(listsMethods)?.value ?? named;
  if (list?.as !== 'list' && list?.as !== 'tree') return null;
  const methods = list.items.flatMap((item) => parseMethod(item) ?? []);
  return methods.length === list.items.length ? methods : null;
}

/** The sessions that a message grants, by its domain or their shape; empty for any other. */
export function parseSessions({ domain, message }: TypedData): Session[] {
  const found = listStructs(message, ['message']).filter(({ struct }) => looksLikeSession(struct));
  if (!found[0] && domainName({ domain }) === SESSION_DOMAIN)
    found.push({ struct: message, path: ['message'] });
  return found.map(({ struct, path }) => ({
    path,
    key: firstFelt(struct, keys),
    expires: firstFelt(struct, ends),
    methods: parseMethods(struct),
  }));
}
