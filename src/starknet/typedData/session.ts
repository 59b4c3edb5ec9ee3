import { ADDRESS_BOUND } from '../../schema/primitives';
import { shortString, toAddress } from '../felt';
import { nameOfSelector } from '../selector';
import { feltIn, fieldIn, plainName, structsIn, type TypedStruct, type TypedValue } from './basic';
import type { TypedData } from './parse';

/** Entry points that a session key may call; contracts in 64 digits. */
export type AllowedMethod = {
  readonly contract: string;
  readonly selector: string;
  /** Null if only the selector is signed and its name is unknown. */
  readonly entrypoint: string | null;
};

/**
 * A session: a site's key that may act for the account without asking again. Covers Argent's
 * sessions (argent-contracts-starknet, docs/sessions.md) and similar ones.
 */
export type Session = {
  /** The felt that identifies the key; null if not found. */
  readonly key: string | null;
  /** Expiry in unix seconds, as a felt; null if not found. */
  readonly expires: string | null;
  /** Null if unreadable, such as when only their root is given. */
  readonly methods: readonly AllowedMethod[] | null;
};

const SESSION_DOMAIN = shortString('SessionAccount.session');
const keys = ['sessionkey', 'sessionpublickey', 'key'];
const ends = ['expiresat', 'expires', 'expiry'];
const lists = ['allowedmethods', 'policies', 'allowedcalls', 'root'];

const hasFields = ({ fields }: TypedStruct, names: readonly string[]): boolean =>
  fields.some(({ name }) => names.includes(plainName(name)));

const looksLikeSession = (struct: TypedStruct): boolean =>
  hasFields(struct, ['sessionkey', 'sessionpublickey', 'allowedmethods']) ||
  (hasFields(struct, ends) && hasFields(struct, lists) && hasFields(struct, keys));

const firstFelt = (struct: TypedStruct, names: readonly string[]): string | null =>
  names.map((name) => feltIn(struct, name)).find((felt) => felt !== undefined) ?? null;

function parseMethod(value: TypedValue): AllowedMethod | undefined {
  if (value.as !== 'struct') return undefined;
  const contract = firstFelt(value, ['contractaddress', 'contract', 'target', 'to']);
  const called = ['selector', 'entrypoint', 'method'].map((name) => fieldIn(value, name));
  const selector = called.find((field) => field?.as === 'felt' && field.type === 'selector');
  if (contract === null || BigInt(contract) >= ADDRESS_BOUND || selector?.as !== 'felt')
    return undefined;
  return {
    contract: toAddress(contract),
    selector: selector.felt,
    entrypoint: selector.text ?? nameOfSelector(selector.felt) ?? null,
  };
}

function parseMethods(struct: TypedStruct): AllowedMethod[] | null {
  const list = lists.map((name) => fieldIn(struct, name)).find((field) => field !== undefined);
  if (list?.as !== 'list' && list?.as !== 'tree') return null;
  const methods = list.items.flatMap((item) => parseMethod(item) ?? []);
  return methods.length === list.items.length ? methods : null;
}

/** The sessions that a message grants, by its domain or their shape; empty for any other. */
export function parseSessions({ domain, message }: TypedData): Session[] {
  const found = structsIn(message, []).flatMap(({ struct }) =>
    looksLikeSession(struct) ? struct : [],
  );
  if (!found[0] && feltIn(domain, 'name') === SESSION_DOMAIN) found.push(message);
  return found.map((struct) => ({
    key: firstFelt(struct, keys),
    expires: firstFelt(struct, ends),
    methods: parseMethods(struct),
  }));
}
