import { array, coerce, size, string } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { Felt } from './primitives';

/** A signature as an array or as comma-separated text, its felts in hex or decimal. */
export const SignatureParam = field(
  coerce(size(array(Felt), 1, 64), string(), (text) => text.split(',').map((felt) => felt.trim())),
  {
    description: 'Signature: felts separated by commas, or an array of them.',
    example: ['0x2a', '0x3b'],
    jsonSchema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  },
);
