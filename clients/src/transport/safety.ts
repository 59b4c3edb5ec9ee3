import { transportError } from './failure';
import { readUrl, redactUrl } from './redact';

/** Without TLS, a key and signed data could be read and modified in transit. */
function whyUnsafe(url: string, [secure, plain]: readonly [string, string]): string | undefined {
  const parsed = readUrl(url);
  if (!parsed) return 'its address is not a URL.';
  if (parsed.username || parsed.password) return 'its address holds a user name or password.';
  if (parsed.protocol === secure) return undefined;
  const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(parsed.hostname);
  if (parsed.protocol === plain && loopback) return undefined;
  return `only ${secure.slice(0, -1)} is allowed.`;
}

/** @throws nodeUnavailable, before anything is sent, if the URL must not be requested */
export function requireSafe(
  url: string,
  schemes: readonly [string, string] = ['https:', 'http:'],
): void {
  const unsafe = whyUnsafe(url, schemes);
  if (unsafe)
    throw transportError({ fault: 'insecure' }, `${redactUrl(url)} is not asked: ${unsafe}`);
}
