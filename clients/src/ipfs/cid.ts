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

/** The bases that `CID.parse` does not support by default. */
const bases = [base16, base16upper, base32upper, base36upper, base64, base64url];
const hashers = [sha256, sha512];

/**
 * Parses a content identifier of version 0 or 1 with a hash and codec that this client can verify.
 * @throws invalidParams for any other text, including a path or a gateway's address
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

/** Parses a content identifier with any hash and codec; undefined for any other text. */
export function readCid(text: string): CID | undefined {
  const trimmed = text.trim();
  try {
    return CID.parse(trimmed, bases.find(({ prefix }) => trimmed.startsWith(prefix))?.decoder);
  } catch {
    return undefined;
  }
}

/** The content of an identifier that contains it (identity hash); undefined for any other. */
export const inlineContent = ({ multihash }: CID): Uint8Array | undefined => {
  if (multihash.code === IDENTITY) return multihash.digest;
  return undefined;
};

/** True if the bytes hash to the identifier. */
export async function matchesContent({ multihash }: CID, bytes: Uint8Array): Promise<boolean> {
  const hasher = hashers.find(({ code }) => code === multihash.code);
  const digest = hasher ? (await hasher.digest(bytes)).digest : bytes;
  const expectedDigest = multihash.digest;
  return (
    digest.length === expectedDigest.length &&
    digest.every((byte, index) => byte === expectedDigest[index])
  );
}
