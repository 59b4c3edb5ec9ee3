import { formatUnits } from '../../../starknet/amount';
import type { Quantity, TokenFacts } from '../../../starknet/meaning/meaning';
import { knownToken } from '../../../starknet/tokens/erc20';
import type { Fact } from '../../../ui/review/facts';
import type { Label, Words } from '../../../ui/text/words';
import type { TokensByAddress } from '../../transactions/preview';

/** From here on an allowance never runs out: the greatest of 128 bits, which sites ask for too. */
const UNLIMITED = 2n ** 128n - 1n;
export const isUnlimited = (amount: string): boolean => BigInt(amount) >= UNLIMITED;

/** The module's own list comes before what was read of a contract. */
export function tokenFacts(token: string, tokens: TokensByAddress): TokenFacts {
  const known = knownToken(token);
  if (known) return { ...known, verified: true };
  const read = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
  return read ?? { address: token, symbol: null, decimals: null, verified: false };
}

export const symbolOf = (token: string, tokens: TokensByAddress): string | Words =>
  tokenFacts(token, tokens).symbol ?? { say: 'calls.unknownToken' };

export const collectionOf = (token: string, tokens: TokensByAddress): string | Words =>
  tokenFacts(token, tokens).symbol ?? { say: 'calls.unknownCollection' };

/** Both limbs of the u256 are in the amount; the decimals of an unknown token are not guessed. */
export function amountOf(
  { token, amount }: Quantity,
  tokens: TokensByAddress,
): Exclude<Label, string> {
  const { symbol, decimals } = tokenFacts(token, tokens);
  if (decimals === null) return { say: 'calls.smallestUnits', with: { amount: { amount } } };
  const units = { amount: formatUnits(BigInt(amount), decimals) };
  return symbol === null
    ? { say: 'calls.ofUnknown', with: { amount: units } }
    : { ...units, symbol };
}

/** The tokens that are not of the module's own list, each with what it says of itself. */
export function tokensToCheck(used: readonly string[], tokens: TokensByAddress): Fact[] {
  return [...new Set(used)].flatMap((token): Fact[] => {
    const { symbol, verified } = tokenFacts(token, tokens);
    if (verified) return [];
    const label: Words =
      symbol === null
        ? { say: 'calls.tokenUnlisted' }
        : { say: 'calls.tokenClaims', with: { symbol } };
    return [{ as: 'address', label, value: token }];
  });
}
