import { fail } from '@xnet/clients/errors';
import { toHex } from '../felt';
import { selectorOf } from '../selector';
import type { Abi, DecodedCall } from './abi';
import { createTypes, readParameters } from './cairoType';
import { writeFields } from './codec';
import { functionOf } from './decodeCall';

/**
 * The calldata behind what `decodeCall` gave, as canonical hex.
 * @throws internal for a call that this ABI does not decode to
 */
export function encodeCall(abi: Abi, { name, args }: DecodedCall): string[] {
  const called = functionOf(abi, selectorOf(name));
  const fields = called && readParameters(called, createTypes(abi));
  if (!fields) return fail('internal', 'The ABI does not tell how to encode the call.');
  return writeFields(fields, args).map(toHex);
}
