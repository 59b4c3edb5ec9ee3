import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { fail } from '../../errors';

const IDENTITY = 0x00;
const MAX_IDENTITY_BYTES = 128;
export const codecs = { raw: 0x55, dagPb: 0x70 } as const;

/**
 * A content identifier of version 0 or 1, of the hashes and codecs that this client can check.
 * @throws invalidParams for any other text, a path or a gateway's address among them
 */
export function parseCid(text: string): CID {
  const cid = tryParse(text) ?? fail('invalidParams', 'That is no content identifier.');
  const { code, digest } = cid.multihash;
  const isKnownHash =
    code === sha256.code || (code === IDENTITY && digest.length <= MAX_IDENTITY_BYTES);
  if (!isKnownHash) fail('invalidParams', 'The content identifier has a hash of another kind.');
  if (cid.code !== codecs.raw && cid.code !== codecs.dagPb)
    fail('invalidParams', 'The content identifier names no file.');
  return cid;
}

function tryParse(text: string): CID | undefined {
  try {
    return CID.parse(text.trim());
  } catch {
    return undefined;
  }
}

/** The content of an identifier that holds it itself; undefined for any other. */
export const inlineContent = ({ multihash }: CID): Uint8Array | undefined =>
  multihash.code === IDENTITY ? multihash.digest : undefined;

/** True where these are the very bytes that the identifier names. */
export async function isContentOf(cid: CID, bytes: Uint8Array): Promise<boolean> {
  const digest = cid.multihash.code === IDENTITY ? bytes : (await sha256.digest(bytes)).digest;
  const wanted = cid.multihash.digest;
  return digest.length === wanted.length && digest.every((byte, index) => byte === wanted[index]);
}
