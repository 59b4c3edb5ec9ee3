import { boolean, object } from '@metamask/superstruct';
import { getErrorKind } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { switchNetwork } from '../flow/accounts/switchNetwork';
import { networkIds } from '../networks/networks';
import { RequiredChainId } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_switchNetwork = defineMethod({
  summary: 'Switches the network of the site, after approval; asks nothing if it is already there.',
  params: object({
    chainId: field(RequiredChainId, {
      description: 'Network to switch to. For any other text, the result is false.',
      jsonSchema: { type: 'string', anyOf: [{ enum: networkIds }, {}] },
    }),
  }),
  result: field(boolean(), {
    description: 'True if the site is now on that network; false if unknown or refused.',
  }),
  errors: [],
  prompts: 'sometimes',
  chainIdIsSubject: true,

  async handle(request, module) {
    try {
      // One request of a site at a time: after the first, the next may no longer need to ask.
      return await module.inTurn(request.origin, () => switchNetwork(module, request));
    } catch (error) {
      // The specification reports both as false, not as errors.
      if (['userRejected', 'unsupportedChain'].includes(getErrorKind(error))) return false;
      throw error;
    }
  },
});
