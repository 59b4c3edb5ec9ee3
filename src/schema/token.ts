import {
  coerce,
  type Infer,
  integer,
  max,
  min,
  number,
  object,
  pattern,
  size,
  string,
  union,
} from '@metamask/superstruct';
import { field } from './field';
import { ContractAddress } from './primitives';

/** Printable ASCII: letters of other scripts can be drawn like Latin ones. */
const printable = (limit: number) => size(pattern(string(), /^[\x20-\x7e]+$/u), 1, limit);

export const TokenName = field(printable(64), {
  description: 'Name of the token.',
  example: 'Ether',
});
export const TokenSymbol = field(printable(16), {
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

/** The spec's token object. */
export const Token = object({
  address: field(ContractAddress, { description: 'Contract of the token.' }),
  name: TokenName,
  symbol: TokenSymbol,
  decimals: TokenDecimals,
  logo: field(string(), {
    description: 'URL of a picture; empty: pictures of sites are never fetched or shown.',
  }),
});
export type Token = Infer<typeof Token>;
