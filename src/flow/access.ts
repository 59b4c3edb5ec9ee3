import type { Module } from '../module';
import type { StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/context';
import { sameFelt } from '../schema/primitives';
import { includesGrant } from '../state/grants';
import { approve } from './review';

/**
 * The account of an address, for a site that may see it. A site that was not given it yet asks the
 * user once; the grant stays until it is taken back in the module's page.
 * @throws unknownAccount, userRejected
 */
export async function visibleAccount(
  module: Module,
  context: RequestContext,
  address: string,
): Promise<StoredAccount> {
  const { chainId } = context.network;
  const account = await module.accounts.get(chainId, address);
  const grant = { chainId, address: account.address };
  if (module.isTrusted(context.origin)) return account;
  if (includesGrant(await module.grants.of(context.origin), grant)) return account;
  await approve(
    { context, account },
    () => ({
      title: { say: 'review.shareAccount' },
      verb: 'review.share',
      origin: context.origin,
      network: context.network.name,
      warnings: [],
      sections: [
        {
          title: { say: 'review.siteWillSee' },
          facts: [
            { as: 'sentence', value: { say: 'review.seesAccount' } },
            { as: 'address', label: account.name, value: account.address },
            { as: 'text', label: { say: 'review.until' }, value: { say: 'review.untilTakenBack' } },
          ],
        },
      ],
    }),
    module.dialogs,
  );
  await module.grants.add(context.origin, [grant]);
  return account;
}

/**
 * The accounts of a network that a site may see, after asking the user which ones where it sees
 * none yet. Hidden accounts are not offered.
 * @throws userRejected
 */
export async function visibleAccounts(
  module: Module,
  context: RequestContext,
): Promise<StoredAccount[]> {
  const { chainId, name: network } = context.network;
  const accounts = (await module.accounts.list(chainId)).filter(({ hidden }) => !hidden);
  if (module.isTrusted(context.origin) || accounts.length === 0) return accounts;
  const visible = async () => {
    const grants = await module.grants.of(context.origin);
    return accounts.filter(({ address }) => includesGrant(grants, { chainId, address }));
  };
  const granted = await visible();
  if (granted.length > 0) return granted;
  const chosen = await module.dialogs.choose({ origin: context.origin, network, accounts });
  const known = accounts.filter(({ address }) => chosen.some((one) => sameFelt(one, address)));
  await module.grants.add(
    context.origin,
    known.map(({ address }) => ({ chainId, address })),
  );
  return visible();
}
