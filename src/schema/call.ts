import {
  array,
  coerce,
  type Infer,
  object,
  pattern,
  size,
  string,
  unknown,
} from '@metamask/superstruct';
import { field, withDefault } from './field';
import { CalledAddress, Felt } from './primitives';

/** Calls of one transaction and felts of one call that a request may hold. */
export const callLimits = { calls: 256, calldata: 8_192 } as const;

export const Calldata = field(size(array(Felt), 0, callLimits.calldata), {
  description: 'Arguments as felts, in the order of the ABI; a u256 is two felts, low then high.',
  jsonSchema: { type: 'array', items: { type: 'string' } },
});

export const Call = object({
  contractAddress: field(CalledAddress, { description: 'Contract that is called.' }),
  entrypoint: field(pattern(string(), /^[A-Za-z_][A-Za-z0-9_]{0,127}$/u), {
    description: 'Name of the function that is called.',
    jsonSchema: { type: 'string' },
  }),
  calldata: withDefault(Calldata, []),
});
export type Call = Infer<typeof Call>;

export const callSchema = {
  type: 'object',
  properties: {
    contractAddress: { type: 'string' },
    entrypoint: { type: 'string' },
    calldata: { type: 'array', items: { type: 'string' } },
  },
  required: ['contractAddress', 'entrypoint'],
  additionalProperties: false,
};

/** A transfer of one STRK. */
export const exampleCalls = [
  {
    contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
    entrypoint: 'transfer',
    calldata: [
      '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
      '0xde0b6b3a7640000',
      '0x0',
    ],
  },
];

const several = size(array(Call), 1, callLimits.calls);
/** One call or an array of calls in; always an array out. */
export const Calls = field(
  coerce(several, unknown(), (value) => (Array.isArray(value) ? value : [value])),
  {
    description: 'Calls that the transaction makes, in order; all succeed or none does.',
    jsonSchema: { type: 'array', items: callSchema, minItems: 1, maxItems: callLimits.calls },
    example: exampleCalls,
  },
);
