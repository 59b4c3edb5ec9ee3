import { object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { fetchBalances } from '../flow/tokens/balances';
import { ChainIdParam, ContractAddress } from '../schema/primitives';
import { BalanceResultStruct } from '../schema/token';
import { knownTokens } from '../starknet/tokens/erc20';
import { defineMethod, nodeErrors } from './method';

export const xnet_getErc20TokenBalance = defineMethod({
  summary: 'Returns the token balance of an address.',
  params: object({
    tokenAddress: field(ContractAddress, {
      description: 'Contract of the token.',
      example: knownTokens.STRK.address,
    }),
    userAddress: field(ContractAddress, { description: 'Address of the holder; any address.' }),
    chainId: ChainIdParam,
  }),
  result: BalanceResultStruct,
  errors: ['notToken', ...nodeErrors],
  prompts: 'never',
  aliases: { userAddress: ['address', 'senderAddress'] },

  async handle({ params, network }, module) {
    const node = await module.node(network.chainId);
    return fetchBalances(node, params.tokenAddress, params.userAddress);
  },
});
