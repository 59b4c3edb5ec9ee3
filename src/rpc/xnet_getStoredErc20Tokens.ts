import { array, object } from '@metamask/superstruct';
import { tokenList } from '../flow/tokens';
import { ChainIdParam } from '../schema/primitives';
import { Token } from '../schema/token';
import { defineMethod } from './method';

export const xnet_getStoredErc20Tokens = defineMethod({
  summary: 'Lists the well-known tokens of a network and those on the watch list.',
  params: object({ chainId: ChainIdParam }),
  result: array(Token),
  errors: [],
  callers: 'anyDapp',
  prompts: 'never',
  handle: ({ network }, module) => tokenList(module, network.chainId),
});
