import { object, optional, unknown } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { Felt } from './primitives';
import { jsonOrText, objectOrText } from './typedDataMessage';

export const CompiledClassParam = field(optional(unknown()), {
  description: 'The compiled class (CASM), an object or its JSON text.',
  jsonSchema: {},
});

/** Parameters with which libraries declare a class. The module computes the class hash itself. */
export const Declarable = object({
  contract: field(objectOrText('a contract class', 'large'), {
    description: 'Sierra class.',
    jsonSchema: jsonOrText,
  }),
  compiledClassHash: optional(Felt),
  casm: CompiledClassParam,
  /** Compared with the computed hash. */
  classHash: optional(Felt),
});

export const ContractPayload = field(Declarable, {
  description:
    'Class to declare: contract (Sierra class, object or JSON text), and compiledClassHash or casm.',
});
