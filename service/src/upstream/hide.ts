import { unescape as decode } from 'node:querystring';
import { secretsOf } from '@xnet/clients/transport/redact';

/** What a node says, with whatever it repeats of its address as '…', in each text within. */
export type Hide = <T>(told: T) => T;

/** All of an address that may be secret, the longest first, and its host. */
const partsOf = (address: string): string[] => {
  const { username, password } = new URL(address);
  const login = `${username}:${password}`;
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const headers = { decoded: basic(decode(login)), asItStands: basic(login) };
  return secretsOf({ url: address, headers });
};

/** The same without the host, by which the log tells nodes apart. */
export const keysIn = (address: string): string[] => {
  const { origin, host, hostname } = new URL(address);
  return partsOf(address).filter((text) => ![origin, host, hostname].includes(text));
};

/**
 * The operator's address of a node may hold a key, which callers of the service must not learn from
 * what the node says.
 */
export const hideAddress = (address: string): Hide => {
  const { hostname } = new URL(address);
  // A name in a network of containers, such as "execution", is a word that callers go by.
  const isWord = (text: string): boolean => text === hostname && !text.includes('.');
  const secrets = partsOf(address).filter((text) => !isWord(text));
  const hide = (told: unknown): unknown => {
    if (typeof told === 'string') {
      return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), told);
    }
    if (Array.isArray(told)) return told.map(hide);
    if (typeof told !== 'object' || told === null) return told;
    return Object.fromEntries(
      Object.entries(told).map(([name, value]) => [hide(name), hide(value)]),
    );
  };
  return hide as Hide; // of the same shape, as it is made above
};
