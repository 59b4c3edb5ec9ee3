import { base16, base16upper } from 'multiformats/bases/base16';
import { base32upper } from 'multiformats/bases/base32';
import { base36upper } from 'multiformats/bases/base36';
import { base64, base64url } from 'multiformats/bases/base64';
import { CID } from 'multiformats/cid';
import { sha256, sha512 } from 'multiformats/hashes/sha2';
import { fail } from '../errors';

const IDENTITY = 0x00;
const MAX_IDENTITY_BYTES = 128;
export const codecs = { raw: 0x55, dagPb: 0x70 } as const;

/** Those beside the bases that are read without being named. */
const bases = [base16, base16upper, base32upper, base36upper, base64, base64url];
const hashers = [sha256, sha512];

/**
 * A content identifier of version 0 or 1, of the hashes and codecs that this client can check.
 * @throws invalidParams for any other text, a path or a gateway's address among them
 */
export function parseCid(text: string): CID {
  const cid = readCid(text) ?? fail('invalidParams', 'That is no content identifier.');
  const { code, digest } = cid.multihash;
  const isKnownHash =
    hashers.some((hasher) => hasher.code === code) ||
    (code === IDENTITY && digest.length <= MAX_IDENTITY_BYTES);
  if (!isKnownHash) fail('invalidParams', 'The content identifier has a hash of another kind.');
  if (cid.code !== codecs.raw && cid.code !== codecs.dagPb)
    fail('invalidParams', 'The content identifier names no file.');
  return cid;
}

/** Any content identifier, of whatever hash and codec; undefined for any other text. */
export function readCid(text: string): CID | undefined {
  const told = text.trim();
  try {
    return CID.parse(told, bases.find(({ prefix }) => told.startsWith(prefix))?.decoder);
  } catch {
    return undefined;
  }
}

/** The content of an identifier that holds it itself; undefined for any other. */
export const inlineContent = ({ multihash }: CID): Uint8Array | undefined =>
  multihash.code === IDENTITY ? multihash.digest : undefined;

/** True where these are the very bytes that the identifier names. */
export async function isContentOf({ multihash }: CID, bytes: Uint8Array): Promise<boolean> {
  const hasher = hashers.find(({ code }) => code === multihash.code);
  const digest = hasher ? (await hasher.digest(bytes)).digest : bytes;
  const wanted = multihash.digest;
  return digest.length === wanted.length && digest.every((byte, index) => byte === wanted[index]);
}
