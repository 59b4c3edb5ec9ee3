import * as dagCbor from '@ipld/dag-cbor';
import * as dagJson from '@ipld/dag-json';
import * as dagPb from '@ipld/dag-pb';
import { ownEntry } from '@xnet/clients/schema/table';
import * as cborg from 'cborg';
import * as cborgJson from 'cborg/json';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import type { MultihashHasher } from 'multiformats/hashes/interface';
import { sha256, sha512 } from 'multiformats/hashes/sha2';
import { fail, type Kind } from '../../errors';

type Codec = {
  code: number;
  encode: (value: never) => Uint8Array;
  decode: (bytes: Uint8Array) => unknown;
};

/** The links of a decoded value. */
const linksIn = (root: unknown): readonly CID[] => {
  const links: CID[] = [];
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    const link = CID.asCID(value);
    if (link !== null) links.push(link);
    else for (const part of Object.values(value)) waiting.push(part);
  }
  return links;
};

/** A codec of values without links. The library is the one that the codecs with links build on. */
const plain = (
  code: number,
  { encode, decode }: Pick<typeof cborg, 'encode' | 'decode'>,
): Codec => ({
  code,
  encode: (value) => {
    if (linksIn(value).length > 0) throw new TypeError('A link has no form in this codec.');
    return encode(value);
  },
  decode: (bytes) => decode(bytes),
});

const codecs: Readonly<Record<string, Codec>> = {
  raw,
  'dag-pb': dagPb,
  'dag-cbor': dagCbor,
  'dag-json': dagJson,
  cbor: plain(0x51, cborg),
  json: plain(0x0200, cborgJson),
};

/** @throws `malformed` for an unknown name */
export const codecNamed = (name: string): Codec =>
  ownEntry(codecs, name) ??
  fail('malformed', `The codec is none of ${Object.keys(codecs).join(', ')}.`);

const codecOf = ({ code }: CID): Codec | undefined =>
  Object.values(codecs).find((codec) => codec.code === code);

/** Runs a codec on a value, which it checks itself. */
const orFail = <T>(kind: Kind, message: string, work: () => T): T => {
  try {
    return work();
  } catch (cause) {
    return fail(kind, message, { cause });
  }
};

export const decodeBlock = (cid: CID, bytes: Uint8Array): unknown => {
  const codec = codecOf(cid) ?? fail('ipfsFailed', 'The codec of the block is not known here.');
  return orFail('ipfsFailed', 'The block is not of its codec.', () => codec.decode(bytes));
};

/** The links of a block; none if it cannot be decoded. */
export const listLinks = (cid: CID, bytes: Uint8Array): readonly CID[] => {
  try {
    return linksIn(codecOf(cid)?.decode(bytes));
  } catch {
    return [];
  }
};

/** Encodes a value. @throws `malformed` if the codec cannot represent it */
export const encodeValue = (codec: Codec, value: unknown): Uint8Array =>
  // Each codec checks the value itself.
  orFail('malformed', 'The codec cannot hold this value.', () => codec.encode(value as never));

/** Decodes a value that was uploaded. @throws `malformed` */
export const decodeInput = (codec: Codec, bytes: Uint8Array): unknown =>
  orFail('malformed', 'The content is not of the codec that was named.', () => codec.decode(bytes));

type Hasher = MultihashHasher<number>;
const hashers: Readonly<Record<string, Hasher>> = {
  'sha2-256': sha256,
  'sha2-512': sha512,
};

/** Defaults to SHA-256. @throws `malformed` for an unknown name */
export const hasherNamed = (name: string | null): Hasher =>
  ownEntry(hashers, name ?? 'sha2-256') ??
  fail('malformed', `The hash is none of ${Object.keys(hashers).join(', ')}.`);

/** False if the bytes do not match the CID, as after a power failure or on a failing disk. */
export const isWhole = async ({ multihash }: CID, bytes: Uint8Array): Promise<boolean> => {
  const hasher = Object.values(hashers).find(({ code }) => code === multihash.code);
  const hash = await hasher?.digest(bytes);
  return hash !== undefined && Buffer.from(hash.digest).equals(multihash.digest);
};

/** @throws `malformed` if a CIDv0 is requested with another hash than SHA-256 */
export const createCid = async (
  bytes: Uint8Array,
  code: number,
  version: 0 | 1,
  hasher: Hasher,
): Promise<CID> => {
  const hash = await hasher.digest(bytes);
  if (version === 1) return CID.createV1(code, hash);
  if (hasher.code !== sha256.code) fail('malformed', 'A CID of version 0 has sha2-256.');
  return CID.createV0(hash as never); // By the line above.
};
