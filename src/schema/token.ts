import { coerce, type Infer, object, optional, string } from '@metamask/superstruct';
import { field, text, whole } from '@xnet/clients/schema/field';
import { IpfsLink } from './ipfsLink';
import { ChainId, ContractAddress, Hex } from './primitives';

/** Printable ASCII, for what is kept: letters of other scripts can look like Latin ones. */
const PRINTABLE = /^[\x20-\x7e]+$/u;
const printableSchema = (maxLength: number) => ({
  type: 'string',
  pattern: PRINTABLE.source,
  maxLength,
});

export const TokenName = field(text('a name of a token', PRINTABLE, 64), {
  description: 'Name of the token.',
  example: 'Ether',
  jsonSchema: printableSchema(64),
});
export const TokenSymbol = field(text('a symbol', PRINTABLE, 16), {
  description: 'Symbol of the token.',
  example: 'ETH',
  jsonSchema: printableSchema(16),
});

/** Any script, without control characters, for what is only shown: drawing escapes what hides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses them, as JSON Schema can, too
const SHOWN = /^[^\u0000-\u001f\u007f-\u009f]+$/u;
const shownSchema = (maxLength: number) => ({ type: 'string', pattern: SHOWN.source, maxLength });

/** A site's name for a token; never kept. */
export const ShownTokenName = field(text('a shown name of a token', SHOWN, 64), {
  jsonSchema: shownSchema(64),
});
export const ShownTokenSymbol = field(text('a shown symbol', SHOWN, 16), {
  jsonSchema: shownSchema(16),
});

const MOST_DECIMALS = 36;
/** In decimal, or in hex as contracts answer. */
const DECIMALS_TEXT = /^([0-9]{1,2}|0[xX][0-9a-fA-F]{1,2})$/u;
export const TokenDecimals = field(
  coerce(whole('decimals', 0, MOST_DECIMALS), string(), (value) =>
    DECIMALS_TEXT.test(value) ? Number(value) : value,
  ),
  {
    description: 'Digits after the decimal point.',
    jsonSchema: {
      type: ['integer', 'string'],
      pattern: '^([0-9]|[0-2][0-9]|3[0-6]|0[xX]([01]?[0-9a-fA-F]|2[0-4]))$',
      minimum: 0,
      maximum: MOST_DECIMALS,
    },
    reply: { type: 'integer', minimum: 0, maximum: MOST_DECIMALS },
  },
);

export const TokenLogo = field(optional(IpfsLink), {
  description:
    'Picture of the token: `ipfs://` and the CID of a PNG, JPEG or WebP of at most 64 KiB and ' +
    '1,024 pixels a side; never fetched from another address. CID version 0, or 1 in base 32; ' +
    'SHA-256.',
});

/** The spec's token object, plus the network of the contract. */
export const Token = object({
  address: field(ContractAddress, { description: 'Contract of the token.' }),
  chainId: field(ChainId, { description: 'Network of the token.' }),
  name: TokenName,
  symbol: TokenSymbol,
  decimals: TokenDecimals,
  logo: field(string(), {
    description:
      'Picture as `ipfs://<CID>`, as a site named it; empty where none did. It is read from the ' +
      'IPFS of the user and checked, never fetched from another address.',
  }),
});
export type Token = Infer<typeof Token>;

export const BalanceResultStruct = object({
  balancePending: field(Hex, {
    description: 'Balance including the transactions of the pending block.',
    unit: 'smallest unit of the token',
  }),
  balanceLatest: field(Hex, {
    description: 'Balance in the latest block.',
    unit: 'smallest unit of the token',
  }),
});
