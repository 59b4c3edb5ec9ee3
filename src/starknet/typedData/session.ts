import { lower } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import { getSelector } from '../selector';
import { listStructs, type TypedStruct, type TypedValue } from './basic';
import { domainName, type TypedData } from './parse';
import { listValues, readAddress, readFunctionText, readMicroseconds, readTime } from './values';

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
  /** Path of its list of functions, or the message that is one by its domain. */
  readonly path: readonly string[];
  /** The felt that identifies the key; null if not found. */
  readonly key: string | null;
  /** The last time that the message names, in unix seconds; null if it names none. */
  readonly expires: string | null;
  /** Null if unreadable, such as when only their root is given. */
  readonly methods: readonly AllowedMethod[] | null;
};

const SESSION_DOMAIN = 'SessionAccount.session';

const feltsIn = ({ fields }: TypedStruct) =>
  fields.map(({ value }) => value).filter((value) => value.as === 'felt');

/** A target with a function and no arguments; beside a key, any text can name the function. */
function parseMethod(value: TypedValue, hasKey: boolean): AllowedMethod | undefined {
  if (value.as !== 'struct') return undefined;
  const values = value.fields.map((field) => field.value);
  const words = hasKey && values.length === 2 ? 'any' : 'wellKnown';
  const isSingle = values.every(({ as }) => as === 'felt' || as === 'text');
  const name = values.find((one) => readFunctionText(one, words) !== undefined);
  const address = values
    .filter((one) => one !== name)
    .map(readAddress)
    .find((number) => number !== undefined);
  if (!isSingle || name === undefined || address === undefined) return undefined;
  const { name: entrypoint = null } = readFunctionText(name, words) ?? {};
  return {
    contract: toAddress(address),
    selector: name.as === 'felt' ? name.felt : getSelector(entrypoint ?? ''),
    entrypoint,
  };
}

/** All items of a list or a tree, if each is such a function. */
function parseMethods(value: TypedValue, hasKey: boolean): AllowedMethod[] | undefined {
  if (value.as !== 'list' && value.as !== 'tree') return undefined;
  const methods = value.items.map((item) => parseMethod(item, hasKey));
  const names = methods.flatMap((method) => method ?? []);
  if (names.length > 0 && names.length === methods.length) return names;
  return undefined;
}

/** Keys are as large as hashes. */
const SMALLEST_KEY = 2n ** 128n;

/** The only felt of a session beside its times, or the only one that is as large as a key. */
function findKey(struct: TypedStruct): string | null {
  const felts = feltsIn(struct).filter(
    (felt) => readTime(felt) === undefined && readMicroseconds(felt) === undefined,
  );
  const large = felts.filter(
    ({ felt, text }) => text === undefined && BigInt(felt) >= SMALLEST_KEY,
  );
  const [key, ...extraKeys] = large.length > 0 ? large : felts;
  if (key && extraKeys.length === 0) return key.felt;
  return null;
}

/** The last of all times in a value, in unix seconds; of microseconds only if it has no other. */
function findEnd(value: TypedValue): string | null {
  const values = listValues(value);
  const times = values.flatMap((one) => readTime(one) ?? []);
  const ends = times.length > 0 ? times : values.flatMap((one) => readMicroseconds(one) ?? []);
  const last = ends.sort(lower).at(-1);
  if (last === undefined) return null;
  return toHex(last);
}

/** The sessions that a message grants, by a list of functions or its domain; empty for any other. */
export function parseSessions({ domain, message }: TypedData): Session[] {
  const expires = findEnd(message);
  const listed = listStructs(message, ['message']).flatMap(({ struct, path }) => {
    const key = findKey(struct);
    const hasKey = key !== null && BigInt(key) >= SMALLEST_KEY;
    return struct.fields.flatMap(({ name, value }): Session[] => {
      const methods = parseMethods(value, hasKey);
      if (methods) return [{ path: [...path, name], key, expires, methods }];
      return [];
    });
  });
  if (listed.length > 0 || domainName({ domain }) !== SESSION_DOMAIN) return listed;
  return [{ path: ['message'], key: null, expires, methods: null }];
}
