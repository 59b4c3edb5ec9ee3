import { unescape as decode } from 'node:querystring';
import { secretsOf } from '@xnet/clients/transport/redact';

/** What a node says, with whatever it repeats of its address as '…', in each text within. */
export type Hide = <T>(told: T) => T;

/**
 * The operator's address of a node may hold a key, which callers of the service must not learn from
 * what the node says.
 */
export const hideAddress = (address: string): Hide => {
  const { username, password, hostname } = new URL(address);
  const login = `${username}:${password}`;
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const headers = { decoded: basic(decode(login)), asItStands: basic(login) };
  // A name in a network of containers, such as "execution", is a word that callers go by.
  const isWord = (text: string): boolean => text === hostname && !text.includes('.');
  const secrets = secretsOf({ url: address, headers }).filter((text) => !isWord(text));
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
