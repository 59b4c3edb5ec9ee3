import { isObject, parseNumber } from '../schema/primitives';
import type { Method } from './method';

/** The prefix of the specification, and the one that dapps of today send. */
const prefixes = { own: 'xnet_', alias: 'starkNet_' } as const;

/** Names on the wire that no file can bear, by the name of the definition. */
const unusual: Readonly<Record<string, string>> = { rpc_discover: 'rpc.discover' };
/** Methods that have two names in the specification or in dapps of today. */
const others: Readonly<Record<string, string>> = {
  'rpc.discover': 'rpc_discover',
  xnet_ping: 'ping',
  xnet_getTransaction: 'xnet_getTransactions',
  xnet_getStoredUserAccounts: 'xnet_listAccounts',
};

/** True for the name of a method that dapps of today know it by. */
export const isOlderName = (name: string): boolean => name.startsWith(prefixes.alias);

/** The name under which a method is defined: both prefixes name the same method. */
export function ownName(name: string): string {
  const own = isOlderName(name) ? prefixes.own + name.slice(prefixes.alias.length) : name;
  return Object.hasOwn(others, own) ? (others[own] ?? own) : own;
}

export const wireName = (own: string): string => unusual[own] ?? own;

/** Parameters that callers of today send to every method, and that mean nothing here. */
const ignored = [
  'enableAuthorize',
  'enableAutherize',
  'useOldAccounts',
  'isDev',
  'debugLevel',
  'fromState',
];

/** What callers of today call the account of a request. */
const accountNames = ['address', 'userAddress', 'signerAddress', 'senderAddress', 'accountAddress'];

/** The other names of a method's params, by the name that each has in the definition. */
export const aliasesOf = ({ account, aliases }: Pick<Method, 'account' | 'aliases'>) => ({
  ...(account &&
    'address' in account && {
      [account.address]: accountNames.filter((name) => name !== account.address),
    }),
  ...aliases,
});

/** True of two texts that are one number, or one text. */
const saysTheSame = (a: unknown, b: unknown): boolean => {
  const [first, second] = [parseNumber(a), parseNumber(b)];
  return first === undefined || second === undefined ? a === b : first === second;
};

/**
 * Params under the names of the definition. What is given twice has to be the same both times, as
 * callers send it who follow the examples of more than one library; else it is left to be refused.
 */
export function rename(
  params: unknown,
  aliases: Readonly<Record<string, readonly string[]>> = {},
): unknown {
  if (!isObject(params)) return params;
  const named = new Map(Object.entries(params).filter(([name]) => !ignored.includes(name)));
  for (const [own, others] of Object.entries(aliases)) {
    for (const other of others) {
      if (!named.has(other)) continue;
      if (!named.has(own)) named.set(own, named.get(other));
      if (saysTheSame(named.get(other), named.get(own))) named.delete(other);
    }
  }
  return Object.fromEntries(named);
}
