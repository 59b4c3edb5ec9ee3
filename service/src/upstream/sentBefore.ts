import { keccak } from '@xnet/clients/proofs/bytes';
import { sliceFirstList } from '@xnet/clients/proofs/rlp';
import { type Call, listParams } from './call';

/** A transaction with blobs is sent with what belongs to them, which its hash leaves out (EIP-4844). */
const blobType = 3;

const signedPart = (raw: Uint8Array): Uint8Array => {
  const inner = raw[0] === blobType ? sliceFirstList(raw.subarray(1)) : undefined;
  if (inner === undefined) return raw;
  return Uint8Array.of(blobType, ...inner);
};

/** The hash of a signed transaction, which a node that had it before does not tell. */
export const hashOfSent = (call: Call): string | undefined => {
  const [raw] = listParams(call);
  if (call.method !== 'eth_sendRawTransaction' || typeof raw !== 'string') return undefined;
  if (!/^0x(?:[\da-f]{2})+$/i.test(raw)) return undefined;
  const hash = keccak(signedPart(Buffer.from(raw.slice(2), 'hex')));
  return `0x${Buffer.from(hash).toString('hex')}`;
};
