import { isObject, parseNumber } from '../schema/primitives';
import type { Method } from './method';

/** The prefix of the specification, and the one that existing dapps send. */
const prefixes = { own: 'xnet_', alias: 'starkNet_' } as const;

/** Wire names that cannot be file names, by the name of the definition. */
const unusual: Readonly<Record<string, string>> = { rpc_discover: 'rpc.discover' };
/** Methods that have two names in the specification or in existing dapps. */
const aliases: Readonly<Record<string, string>> = {
  'rpc.discover': 'rpc_discover',
  xnet_ping: 'ping',
  xnet_getTransaction: 'xnet_getTransactions',
  xnet_getStoredUserAccounts: 'xnet_listAccounts',
};

/** True for a method name with the prefix that existing dapps use. */
export const isStarkNetName = (name: string): boolean => name.startsWith(prefixes.alias);

/** The name under which a method is defined; both prefixes name the same method. */
export function ownName(name: string): string {
  const ownName = isStarkNetName(name) ? prefixes.own + name.slice(prefixes.alias.length) : name;
  if (Object.hasOwn(aliases, ownName)) return aliases[ownName] ?? ownName;
  return ownName;
}

export const wireName = (ownName: string): string => unusual[ownName] ?? ownName;

/** Parameters that existing callers send to every method, and that have no effect here. */
const ignored = [
  'enableAuthorize',
  'enableAutherize',
  'useOldAccounts',
  'isDev',
  'debugLevel',
  'fromState',
];

/** Names that existing callers use for the account of a request. */
const accountNames = ['address', 'userAddress', 'signerAddress', 'senderAddress', 'accountAddress'];

/** The other names of a method's params, by their name in the definition. */
export const listAliases = ({ account, aliases }: Pick<Method, 'account' | 'aliases'>) => ({
  ...(account &&
    'address' in account && {
      [account.address]: accountNames.filter((name) => name !== account.address),
    }),
  ...aliases,
});

/** True for two equal texts, or two texts of the same number. */
const saysTheSame = (a: unknown, b: unknown): boolean => {
  const [first, second] = [parseNumber(a), parseNumber(b)];
  if (first === undefined || second === undefined) return a === b;
  return first === second;
};

/**
 * Renames params to the names of the definition. Some callers send a param under two names: equal
 * values are merged, different ones are left for validation to reject.
 */
export function rename(
  params: unknown,
  aliases: Readonly<Record<string, readonly string[]>> = {},
): unknown {
  if (!isObject(params)) return params;
  const namedParams = new Map(Object.entries(params).filter(([name]) => !ignored.includes(name)));
  for (const [ownName, otherNames] of Object.entries(aliases)) {
    for (const otherName of otherNames) {
      if (!namedParams.has(otherName)) continue;
      if (!namedParams.has(ownName)) namedParams.set(ownName, namedParams.get(otherName));
      if (saysTheSame(namedParams.get(otherName), namedParams.get(ownName)))
        namedParams.delete(otherName);
    }
  }
  return Object.fromEntries(namedParams);
}
