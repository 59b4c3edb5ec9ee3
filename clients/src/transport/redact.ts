import type { Endpoint } from './endpoint';

const REDACTED = '…';

/**
 * Scheme, host and port of a URL; a path, query, fragment or user info is replaced by '…', because
 * providers put API keys there. A text that is not a URL becomes '…'.
 */
export function redactUrl(url: string): string {
  const parsed = readUrl(url);
  if (!parsed) return REDACTED;
  const user = parsed.username || parsed.password ? `${REDACTED}@` : '';
  const bare = parsed.pathname === '/' && !parsed.search && !parsed.hash;
  return `${parsed.protocol}//${user}${parsed.host}${bare ? '' : `/${REDACTED}`}`;
}

/** Replaces the host and every secret of the endpoint, plain or encoded, in a text by '…'. */
export function redactText(text: string, endpoint: Endpoint): string {
  return listSecrets(endpoint).reduce(
    (redacted, secret) => redacted.split(secret).join(REDACTED),
    text,
  );
}

export function readUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Longest first, so that no part of a secret remains if it contains another. */
export function listSecrets({ url, headers = {} }: Endpoint): string[] {
  const parsed = readUrl(url);
  const texts = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;]+/u)]);
  if (parsed) {
    const { pathname, search, hash, username, password } = parsed;
    texts.push(`${pathname}${search}`, search, hash, username, password);
    texts.push(...pathname.split('/'), ...search.split(/[?&=]/u), ...hash.split('#'));
  }
  const spellings = texts.flatMap((text) => [text, decoded(text), ...unpacked(text)]);
  const hosts = [parsed?.host, parsed?.hostname].flatMap((host) => host || []);
  const secrets = [...hosts, ...[url, ...spellings].filter(looksSecret)];
  return [...new Set(secrets)].sort((a, b) => b.length - a.length);
}

/** Short path segments ("rpc", "v0_10") are not secret; keys are longer or have digits. */
const looksSecret = (text: string): boolean =>
  text.length >= 12 || (text.length >= 6 && /\d/u.test(text));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The content of an `Authorization: Basic …` header: key and secret. */
function unpacked(text: string): string[] {
  if (!/^[A-Za-z0-9+/]{12,}={0,2}$/u.test(text)) return [];
  try {
    return atob(text).split(':');
  } catch {
    return [];
  }
}
