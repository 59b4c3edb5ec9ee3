import { array, object } from '@metamask/superstruct';
import { isGrantedAny } from '../flow/consent/permissions';
import { knownTokenList, tokenList } from '../flow/tokens/tokens';
import { ChainIdParam } from '../schema/primitives';
import { Token } from '../schema/token';
import { defineMethod } from './method';

export const xnet_getStoredErc20Tokens = defineMethod({
  summary:
    'Lists the well-known tokens of a network and, for a site that has access to an account, the watch list.',
  params: object({ chainId: ChainIdParam }),
  result: array(Token),
  errors: [],
  prompts: 'never',
  async handle({ origin, network: { chainId } }, module) {
    if (await isGrantedAny(module, origin)) return tokenList(module, chainId);
    return knownTokenList(chainId);
  },
});
