import { coerce, define, type Infer, object, optional, unknown } from '@metamask/superstruct';
import { boundedList, field, toJsonSchema, withDefault } from '@xnet/clients/schema/field';
import { CalledAddress, Felt } from './primitives';

/** Maximum number of calls in a transaction and of felts in a call. */
export const callLimits = { calls: 256, calldata: 8_192 } as const;

const calldataSchema = () => ({
  type: 'array',
  items: toJsonSchema(Felt),
  maxItems: callLimits.calldata,
});

export const Calldata = field(withDefault(boundedList(Felt, 0, callLimits.calldata), []), {
  description: 'Arguments as felts, in the order of the ABI; a u256 is two felts, low then high.',
  jsonSchema: calldataSchema(),
});

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/u;
/** The name of a contract function. */
export const FunctionName = field(
  define<string>(
    'the name of a function',
    (value) => (typeof value === 'string' && NAME.test(value)) || 'Expected the name of a function',
  ),
  { jsonSchema: { type: 'string', pattern: NAME.source } },
);

export const Call = object({
  contractAddress: field(CalledAddress, { description: 'Contract to call.' }),
  entrypoint: field(FunctionName, { description: 'Name of the function to call.' }),
  calldata: Calldata,
});
export type Call = Infer<typeof Call>;

export const AbisParam = field(optional(unknown()), {
  description:
    'ABIs of the calls, or one for all. Calls are decoded with the ABIs on chain; the dialog says if these differ.',
  jsonSchema: {},
});

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

const several = boundedList(Call, 1, callLimits.calls);
/** Accepts one call or an array of calls; returns an array. */
export const Calls = field(
  coerce(several, unknown(), (value) => [value].flat()),
  {
    description: 'Calls of the transaction, in order; either all succeed or none.',
    jsonSchema: {
      anyOf: [
        { type: 'array', items: toJsonSchema(Call), minItems: 1, maxItems: callLimits.calls },
        toJsonSchema(Call),
      ],
    },
    example: exampleCalls,
  },
);

/** The Universal Deployer, which deploys contracts (docs.openzeppelin.com, "UDC"). */
export const UNIVERSAL_DEPLOYER =
  '0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf';
