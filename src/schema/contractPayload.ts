import { coerce, define, object, optional, string, unknown } from '@metamask/superstruct';
import { field } from './field';
import { Felt } from './primitives';

const parsed = (name: string) =>
  coerce(
    define<object>(
      name,
      (value) =>
        (typeof value === 'object' && value !== null) ||
        `Expected ${name} as an object or as JSON text of one`,
    ),
    string(),
    (text) => {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    },
  );

/** What libraries hand over to declare a class. Its hash is computed here, never taken from there. */
export const Declarable = object({
  contract: parsed('a contract class'),
  compiledClassHash: optional(Felt),
  /** The compiled class: accepted, and not needed, since the node compiles for itself. */
  casm: optional(unknown()),
  /** Compared with the hash that is computed. */
  classHash: optional(Felt),
});

export const ContractPayload = field(Declarable, {
  description:
    'The class to declare: contract (Sierra class, object or JSON text) and compiledClassHash.',
  jsonSchema: {
    type: 'object',
    properties: {
      contract: { anyOf: [{ type: 'object' }, { type: 'string' }] },
      compiledClassHash: { type: 'string' },
      casm: {},
      classHash: { type: 'string' },
    },
    required: ['contract', 'compiledClassHash'],
  },
});
