import { boolean, object } from '@metamask/superstruct';
import { ModuleError } from '../errors';
import { namedNetwork } from '../flow/chain/namedNetwork';
import { approve } from '../flow/consent/approve';
import { field } from '../schema/field';
import { RequiredChainId } from '../schema/primitives';
import { defineMethod } from './method';

export const xnet_switchNetwork = defineMethod({
  summary: 'Switches the current network once the user agrees; asks nothing when it is the same.',
  params: object({ chainId: RequiredChainId }),
  result: field(boolean(), {
    description: 'True when that network is current now; false when it is unknown or was refused.',
  }),
  errors: [],
  callers: 'anyDapp',
  prompts: 'sometimes',
  chainIdIsSubject: true,

  async handle({ params, origin }, module) {
    const { networks, dialogs } = module;
    const wanted = await namedNetwork(module, params.chainId);
    if (!wanted) return false;
    const current = await namedNetwork(module, await networks.current());
    if (wanted.chainId === current?.chainId) return true;
    const refused = await approve(
      { origin, from: current?.name ?? '', to: wanted.name },
      ({ from, to }) => ({
        title: { say: 'review.switchNetwork' },
        verb: 'review.doSwitch',
        origin,
        network: from,
        warnings: [],
        sections: [
          {
            title: { say: 'review.whatChanges' },
            facts: [{ as: 'sentence', value: { say: 'review.fromTo', with: { from, to } } }],
          },
        ],
      }),
      dialogs,
    ).then(
      () => false,
      (error) => {
        // The specification has this refusal reported as false, not as an error.
        if (error instanceof ModuleError && error.kind === 'userRejected') return true;
        throw error;
      },
    );
    if (refused) return false;
    await networks.choose(wanted.chainId);
    return true;
  },
});
