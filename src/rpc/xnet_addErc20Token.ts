import { object, optional } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { ask } from '../flow/consent/ask';
import { fetchToken, tokenOnWire } from '../flow/tokens/tokens';
import { type ChainId, ChainIdParam, ContractAddress, sameFelt } from '../schema/primitives';
import {
  ShownTokenName,
  ShownTokenSymbol,
  Token,
  TokenDecimals,
  TokenLogo,
  TokenName,
  TokenSymbol,
} from '../schema/token';
import { imitates, knownTokens, looksAlike, tokensOn } from '../starknet/tokens/erc20';
import { addressFact, type Fact, rawFact, sentenceFact, textFact } from '../ui/review/facts';
import { asciiText } from '../ui/text/format';
import { say, type TextName } from '../ui/text/words';
import { defineMethod, nodeErrors } from './method';

export const xnet_addErc20Token = defineMethod({
  summary: 'Adds a token to the watch list, after a check on chain and approval.',
  params: object({
    address: field(optional(ContractAddress), {
      description: 'Account that requests it; the list is the same for all accounts.',
    }),
    tokenAddress: field(ContractAddress, {
      description: 'Contract of the token.',
      example: knownTokens.ETH.address,
    }),
    tokenName: field(optional(ShownTokenName), {
      description: 'Name that the site uses, in any script; the contract’s own name is stored.',
      example: 'Ether',
    }),
    tokenSymbol: field(optional(ShownTokenSymbol), {
      description: 'Symbol that the site uses, in any script; the contract’s own symbol is stored.',
      example: 'ETH',
    }),
    tokenDecimals: field(optional(TokenDecimals), {
      description: 'Digits after the decimal point; must match the chain if given.',
    }),
    logo: TokenLogo,
    chainId: ChainIdParam,
  }),
  result: Token,
  errors: ['notToken', 'tokenMismatch', 'userRejected', ...nodeErrors],
  prompts: 'always',

  async handle({ params, ...context }, module) {
    const { chainId } = context.network;
    const own = await fetchToken(module, chainId, params.tokenAddress);
    if (!TokenName.is(own.name) || !TokenSymbol.is(own.symbol))
      fail('notToken', 'Its name or symbol is no printable ASCII, or too long.');
    // Wrong decimals would change amounts; a differing name does no harm.
    if (params.tokenDecimals !== undefined && own.decimals !== params.tokenDecimals)
      fail('tokenMismatch', `It is ${own.name}, ${own.symbol}, ${own.decimals} decimals.`);
    const { tokenAddress: address, logo } = params;
    const { tokenName: name = own.name, tokenSymbol: symbol = own.symbol } = params;
    const isRenamed = name !== own.name || symbol !== own.symbol;
    const token = { address, ...own, ...(logo !== undefined && { logo }) };
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
    return tokenOnWire(chainId)(token);
  },
});

/** Marks facts that come from the site because the chain does not provide them. */
const siteFact = (label: TextName, value: string | undefined): Fact[] =>
  value === undefined ? [] : [rawFact(label, value)];

/** Warns about a token whose name resembles a well-known one that it is not. */
function warningsFor(chainId: ChainId, token: { address: string; symbol: string; name: string }) {
  const copied = tokensOn(chainId).find(
    (known) =>
      !sameFelt(known.address, token.address) &&
      (imitates(token.symbol, known.symbol) || looksAlike(known.name, token.name)),
  );
  if (!copied) return [];
  const { symbol, name } = copied;
  const title = say('review.lookAlike', { symbol });
  const text = say('review.lookAlikeText', { symbol, name });
  return [{ rule: 'lookAlikeToken', severity: 'critical' as const, title, text }];
}
