import { MAX_VALUE, Signature, sign, verify } from '@scure/starknet';
import { fail } from '../../errors';
import { toHex } from '../felt';
import { readPrivateKey } from './keys';

/**
 * ECDSA on the STARK curve with the nonce of RFC 6979: the same hash and key always give the same
 * (r, s). Signatures are not reduced to low s, so (r, n − s) verifies too and a signature must
 * never serve as an identifier.
 * @throws internal when the hash is not below 2^251 or the key is out of range.
 */
export function signHash(hash: string, privateKey: Uint8Array): [r: string, s: string] {
  if (BigInt(hash) >= MAX_VALUE) fail('internal', 'The hash to sign is not below 2^251.');
  readPrivateKey(privateKey);
  const { r, s } = sign(hash, privateKey);
  return [toHex(r), toHex(s)];
}

/**
 * Whether the signature is by the key whose x coordinate is given. As on chain, either point of
 * that x counts. Values out of range make it false, never an error.
 */
export function verifyHash(hash: string, signature: readonly string[], publicKey: string): boolean {
  const [r, s, ...rest] = signature;
  if (r === undefined || s === undefined || rest.length > 0) return false;
  return ['02', '03'].some((parity) => {
    try {
      const point = parity + BigInt(publicKey).toString(16).padStart(64, '0');
      return verify(new Signature(BigInt(r), BigInt(s)), hash, point);
    } catch {
      return false;
    }
  });
}
