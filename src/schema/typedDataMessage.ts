import { coerce, define, string } from '@metamask/superstruct';
import { boundedList, checkShape, field } from '@xnet/clients/schema/field';
import { Felt, isObject } from './primitives';

const example = {
  types: {
    StarknetDomain: [
      { name: 'name', type: 'shortstring' },
      { name: 'version', type: 'shortstring' },
      { name: 'chainId', type: 'shortstring' },
      { name: 'revision', type: 'shortstring' },
    ],
    Greeting: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Greeting',
  domain: { name: 'Example', version: '1', chainId: 'SN_SEPOLIA', revision: '1' },
  message: { text: 'Hello' },
};

/** An object, or the JSON text of one. */
export const jsonOrText = {
  anyOf: [{ type: 'object' }, { type: 'string', contentMediaType: 'application/json' }],
};

/** JSON in a text has the same limits as the request itself. */
export const objectOrText = (name: string, size?: Parameters<typeof checkShape>[1]) =>
  coerce(
    define<object>(
      name,
      (value) => isObject(value) || `Expected ${name} as an object or as JSON text of one`,
    ),
    string(),
    (text) => {
      try {
        const value = JSON.parse(text);
        checkShape(value, size);
        return value;
      } catch {
        return text;
      }
    },
  );

/** Typed data as an object or as JSON text; parseTypedData checks its meaning. */
export const TypedDataMessage = field(objectOrText('typed data'), {
  description: 'SNIP-12 typed data, revision 0 or 1, as an object or as JSON text.',
  jsonSchema: jsonOrText,
  example,
});

/** A signature as an array or as comma-separated text, its felts in hex or decimal. */
export const SignatureParam = field(
  coerce(boundedList(Felt, 1, 64), string(), (text) => text.split(',').map((felt) => felt.trim())),
  {
    description: 'Signature: felts separated by commas, or an array of them.',
    example: ['0x2a', '0x3b'],
    jsonSchema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  },
);
