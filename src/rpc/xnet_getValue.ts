import { array, object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { view } from '../flow/chain/batchTogether';
import { Calldata, FunctionName } from '../schema/call';
import { ChainIdParam, ContractAddress, Felt } from '../schema/primitives';
import { knownTokens } from '../starknet/tokens/erc20';
import { defineMethod, nodeErrors } from './method';

export const xnet_getValue = defineMethod({
  summary: 'Calls a view function of a contract.',
  params: object({
    contractAddress: field(ContractAddress, {
      description: 'Contract to read.',
      example: knownTokens.STRK.address,
    }),
    contractFuncName: field(FunctionName, {
      description: 'Name of the view function.',
      example: 'totalSupply',
    }),
    contractCallData: field(Calldata, {
      description: 'Arguments as felts, in the order of the ABI.',
    }),
    chainId: ChainIdParam,
  }),
  result: field(array(Felt), { description: 'Return value, as felts.' }),
  errors: ['transactionReverts', ...nodeErrors],
  prompts: 'never',

  async handle({ params, network }, module) {
    const node = await module.node(network.chainId);
    return node.read(
      view(params.contractAddress, params.contractFuncName, params.contractCallData),
    );
  },
});
