import * as dagCbor from '@ipld/dag-cbor';
import * as dagJson from '@ipld/dag-json';
import * as dagPb from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import { fail } from '../errors';

type Codec = {
  code: number;
  encode: (value: never) => Uint8Array;
  decode: (bytes: Uint8Array) => unknown;
};

const codecs: Readonly<Record<string, Codec>> = {
  raw,
  'dag-pb': dagPb,
  'dag-cbor': dagCbor,
  'dag-json': dagJson,
};

/** @throws `malformed` for a name that is not known here */
export const codecNamed = (name: string): Codec =>
  (Object.hasOwn(codecs, name) ? codecs[name] : undefined) ??
  fail('malformed', `The codec is none of ${Object.keys(codecs).join(', ')}.`);

export const decodeBlock = (cid: CID, bytes: Uint8Array): unknown => {
  const codec = Object.values(codecs).find(({ code }) => code === cid.code);
  if (codec === undefined) return fail('ipfsFailed', 'The codec of the block is not known here.');
  try {
    return codec.decode(bytes);
  } catch (cause) {
    return fail('ipfsFailed', 'The block is not of its codec.', { cause });
  }
};

/** What a block links to; nothing where it cannot be read. */
export const linksOf = (cid: CID, bytes: Uint8Array): readonly CID[] => {
  const codec = Object.values(codecs).find(({ code }) => code === cid.code);
  const found: CID[] = [];
  const waiting: unknown[] = [];
  try {
    waiting.push(codec?.decode(bytes));
  } catch {
    return [];
  }
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    const link = CID.asCID(value);
    if (link !== null) found.push(link);
    else for (const part of Object.values(value)) waiting.push(part);
  }
  return found;
};

/** Encodes a value. @throws `malformed` where the codec cannot hold it */
export const encodeValue = (codec: Codec, value: unknown): Uint8Array => {
  try {
    return codec.encode(value as never); // each codec checks the value itself
  } catch (cause) {
    return fail('malformed', 'The codec cannot hold this value.', { cause });
  }
};

/** Decodes what was sent to be stored. @throws `malformed` */
export const decodeInput = (codec: Codec, bytes: Uint8Array): unknown => {
  try {
    return codec.decode(bytes);
  } catch (cause) {
    return fail('malformed', 'The content is not of the codec that was named.', { cause });
  }
};

export const cidOf = async (bytes: Uint8Array, code: number, version: 0 | 1): Promise<CID> => {
  const hash = await sha256.digest(bytes);
  return version === 0 ? CID.createV0(hash) : CID.createV1(code, hash);
};
