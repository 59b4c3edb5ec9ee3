import {
  array,
  assign,
  boolean,
  coerce,
  define,
  enums,
  type Infer,
  object,
  optional,
  string,
  unknown,
} from '@metamask/superstruct';
import { boundedList, field, noList } from '@xnet/clients/schema/field';
import { ResourceBoundsMapping } from './gas';
import {
  ChainIdText,
  ContractAddress,
  Felt,
  parseNumber,
  schemaReference,
  U64,
} from './primitives';

const ResourceBoundsParam = field(ResourceBoundsMapping, {
  description: 'Maximum gas of each kind, and its maximum price (in FRI).',
});

const modeNames = ['L1', 'L2'] as const;
const AvailabilityMode = (description: string) =>
  field(
    optional(
      coerce(enums(modeNames), unknown(), (value) => {
        const read = parseNumber(value);
        if (read === undefined) return value;
        return modeNames[Number(read)] ?? value;
      }),
    ),
    {
      description,
      jsonSchema: {
        anyOf: [
          { enum: [...modeNames, 0, 1] },
          { type: 'string', allOf: [schemaReference('zeroOrOne')] },
        ],
      },
    },
  );

/** Marks a version that is only for estimates. */
const QUERY_BIT = 2n ** 128n;
/**
 * The chain accepts only version 3; libraries send older ones (0, 1, and 2 of declarations) that
 * mean it.
 */
const Version = define<string>('version 3', (value) => {
  const read = parseNumber(value);
  const version = read !== undefined && read >= QUERY_BIT ? read - QUERY_BIT : read;
  const isKnown = version !== undefined && version >= 0n && version <= 3n;
  return isKnown || 'Expected version 3; the network accepts no other';
});

/** True for a version that no network executes. */
export const isQuery = (version: string): boolean => BigInt(version) >= QUERY_BIT;

const tags = ['latest', 'pre_confirmed', 'l1_accepted'] as const;
type BlockId = (typeof tags)[number] | { block_number: number } | { block_hash: string };
const BLOCK_HASH = /^0x[0-9a-f]{1,64}$/iu;
const isTag = (value: unknown): value is (typeof tags)[number] => tags.some((tag) => tag === value);

/** Reads starknet.js's block identifiers; `pending` is today's pre_confirmed. */
function parseBlockId(value: unknown): unknown {
  if (value === 'pending') return 'pre_confirmed';
  if (isTag(value)) return value;
  if (typeof value === 'number') return { block_number: value };
  if (typeof value !== 'string') return value;
  if (/^[0-9]{1,15}$/u.test(value)) return { block_number: Number(value) };
  if (BLOCK_HASH.test(value)) return { block_hash: value.toLowerCase() };
  return value;
}

const blockNumberSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const blockHashSchema = () => ({
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{1,64}$',
  allOf: [schemaReference('feltInHex')],
});
const objectOf = (name: string, schema: object) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
});

const BlockIdentifier = field(
  optional(
    coerce(
      define<BlockId>('a block', (value) => {
        const [[name, block] = [], secondField] = Object.entries(Object(value));
        const isOne =
          name === 'block_number'
            ? Number.isSafeInteger(block) && Number(block) >= 0
            : name === 'block_hash' && Felt.is(block) && BLOCK_HASH.test(block);
        return isTag(value) || (isOne && !secondField) || 'Expected a block number, hash or tag';
      }),
      unknown(),
      parseBlockId,
    ),
  ),
  {
    description:
      'Block whose state an estimate uses; default pre_confirmed. Reviews always use pre_confirmed.',
    jsonSchema: {
      anyOf: [
        { enum: ['pending', ...tags] },
        blockNumberSchema,
        { type: 'string', pattern: '^[0-9]{1,15}$' },
        blockHashSchema(),
        objectOf('block_number', blockNumberSchema),
        objectOf('block_hash', blockHashSchema()),
      ],
    },
  },
);

const empty = (description: string) =>
  field(optional(boundedList(Felt, 0, 0)), {
    description: `${description} Reserved by the protocol: must be empty.`,
    jsonSchema: { type: 'array', items: {}, maxItems: 0 },
  });

/** The spec's transaction details object; every field is optional. */
export const TransactionDetails = object({
  nonce: field(optional(Felt), { description: 'Nonce of the account; default: the next one.' }),
  blockIdentifier: BlockIdentifier,
  maxFee: field(optional(Felt), {
    description: 'Maximum total cost of the transaction; by default limited only by the margin.',
    unit: 'FRI',
  }),
  tip: field(optional(U64), {
    description: 'Tip per unit of L2 gas, for earlier inclusion; default 0.',
    unit: 'FRI',
  }),
  paymasterData: empty('Data for a paymaster.'),
  accountDeploymentData: empty('Data for a deployment.'),
  nonceDataAvailabilityMode: AvailabilityMode('Layer that keeps the nonce; L1 when absent.'),
  feeDataAvailabilityMode: AvailabilityMode('Layer that keeps the fee balance; L1 when absent.'),
  version: field(optional(Version), {
    description:
      'Transaction version. The network accepts only 3; 0 to 2, which older callers send, mean 3.',
    jsonSchema: {
      anyOf: [{ enum: [0, 1, 2, 3] }, { type: 'string', allOf: [schemaReference('version')] }],
    },
  }),
  resourceBounds: field(optional(ResourceBoundsParam), {
    description: 'Resource bounds to sign as given; estimated by default.',
  }),
  skipValidate: field(optional(boolean()), {
    description:
      'True to exclude the account validation from an estimate. Reviews always include it.',
  }),
});
export type TransactionDetails = Infer<typeof TransactionDetails>;

/** The cap on the total fee, in FRI. Libraries that set bounds send 0 for those left open. */
export function parseMaxFee({ maxFee, resourceBounds }: TransactionDetails): bigint | undefined {
  if (maxFee === undefined) return undefined;
  const cap = BigInt(maxFee);
  if (cap === 0n && resourceBounds) return undefined;
  return cap;
}

export const TransactionDetailsParam = field(optional(noList(TransactionDetails)), {
  description: 'Transaction details; each has a default.',
});

const context = {
  walletAddress: field(optional(ContractAddress), {
    description: 'Sender; must be the account that signs.',
  }),
  chainId: field(optional(ChainIdText), {
    description: 'Network; must be that of the request.',
    jsonSchema: { type: 'string' },
  }),
  cairoVersion: field(optional(coerce(enums(['0', '1', '']), string(), (text) => text)), {
    description: 'Accepted for compatibility and ignored: the class of the account decides.',
    jsonSchema: { enum: ['0', '1', ''] },
  }),
};

/** Transaction details as libraries pass them to a signer: with sender and network. */
export const SignerDetails = assign(TransactionDetails, object(context));
export type SignerDetails = Infer<typeof SignerDetails>;

/** Claims about the deployment of an account: they must match what the module would deploy. */
export const deploymentFields = {
  contractAddress: field(optional(ContractAddress), { description: 'Address of the account.' }),
  classHash: field(optional(Felt), { description: 'Class of the account.' }),
  addressSalt: field(optional(Felt), { description: 'Salt of the address.' }),
  constructorCalldata: field(optional(array(Felt)), { description: 'Constructor calldata.' }),
};

export const DeploySignerDetails = assign(SignerDetails, object(deploymentFields));
export type DeploySignerDetails = Infer<typeof DeploySignerDetails>;
