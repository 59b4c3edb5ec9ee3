import { object, optional } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { addToken } from '../flow/consent/addToken';
import { tokenOnWire } from '../flow/tokens/tokens';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { ShownTokenName, ShownTokenSymbol, Token, TokenDecimals, TokenLogo } from '../schema/token';
import { knownTokens } from '../starknet/tokens/erc20';
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
    const token = await addToken(module, context, { ...params, address: params.tokenAddress });
    return tokenOnWire(context.network.chainId)(token);
  },
});
