import type { State } from '../../module';
import { type ChainId, greater, lesser } from '../../schema/primitives';
import { listTokens } from '../../starknet/tokens/erc20';
import { deriveOnce } from '../../state/derive';
import type { TokensByAddress } from './simulate';

/** Whole tokens: each listed token has less than a tenth of it, whatever a node tells. */
const LISTED_SUPPLY = 10n ** 12n;

/** The tokens of the module's own list, as reviews use them. */
export const listedTokens = (chainId: ChainId): TokensByAddress =>
  Object.fromEntries(
    listTokens(chainId).map((token) => {
      const unlimitedFrom = String(LISTED_SUPPLY * 10n ** BigInt(token.decimals));
      return [token.address, { ...token, verified: true, unlimitedFrom }];
    }),
  );

/** The tokens of the list, and of the watch list as what their contracts claim to be. */
export async function tokenTable(
  { tokens }: Pick<State, 'tokens'>,
  chainId: ChainId,
): Promise<TokensByAddress> {
  return tableWith(await tokens.list(chainId), chainId);
}

const tableWith = deriveOnce(
  (list: Awaited<ReturnType<State['tokens']['list']>>, chainId: ChainId): TokensByAddress => {
    const claims = list.map((one) => [one.address, { ...one, verified: false }]);
    return Object.freeze({ ...Object.fromEntries(claims), ...listedTokens(chainId) });
  },
);

// The balance alone is no measure: whoever holds dust would be told "unlimited" of a usual payment.
/** An allowance above this multiple of the balance … */
const BALANCES = 1_000n;
/** … and above this part of the supply has no limit in practice. */
const PART_OF_SUPPLY = 100n;

/** From when on an allowance is unlimited, by what there is of a token and what the account has. */
function limitBy(supply: bigint, balance: bigint): bigint {
  if (balance <= 0n) return supply + 1n;
  const far = greater(supply / PART_OF_SUPPLY, BALANCES * balance);
  return lesser(supply, far) + 1n;
}

/**
 * Tokens, each with the amount from which on an allowance is unlimited. A node can only lower the
 * limit of a listed token: what it tells of the supply comes on top of the module's own.
 */
export const withLimits = (
  tokens: TokensByAddress,
  supplies: ReadonlyMap<string, bigint>,
  balanceOf: (address: string) => bigint | null,
): TokensByAddress =>
  Object.fromEntries(
    Object.entries(tokens).map(([address, token]) => {
      const supply = supplies.get(address) ?? 0n;
      if (supply === 0n) return [address, token];
      const read = limitBy(supply, balanceOf(address) ?? 0n);
      const threshold = BigInt(token.unlimitedFrom ?? read);
      return [address, { ...token, unlimitedFrom: String(lesser(read, threshold)) }];
    }),
  );
