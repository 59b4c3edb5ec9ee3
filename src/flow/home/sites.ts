import type { Module } from '../../module';
import { sameFelt } from '../../schema/primitives';
import type { Grant } from '../../state/grants';
import type { Notice } from '../../ui/home/notice';
import { type SiteFacts, siteParts } from '../../ui/home/sites';
import type { Words } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';

/** What each site may see, and which are blocked after refusals. */
export async function siteFacts(module: Module): Promise<SiteFacts[]> {
  const grants = new Map(Object.entries(await module.grants.all()));
  const blocks = new Map(Object.entries(await module.blocks.all()));
  const origins = [...new Set([...grants.keys(), ...blocks.keys()])].sort();
  const sites: SiteFacts[] = [];
  for (const origin of origins) {
    const left = (blocks.get(origin)?.until ?? 0) - module.now();
    const sees = await accountsOf(module, grants.get(origin) ?? []);
    const blockedSeconds = Math.max(0, Math.ceil(left / 1000));
    if (sees.length > 0 || blockedSeconds > 0) sites.push({ origin, sees, blockedSeconds });
  }
  return sites;
}

/** The accounts of a site, each network's in one text. */
async function accountsOf(module: Module, grants: readonly Grant[]): Promise<Words[]> {
  const chainIds = [...new Set(grants.map(({ chainId }) => chainId))];
  return Promise.all(
    chainIds.map(async (chainId): Promise<Words> => {
      const accounts = await module.accounts.list(chainId);
      const names = grants
        .filter((grant) => grant.chainId === chainId)
        .map(({ address }) => {
          const account = accounts.find((one) => sameFelt(one.address, address));
          return account?.name ?? address;
        });
      const network = (await namedNetwork(module, chainId))?.name ?? chainId;
      return { say: 'home.sees', with: { accounts: names.join(', '), network } };
    }),
  );
}

/** Carries out a button of the list of sites; undefined for buttons of other parts. */
export async function actOnSite(module: Module, button: string): Promise<Notice | undefined> {
  if (button.startsWith(siteParts.revoke)) {
    const origin = button.slice(siteParts.revoke.length);
    await module.grants.revoke(origin);
    return told('home.takenBackTitle', { say: 'home.takenBack', with: { origin } });
  }
  if (button.startsWith(siteParts.unblock)) {
    const origin = button.slice(siteParts.unblock.length);
    await module.blocks.lift(origin);
    return told('home.unblockedTitle', { say: 'home.unblocked', with: { origin } });
  }
  return undefined;
}

const told = (title: Words['say'], text: Words): Notice => ({
  severity: 'info',
  title: { say: title },
  text,
});
