import { toHexBytes } from '../proofs/bytes';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** The last base-32 digit holds three bits; its two lowest bits are zero. */
const LINK = /^ipfs:\/\/(?:(Qm[1-9A-HJ-NP-Za-km-z]{44})|b(af[a-z2-7]{55}[aeimquy4]))$/u;

export type NamedFile = {
  cid: string;
  /** True if the hash is of the content itself; false if of the node that wraps it. */
  isRaw: boolean;
  /** SHA-256 as 64 hex digits. */
  digest: string;
};

const numberIn = (text: string, digits: string): bigint =>
  [...text].reduce((sum, digit) => sum * BigInt(digits.length) + BigInt(digits.indexOf(digit)), 0n);

/**
 * Parses `ipfs://<CID>`: version 0, or version 1 in base 32, with a SHA-256 hash
 * (github.com/multiformats/cid).
 * @returns undefined for any other text, including a path after the identifier
 */
export function parseFileLink(link: string): NamedFile | undefined {
  const [, old, now] = LINK.exec(link) ?? [];
  const bytes = old
    ? `170${numberIn(old, BASE58).toString(16)}`
    : (numberIn(now ?? '', BASE32) >> 2n).toString(16);
  const [, codec, digest] = /^1(55|70)1220([0-9a-f]{64})$/u.exec(bytes) ?? [];
  if (digest === undefined) return undefined;
  return { cid: link.slice(7), isRaw: codec === '55', digest };
}

/** The same from the bytes by which a directory names a file; undefined for other hashes. */
export function readFileCid(bytes: Uint8Array): NamedFile | undefined {
  const [, codec = '70', digest] =
    /^0x(?:01(55|70))?1220([0-9a-f]{64})$/u.exec(toHexBytes(bytes)) ?? [];
  if (digest === undefined) return undefined;
  const digits = (BigInt(`0x01${codec}1220${digest}`) << 2n).toString(32).padStart(58, '0');
  const text = [...digits].map((digit) => BASE32[Number.parseInt(digit, 32)]).join('');
  return { cid: `b${text}`, isRaw: codec === '55', digest };
}
