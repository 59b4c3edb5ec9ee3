import {
  coerce,
  define,
  enums,
  type Infer,
  object,
  type Struct,
  string,
  unknown,
} from '@metamask/superstruct';
import { field, matching, withDefault } from '@xnet/clients/schema/field';
import { mainnet } from '../networks/mainnet';
import { byNetwork, type NetworkId, networkIds } from '../networks/networks';
import { sepolia } from '../networks/sepolia';

/** Order of Starknet's field: 2^251 + 17·2^192 + 1. */
export const FIELD_PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
/** Contract addresses are below 2^251 − 256 (Starknet documentation, "Contract address"). */
export const ADDRESS_BOUND = 2n ** 251n - 256n;

const HEX = /^0x0{0,64}[0-9a-f]{1,64}$/iu;
const DECIMAL_FELT = /^[0-9]{1,78}$/u;
const ETHEREUM = /^0x[0-9a-f]{40}$/iu;

/** A JSON object: neither an array nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses hex text, decimal text or a safe integer; undefined for anything else. */
export function parseNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value !== 'string' || !(HEX.test(value) || DECIMAL_FELT.test(value))) return undefined;
  return BigInt(value);
}

/** The lesser of two: `Math.min` takes no bigint. */
export const lesser = (a: bigint, b: bigint): bigint => {
  if (a < b) return a;
  return b;
};
export const greater = (a: bigint, b: bigint): bigint => {
  if (a > b) return a;
  return b;
};
/** Sorts numbers from the least. */
export const lower = (one: bigint, second: bigint): number => {
  if (one < second) return -1;
  return 1;
};

/** Hex digits of whole bytes: an even number of them. */
export const byteDigits = (digits: string): string =>
  digits.padStart(2 * Math.ceil(digits.length / 2), '0');

export const canonicalFelt = (value: bigint) => `0x${value.toString(16)}`;
export const canonicalAddress = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** Converts texts and integers to one canonical text; leaves the rest to the validator. */
const normalised = (struct: Struct<string, null>, canonical: (value: bigint) => string) =>
  coerce(struct, unknown(), (value) => {
    const read = parseNumber(value);
    if (read === undefined) return value;
    return canonical(read);
  });

/** Why a text that begins with 0x is not a hex number; undefined for any other text. */
export function hexFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^0x/iu.test(value) || HEX.test(value)) return undefined;
  if (value.length === 2) return 'it ends after 0x';
  if (/^0x[0-9a-f]*$/iu.test(value))
    return `it has ${value.length - 2} digits after 0x, and 64 is the most`;
  return 'after 0x it has other signs than 0-9 and a-f';
}

const hexOr = (value: unknown, otherwise: string): string => {
  const fault = hexFault(value);
  if (fault === undefined) return otherwise;
  return `, but ${fault}`;
};

const numberBelow = (name: string, bound: bigint, pattern: RegExp) =>
  define<string>(name, (value) => {
    if (typeof value !== 'string' || !pattern.test(value))
      return `Expected ${name}${hexOr(value, ' as 0x-prefixed hex or a decimal number')}`;
    return BigInt(value) < bound || `Expected ${name} below 0x${bound.toString(16)}`;
  });

/** A text format that only a long pattern describes (scripts/build/textForms.ts). */
export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** A number as text, which is exact at any size, or as a JSON number if that is exact. */
function numberSchema(name: 'felt' | 'u64' | 'u128') {
  const pattern = '^(0x0*[0-9a-fA-F]{1,64}|0X[0-9a-fA-F]+|[0-9]{1,78})$';
  return {
    anyOf: [
      { type: 'string', pattern, allOf: [schemaReference(name)] },
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ],
  };
}
const addressSchema = () => ({
  type: 'string',
  pattern: '^0x0*[0-9a-fA-F]{1,64}$|^0X[0-9a-fA-F]+$',
  allOf: [schemaReference('address')],
});
const addressReply = { type: 'string', pattern: '^0x[0-9a-f]{64}$' };

/** A field element. Accepts any hex or decimal spelling; returns canonical lower-case hex. */
export const Felt = field(normalised(numberBelow('a felt', FIELD_PRIME, HEX), canonicalFelt), {
  jsonSchema: numberSchema('felt'),
  reply: { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,62})$' },
});
export type Felt = Infer<typeof Felt>;

const addressStruct = (name: string, isRefused: (value: string) => boolean) =>
  coerce(
    define<string>(name, (value) => {
      if (typeof value !== 'string' || !HEX.test(value))
        return `Expected a Starknet address${hexOr(value, ' as 0x-prefixed hex')}`;
      if (isRefused(value))
        return 'Expected a Starknet address; this looks like an Ethereum address';
      return BigInt(value) < ADDRESS_BOUND || 'Expected a Starknet address below 2^251 - 256';
    }),
    string(),
    (value) => (HEX.test(value) && !isRefused(value) ? canonicalAddress(BigInt(value)) : value),
  );

/** A contract address. Accepts any zero padding; returns 0x and 64 lower-case digits. */
export const ContractAddress = field(
  addressStruct('an address', (value) => ETHEREUM.test(value)),
  {
    jsonSchema: { ...addressSchema(), not: { pattern: '^0[xX][0-9a-fA-F]{40}$' } },
    reply: addressReply,
  },
);

/** The same for called contracts: addresses out of range are warned about, not rejected. */
export const CalledAddress = field(
  addressStruct('the address of a contract', () => false),
  { jsonSchema: addressSchema(), reply: addressReply },
);

export const U64 = field(
  normalised(numberBelow('a 64-bit number', 2n ** 64n, HEX), canonicalFelt),
  {
    jsonSchema: numberSchema('u64'),
    reply: { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$' },
  },
);
export const U128 = field(
  normalised(numberBelow('a 128-bit number', 2n ** 128n, HEX), canonicalFelt),
  {
    jsonSchema: numberSchema('u128'),
    reply: { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]{0,31})$' },
  },
);

/** Those that the module names itself; `networkIds` has all. */
export const chainIds = { mainnet: mainnet.id, sepolia: sepolia.id } as const;
export type ChainId = NetworkId;
export const ChainId = enums(networkIds);

/** A chain id in hex of any case, or as its short string (SN_SEPOLIA), also in CAIP-2. */
const parseChainId = (chainIdText: string): string => {
  const value = chainIdText.replace(/^starknet:/u, '');
  if (/^0x[0-9a-f]+$/iu.test(value)) return value.toLowerCase().replace(/^0x0+/u, '0x');
  // toUpperCase also turns some non-ASCII letters into ASCII ones.
  const name = /^[A-Za-z_]+$/u.test(value) ? value.toUpperCase() : '';
  return networkIds.find((id) => chainName(id) === name) ?? value;
};

/** Accepts any text; the dispatcher decides whether the network is supported (4902). */
export const ChainIdText = coerce(string(), string(), parseChainId);
/** A pattern of letters in either case. */
const inAnyCase = (text: string): string =>
  text.replace(/[a-z]/giu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
/** The canonical form of all chain ids, and other spellings. */
const chainIdSchema = {
  anyOf: [
    { enum: networkIds },
    {
      type: 'string',
      pattern: `^(starknet:)?(0[xX]0*(${networkIds
        .map((id) => inAnyCase(id.slice(2)))
        .join('|')})|${networkIds.map((id) => inAnyCase(chainName(id))).join('|')})$`,
    },
  ],
};
/** Never the network that the user works on: a request means the same whatever else the user does. */
export const ChainIdParam = field(withDefault(ChainIdText, chainIds.sepolia), {
  description: 'Network of the call; default Testnet (Sepolia).',
  jsonSchema: chainIdSchema,
});
export const RequiredChainId = field(ChainIdText, {
  description: 'Network of the call.',
  jsonSchema: chainIdSchema,
});

/** A chain id is a short ASCII string in hex: 0x534e5f4d41494e is SN_MAIN. */
export function chainName(chainId: string): string {
  const bytes = byteDigits(chainId.slice(2)).match(/../g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}

/** Compares felts and addresses as numbers: 0x01 is 0x1. */
export const sameFelt = (a: string, b: string): boolean => BigInt(a) === BigInt(b);

/** A quantity of up to 256 bits: 0x-prefixed hex without leading zeros. */
export const Hex = field(matching('a number in hex', /^0x(0|[1-9a-f][0-9a-f]{0,63})$/u), {
  jsonSchema: { type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
});

export const Network = object({
  name: field(string(), { description: 'Name of the network.', example: 'Testnet (Sepolia)' }),
  chainId: field(ChainId, { description: 'Chain id in hex.', example: chainIds.sepolia }),
});
export type Network = Infer<typeof Network>;

/** A network as shown to the user: a chain on this machine is not one of the public ones. */
export type NamedNetwork = {
  readonly name: string | { readonly say: 'review.localChain' };
  readonly chainId: ChainId;
};

/** The networks that the module supports. */
export const networks: readonly Network[] = Object.values(
  byNetwork(({ id, name }) => ({ name, chainId: id })),
);

export const findNetwork = (chainId: string): Network | undefined =>
  networks.find((network) => network.chainId === chainId);

/**
 * Right-to-left letters (Hebrew, Arabic and similar): within a line of other letters they change
 * the reading order of the whole line.
 */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;

/** Ethereum addresses have 160 bits. */
export const ETHEREUM_BOUND = 2n ** 160n;

/** The time in unix seconds, as chains use it. */
export const unixSeconds = ({ now }: { now(): number }): number => Math.floor(now() / 1000);

/**
 * The origin of what the user asks for on the module's own page; no site can have it. A request of the
 * page runs through the flow of the same request of a site, without a grant.
 */
export const USER = '';

/** One request as a value: created once by the dispatcher, frozen, and passed from step to step. */
export type RequestContext = {
  /** The site that asks, or `USER`. */
  readonly origin: string;
  readonly method: string;
  /** The network of the request; Sepolia if the method takes no chainId. */
  readonly network: NamedNetwork;
};
