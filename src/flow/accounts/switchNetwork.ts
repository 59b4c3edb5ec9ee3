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
 * Switches the network of the site that asks, after approval; asks nothing if it is already there.
 * @throws unsupportedChain, userRejected
 */
export async function switchNetwork(
  module: Module,
  { params, ...context }: RequestContext & { readonly params: { readonly chainId: string } },
): Promise<true> {
  const { siteNetworks } = module;
  const target = (await namedNetwork(module, params.chainId)) ?? fail('unsupportedChain');
  const current =
    (await namedNetwork(module, await siteNetworks.of(context.origin))) ?? fail('internal');
  if (target.chainId === current.chainId) return true;
  await ask(
    module,
    { ...context, network: current },
    {
      title: say('review.switchNetwork'),
      verb: 'review.doSwitch',
      section: {
        title: say('review.whatChanges'),
        facts: [
          sentenceFact('review.fromTo', { from: current.name, to: target.name }),
          sentenceFact('review.onlyThisSite', {}),
        ],
      },
    },
  );
  await keepShown(module, { ...context, network: current }, target);
  await siteNetworks.choose(context.origin, target.chainId);
  return true;
}

/**
 * Also stores the accounts that a site sees on one network for another one: an address is the same
 * on both, so the site stays connected after a switch. Existing accounts stay unchanged.
 */
async function keepShown(
  module: State,
  previous: RequestContext,
  { chainId }: NamedNetwork,
): Promise<void> {
  const { accounts } = module;
  // The companion site needs no grant, and creates accounts where it wants them.
  if (module.isTrusted(previous.origin)) return;
  const visibleAccounts = await shownAccounts(module, previous);
  const working = await workingAccount(module, previous, visibleAccounts);
  if (!working) return;
  const there = visibleAccounts.map((account) => ({
    ...createStoredAccount({ ...account, chainId }),
    name: ofClass(account, account.addressClass).name,
  }));
  await accounts.keepFound(chainId, there);
  if ((await accounts.current(chainId)) === null) await accounts.choose(chainId, working.address);
}
