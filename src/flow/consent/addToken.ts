import { fail } from '@xnet/clients/errors';
import type { Module } from '../../module';
import { type ChainId, type RequestContext, sameFelt } from '../../schema/primitives';
import { TokenName, TokenSymbol } from '../../schema/token';
import { imitates, listTokens, looksAlike } from '../../starknet/tokens/erc20';
import type { StoredToken } from '../../state/tokens';
import { addressFact, type Fact, rawFact, sentenceFact, textFact } from '../../ui/review/facts';
import { asciiText } from '../../ui/text/format';
import { say, type TextName } from '../../ui/text/words';
import { fetchToken } from '../tokens/tokens';
import { ask } from './ask';

/** The contract of a token, and what a site says of it. */
type AskedToken = {
  readonly address: string;
  readonly tokenName?: string | undefined;
  readonly tokenSymbol?: string | undefined;
  readonly tokenDecimals?: number | undefined;
  readonly logo?: string | undefined;
};

/**
 * Adds a token to the watch list, as its contract describes it, if the user agrees.
 * @throws notToken, tokenMismatch, userRejected and the node's errors
 */
export async function addToken(
  module: Module,
  context: RequestContext,
  params: AskedToken,
): Promise<StoredToken> {
  const { chainId } = context.network;
  const tokenOnChain = await fetchToken(module, chainId, params.address);
  if (!TokenName.is(tokenOnChain.name) || !TokenSymbol.is(tokenOnChain.symbol))
    fail('notToken', 'Its name or symbol is no printable ASCII, or too long.');
  // Wrong decimals would change amounts; a differing name does no harm.
  if (params.tokenDecimals !== undefined && tokenOnChain.decimals !== params.tokenDecimals)
    fail(
      'tokenMismatch',
      `It is ${tokenOnChain.name}, ${tokenOnChain.symbol}, ${tokenOnChain.decimals} decimals.`,
    );
  const { address, logo } = params;
  const { tokenName: name = tokenOnChain.name, tokenSymbol: symbol = tokenOnChain.symbol } = params;
  const isRenamed = name !== tokenOnChain.name || symbol !== tokenOnChain.symbol;
  const token = { address, ...tokenOnChain, ...(logo !== undefined && { logo }) };
  await ask(module, context, {
    title: say('review.addToken'),
    verb: 'review.doAdd',
    warnings: warningsFor(chainId, token),
    section: {
      title: say('review.addedToken'),
      facts: [
        sentenceFact('review.token', {
          symbol: asciiText(token.symbol),
          name: asciiText(token.name),
        }),
        addressFact('calls.contract', token.address),
        textFact('review.decimals', String(token.decimals)),
        textFact('review.readFrom', say('review.contractItself')),
        ...siteFact('review.siteCallsIt', isRenamed ? `${symbol}, ${name}` : undefined),
        ...siteFact('review.tokenLogo', token.logo),
      ],
    },
  });
  await module.tokens.save(chainId, token);
  return token;
}

/** Marks facts that come from the site because the chain does not provide them. */
const siteFact = (label: TextName, value: string | undefined): Fact[] => {
  if (value === undefined) return [];
  return [rawFact(label, value)];
};

/** Warns about a token whose name resembles a well-known one that it is not. */
function warningsFor(chainId: ChainId, token: { address: string; symbol: string; name: string }) {
  const copied = listTokens(chainId).find(
    (listedToken) =>
      !sameFelt(listedToken.address, token.address) &&
      (imitates(token.symbol, listedToken.symbol) || looksAlike(listedToken.name, token.name)),
  );
  if (!copied) return [];
  const { symbol, name } = copied;
  const title = say('review.lookAlike', { symbol });
  const text = say('review.lookAlikeText', { symbol, name });
  return [{ rule: 'lookAlikeToken', severity: 'critical' as const, title, text }];
}
