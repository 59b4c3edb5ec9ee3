import { fail } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import type { Token } from '../../schema/token';
import { parseText } from '../../starknet/felt';
import { knownTokens, listTokens } from '../../starknet/tokens/erc20';
import { deriveOnce } from '../../state/derive';
import { view, viewResult } from '../chain/batchTogether';

type Listed = Omit<Token, 'chainId' | 'logo'> & { logo?: string | undefined };

export const tokenOnWire =
  (chainId: ChainId) =>
  ({ address, name, symbol, decimals, logo = '' }: Listed): Token => ({
    address,
    chainId,
    name,
    symbol,
    decimals,
    logo,
  });

export const knownTokenList = (chainId: ChainId): Token[] =>
  listTokens(chainId).map(tokenOnWire(chainId));

/** Well-known tokens first, then those that the user has added. */
export async function tokenList(module: Pick<State, 'tokens'>, chainId: ChainId): Promise<Token[]> {
  return [...listWith(await module.tokens.list(chainId), chainId)];
}

const listWith = deriveOnce((added: readonly Listed[], chainId: ChainId): readonly Token[] => {
  const listedTokens = listTokens(chainId);
  const addedTokens = added.filter(
    ({ address }) => !listedTokens.some((one) => sameFelt(one.address, address)),
  );
  return [...listedTokens, ...addedTokens].map(tokenOnWire(chainId));
});

/** As the user has arranged them: what was moved to the top, then STRK, which pays fees, then the list. */
export async function arrangedTokens(
  module: Pick<State, 'tokens'>,
  chainId: ChainId,
): Promise<Token[]> {
  const [tokens, { first }] = await Promise.all([
    tokenList(module, chainId),
    module.tokens.arrangement(chainId),
  ]);
  const top = [...first, knownTokens.STRK.address];
  const place = ({ address }: Token) => {
    const rank = top.indexOf(address);
    if (rank === -1) return top.length;
    return rank;
  };
  return tokens.sort((a, b) => place(a) - place(b));
}

/**
 * Tokens that the page asks about and offers without being told: those at the top of the list, as each
 * costs calls of a node for each account. The page says how many follow.
 */
export const MOST_ASKED = 100;

/** Addresses of those tokens. */
export const listAskedTokens = async (
  module: Pick<State, 'tokens'>,
  chainId: ChainId,
): Promise<string[]> =>
  (await arrangedTokens(module, chainId)).slice(0, MOST_ASKED).map(({ address }) => address);

/**
 * A token's own metadata on chain, in one HTTP request. Old tokens use short strings for names, new
 * ones byte arrays.
 * @throws notToken if it has no readable name, symbol or decimals
 */
export async function fetchToken(
  module: Clients,
  chainId: ChainId,
  address: string,
): Promise<{ name: string; symbol: string; decimals: number }> {
  const node = await module.node(chainId);
  const answers = await node.batch(
    ['name', 'symbol', 'decimals'].map((entryPoint) => view(address, entryPoint, [], 'latest')),
  );
  const [name, symbol, decimals] = answers.map(viewResult);
  const digits = decimals?.length === 1 ? Number(decimals[0]) : Number.NaN;
  const described = { name: parseText(name), symbol: parseText(symbol), decimals: digits };
  if (!described.name || !described.symbol || !(digits <= 36)) return fail('notToken');
  return { name: described.name, symbol: described.symbol, decimals: digits };
}
