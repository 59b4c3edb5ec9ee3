import { fail } from '@xnet/clients/errors';
import type { Module, State } from '../../module';
import { ofClass } from '../../schema/account';
import type { NamedNetwork, RequestContext } from '../../schema/primitives';
import { sentenceFact } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { ask } from '../consent/ask';
import { shownAccounts, workingAccount } from '../consent/permissions';
import { createStoredAccount } from './account';

/**
 * Switches the current network, after approval; asks nothing if it is already current.
 * @throws unsupportedChain, userRejected
 */
export async function switchNetwork(
  module: Module,
  { params, ...context }: RequestContext & { readonly params: { readonly chainId: string } },
): Promise<true> {
  const { network } = module.settings;
  const wanted = (await namedNetwork(module, params.chainId)) ?? fail('unsupportedChain');
  const current = (await namedNetwork(module, await network.chosen())) ?? fail('internal');
  if (wanted.chainId === current.chainId) return true;
  await ask(
    module,
    { ...context, network: current },
    {
      title: say('review.switchNetwork'),
      verb: 'review.doSwitch',
      section: {
        title: say('review.whatChanges'),
        facts: [sentenceFact('review.fromTo', { from: current.name, to: wanted.name })],
      },
    },
  );
  await keepShown(module, { ...context, network: current }, wanted);
  await network.choose(wanted.chainId);
  return true;
}

/**
 * Also stores the accounts that a site sees on one network for another one: an address is the same
 * on both, so the site stays connected after a switch. Existing accounts stay unchanged.
 */
async function keepShown(
  module: State,
  before: RequestContext,
  { chainId }: NamedNetwork,
): Promise<void> {
  const { accounts } = module;
  // The companion site needs no grant, and creates accounts where it wants them.
  if (module.isTrusted(before.origin)) return;
  const shown = await shownAccounts(module, before);
  const working = await workingAccount(module, before, shown);
  if (!working) return;
  const there = shown.map((account) => ({
    ...createStoredAccount({ ...account, chainId }),
    name: ofClass(account, account.addressClass).name,
  }));
  await accounts.keepFound(chainId, there);
  if ((await accounts.current(chainId)) === null) await accounts.choose(chainId, working.address);
}
