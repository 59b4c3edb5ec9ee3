import { coerce, define, object, optional, string, unknown } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { Felt } from './primitives';
import { jsonOrText } from './typedDataMessage';

const parsed = (name: string) =>
  coerce(
    define<object>(
      name,
      (value) =>
        (typeof value === 'object' && value !== null && !Array.isArray(value)) ||
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

export const CompiledClassParam = field(optional(unknown()), {
  description: 'The compiled class (CASM), an object or its JSON text.',
  jsonSchema: {},
});

/** What libraries hand over to declare a class. Its hash is computed here, never taken from there. */
export const Declarable = object({
  contract: field(parsed('a contract class'), {
    description: 'Sierra class.',
    jsonSchema: jsonOrText,
  }),
  compiledClassHash: optional(Felt),
  casm: CompiledClassParam,
  /** Compared with the hash that is computed. */
  classHash: optional(Felt),
});

export const ContractPayload = field(Declarable, {
  description:
    'The class to declare: contract (Sierra class, object or JSON text), and compiledClassHash or casm.',
});
