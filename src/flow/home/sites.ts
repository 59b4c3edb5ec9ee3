import type { Clients, State } from '../../module';
import { type ChainId, sameFelt, unixSeconds } from '../../schema/primitives';
import { type Grant, getBlockedMs } from '../../state/grants';
import { type SignatureLine, type SiteAccess, siteParts } from '../../ui/home/sites';
import { paginate } from '../../ui/home/turns';
import type { Notice } from '../../ui/home/view';
import { accountName } from '../../ui/review/facts';
import { groupHex, shortHex } from '../../ui/text/format';
import { say, type TextRef } from '../../ui/text/words';
import { namedNetwork, namedNetworks } from '../chain/namedNetwork';
import { forgetSite } from '../consent/permissions';
import { dateText } from '../transactions/timeWords';
import { tokenTable } from '../transactions/tokenTable';
import { createAmountText } from '../transactions/words/amounts';
import type { Part } from './part';
import { endSession, findEndableSession, forgetEnded } from './sessions';

/** A site in the list, with what it was granted. */
type ListedSite = {
  readonly origin: string;
  readonly grants: readonly Grant[];
  readonly blockedSeconds: number;
  readonly isBuiltIn: boolean;
};

/** Lists the sites that see accounts or are blocked after refusals, those of the build first. */
export async function listSites(module: State & Clients): Promise<ListedSite[]> {
  const grants = new Map(Object.entries(await module.grants.all()));
  const blocks = new Map(Object.entries(await module.blocks.all()));
  // The page of a user without sites reads no account for them.
  const networks = grants.size > 0 ? await namedNetworks(module) : [];
  const accounts = await Promise.all(networks.map(({ chainId }) => module.accounts.list(chainId)));
  const ownAddresses = new Set(accounts.flat().map(({ address }) => BigInt(address)));
  const builtIn = module.companions.map((origin) => {
    return { origin, grants: [], blockedSeconds: 0, isBuiltIn: true };
  });
  const otherOrigins = [...new Set([...grants.keys(), ...blocks.keys()])]
    .filter((origin) => !module.companions.includes(origin))
    .sort();
  const otherSites = otherOrigins.map((origin) => ({
    origin,
    grants: (grants.get(origin) ?? []).filter(({ address }) => ownAddresses.has(BigInt(address))),
    blockedSeconds: Math.ceil(getBlockedMs(blocks.get(origin), module.now()) / 1000),
    isBuiltIn: false,
  }));
  const isListed = (site: ListedSite) => site.grants.length > 0 || site.blockedSeconds > 0;
  return [...builtIn, ...otherSites.filter(isListed)];
}

/** The access of a site, and whether it is blocked. */
async function accessOf(
  module: State & Clients,
  { origin, grants, blockedSeconds, isBuiltIn }: ListedSite,
): Promise<SiteAccess> {
  const chainId = await module.siteNetworks.of(origin);
  return {
    origin,
    network: (await namedNetwork(module, chainId))?.name ?? chainId,
    sees: isBuiltIn ? [say('home.seesAll')] : await grantedAccounts(module, grants),
    blockedSeconds,
    ...(isBuiltIn && { isBuiltIn }),
  };
}

/** The accounts of a site, one text per network. */
async function grantedAccounts(
  module: State & Clients,
  grants: readonly Grant[],
): Promise<TextRef[]> {
  const grantedAddresses = new Set(grants.map(({ address }) => BigInt(address)));
  const accountsBySite = await Promise.all(
    (await namedNetworks(module)).map(async ({ chainId, name: network }): Promise<TextRef[]> => {
      const accounts = (await module.accounts.list(chainId)).filter(({ address }) =>
        grantedAddresses.has(BigInt(address)),
      );
      const [first, ...otherNames] = accounts.map(accountName);
      if (first === undefined) return [];
      const names = otherNames.reduce((a, b) => say('review.list', { a, b }), first);
      return [say('home.sees', { accounts: names, network })];
    }),
  );
  return accountsBySite.flat();
}

/** The signatures that sites hold, the newest first. */
async function heldSignatures(module: State, chainId: ChainId): Promise<SignatureLine[]> {
  const [signatures, accounts, table] = await Promise.all([
    module.signatures.alive(chainId, unixSeconds(module)),
    module.accounts.list(chainId),
    tokenTable(module, chainId),
  ]);
  const lines = signatures.reverse().map(async (signature): Promise<SignatureLine> => {
    const { site, account, power, type, most: maximum, ends, signedAt } = signature;
    const ownAccount = accounts.find(({ address }) => sameFelt(address, account));
    const endable = await findEndableSession(module, chainId, signature, ownAccount);
    return {
      site,
      what: maximum
        ? say('home.power.orderMost', { amount: createAmountText(maximum, table) })
        : say(`home.power.${power}`),
      account: ownAccount ? accountName(ownAccount) : shortHex(groupHex(account)),
      type,
      signedAt: signedAt * 1_000,
      ends: ends === null ? null : dateText(ends),
      endBy: endable?.hash,
      isEnding: endable?.isEnding === true,
    };
  });
  return Promise.all(lines);
}

const SITES_ON_PAGE = 20;

/** The sites that see accounts or are blocked. */
export const sitesPart: Part<'sites'> = {
  async facts(module, { chainId, older }) {
    const page = paginate(await listSites(module), older, SITES_ON_PAGE);
    const lines = await Promise.all(page.lines.map((site) => accessOf(module, site)));
    return { sites: { ...page, lines }, signatures: await heldSignatures(module, chainId) };
  },
  async fill({ module, view: { chainId }, redraw }, drawing) {
    // A node that does not answer leaves the list as it is.
    const hasEnded = await forgetEnded(module, chainId).catch(() => false);
    if (hasEnded) await redraw(drawing);
  },
  press: {
    [siteParts.end]: endSession,
    async [siteParts.revoke]({ module, conclude }, origin) {
      await forgetSite(module, origin);
      const text = notice(say('home.takenBackTitle'), say('home.takenBack', { origin }));
      await conclude({ page: 'sites' }, { notice: text });
    },
    async [siteParts.unblock]({ module, conclude }, origin) {
      await module.blocks.lift(origin);
      const text = notice(say('home.unblockedTitle'), say('home.unblocked', { origin }));
      await conclude({ page: 'sites' }, { notice: text });
    },
  },
};

const notice = (title: TextRef, text: TextRef): Notice => ({ severity: 'info', title, text });
