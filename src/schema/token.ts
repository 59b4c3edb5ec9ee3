import {
  coerce,
  type Infer,
  integer,
  max,
  min,
  number,
  object,
  optional,
  pattern,
  size,
  string,
  union,
} from '@metamask/superstruct';
import { field } from './field';
import { IpfsLink } from './ipfsLink';
import { ChainId, ContractAddress } from './primitives';

/** Printable ASCII: letters of other scripts can be drawn like Latin ones. */
const printableText = (limit: number) => size(pattern(string(), /^[\x20-\x7e]+$/u), 1, limit);

export const TokenName = field(printableText(64), {
  description: 'Name of the token.',
  example: 'Ether',
});
export const TokenSymbol = field(printableText(16), {
  description: 'Symbol of the token.',
  example: 'ETH',
});
export const TokenDecimals = field(
  coerce(max(min(integer(), 0), 36), union([string(), number()]), (value) =>
    typeof value === 'string' && /^[0-9]{1,2}$/u.test(value) ? Number(value) : value,
  ),
  {
    description: 'Digits after the decimal point.',
    jsonSchema: { type: ['integer', 'string'], minimum: 0, maximum: 36 },
  },
);

export const TokenLogo = field(optional(IpfsLink), {
  description:
    'Picture of the token: `ipfs://` and the CID of a PNG, JPEG or WebP of at most 64 KiB and ' +
    '1,024 pixels a side; never fetched from another address. CID version 0, or 1 in base 32; ' +
    'SHA-256.',
});

/** The spec's token object, and the network of the contract. */
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
