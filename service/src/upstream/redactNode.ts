import { unescape as decode } from 'node:querystring';
import { listSecrets } from '@xnet/clients/transport/redact';

/** Replaces every part of the node's address by '…', in each string within the value. */
export type Redact = <T>(value: T) => T;

/** The target of a node's requests, and the headers of its login. */
export const readNodeUrl = (address: string) => {
  const { origin, pathname, search, username, password } = new URL(address);
  const login = `${decode(username)}:${decode(password)}`;
  const headers: Record<string, string> = username === '' ? {} : { authorization: basicOf(login) };
  return { origin, pathname, search, headers };
};

const basicOf = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`;

/** Every part of a URL that may be secret, longest first, and its host. */
const partsOf = (address: string): string[] => {
  const { username, password } = new URL(address);
  const login = `${username}:${password}`;
  const headers = { decoded: basicOf(decode(login)), asItStands: basicOf(login) };
  return listSecrets({ url: address, headers });
};

/** Without the host, which identifies nodes in the log. */
export const listAddressSecrets = (address: string): string[] => {
  const { origin, host, hostname } = new URL(address);
  return partsOf(address).filter((text) => ![origin, host, hostname].includes(text));
};

/**
 * The configured URL of a node may contain a key, which the node's messages must not reveal to
 * callers.
 */
export const redactNode = (address: string): Redact => {
  const { hostname } = new URL(address);
  // A host name in a container network, such as "execution", is an ordinary word in messages.
  const isWord = (text: string): boolean => text === hostname && !text.includes('.');
  const secrets = partsOf(address).filter((text) => !isWord(text));
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), value);
    }
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, value]) => [redact(name), redact(value)]),
    );
  };
  return redact as Redact; // has the same shape, as built above
};
