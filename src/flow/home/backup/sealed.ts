import { byteText } from '../../../schema/bytes';
import type { Keys } from '../../accounts/keys';

/** Beginning of every sealed text: it says what this is, and is authenticated with the rest. */
const MARK = 'xnet-backup-1.';
const PURPOSE = 'xnet backup 1';
/** Bytes of a nonce of AES-GCM. */
const NONCE = 12;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function withKey<T>(
  keys: Pick<Keys, 'purposeSecret'>,
  use: (key: CryptoKey) => Promise<T>,
): Promise<T> {
  const secret = await keys.purposeSecret(PURPOSE);
  const uses = ['encrypt', 'decrypt'] as const;
  const key = await crypto.subtle
    .importKey('raw', secret, 'AES-GCM', false, uses)
    .finally(() => secret.fill(0));
  return use(key);
}

const cipher = (iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(MARK),
});

/** Encrypts a text (AES-256-GCM) so that only the same phrase opens it. @returns one line of ASCII */
export const seal = (keys: Pick<Keys, 'purposeSecret'>, text: string): Promise<string> =>
  withKey(keys, async (key) => {
    const iv = crypto.getRandomValues(new Uint8Array(NONCE));
    const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher(iv), key, bytesOf(text)));
    return `${MARK}${btoa(byteText(iv) + byteText(sealed))}`;
  });

/** Opens a sealed text; undefined for one of another phrase, or that anybody has changed. */
export async function unseal(
  keys: Pick<Keys, 'purposeSecret'>,
  typed: string,
): Promise<string | undefined> {
  // Editors and messengers add blanks, marks that nobody sees, and zeros between the characters.
  const line = typed.replace(/[^!-~]/gu, '');
  const body = line.slice(MARK.length);
  if (!line.startsWith(MARK) || !/^[A-Za-z0-9+/]+={0,2}$/u.test(body) || body.length % 4 !== 0)
    return undefined;
  const bytes = fromBase64(body);
  // The last digit has bits to spare: a text opens in one spelling alone.
  if (btoa(byteText(bytes)) !== body) return undefined;
  return withKey(keys, (key) =>
    crypto.subtle
      .decrypt(cipher(bytes.subarray(0, NONCE)), key, bytes.subarray(NONCE))
      .then((opened) => new TextDecoder().decode(opened))
      .catch(() => undefined),
  );
}
