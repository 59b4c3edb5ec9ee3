import { AccountName, type StoredAccount } from '../../schema/account';
import { accountClassLabels } from '../../schema/accountClass';
import { upgradeTarget } from '../../starknet/accounts/classes';
import { accountParts } from '../../ui/home/accounts';
import { className } from '../../ui/review/facts';
import { type Label, say } from '../../ui/text/words';
import { isBeyondSearch, SEARCHED_INDEXES } from '../accounts/account';
import { hasNamesake } from '../addresses/namesake';
import { namedNetwork } from '../chain/namedNetwork';
import { displayPrivateKey } from '../consent/privateKey';
import { setVisibility } from '../consent/visibility';
import { upgradeAccount } from '../send/upgrade';
import { createAccountFacts } from './accounts';
import { explorerPage } from './explorerPages';
import { notTaken, readText } from './form';
import type { OpenPage, Part } from './part';
import { request, sentRecord } from './request';

/** One account in full. */
export const accountPart: Part<'account'> = {
  async facts(module, { chainId, about }) {
    const facts = await createAccountFacts(module, chainId, about);
    const account = facts && (await module.accounts.find(chainId, facts.address));
    if (!facts || !account) return undefined;
    const network = (await namedNetwork(module, chainId)) ?? { chainId, name: chainId };
    return {
      ...facts,
      network: network.name,
      derivedFrom: className(account.addressClass),
      path: account.derivationPath,
      searched: isBeyondSearch(account) ? SEARCHED_INDEXES : null,
      publicKey: account.publicKey,
      url: explorerPage(network, 'contract', account.address),
      upgradesTo: nextClass(account),
    };
  },
  press: {
    [accountParts.show]: (page, address) => setShown(page, address, true),
    [accountParts.hide]: (page, address) => setShown(page, address, false),
    async [accountParts.use]({ module, view: { chainId }, lead }, address) {
      await module.accounts.get(chainId, address); // fails if unlisted
      await module.accounts.choose(chainId, address);
      await lead('main', '');
    },
    async [accountParts.upgrade](page, address) {
      const account = await page.module.accounts.get(page.view.chainId, address);
      const action = { method: 'xnet_upgradeAccContract', title: 'calls.upgradeTitle' } as const;
      await request(
        page,
        action,
        (context, module) => upgradeAccount(module, context, account, {}),
        (hash) => sentRecord(page, [hash]),
      );
    },
    [accountParts.key]: showKey,
  },
  submit: {
    [accountParts.rename]: rename,
  },
};

/** As far as is stored: the chain is asked before it is upgraded. */
function nextClass({
  addressClass,
  accountClass,
  deployment,
  obstacle,
}: StoredAccount): Label | null {
  if (deployment !== 'deployed' || obstacle !== undefined) return null;
  const next = upgradeTarget(addressClass, { kind: accountClass, version: undefined });
  if (next === undefined) return null;
  return accountClassLabels[next];
}

async function setShown(page: OpenPage, address: string, isShown: boolean): Promise<void> {
  const account = await page.module.accounts.get(page.view.chainId, address);
  const action = {
    method: 'xnet_toggleAccountVisibility',
    title: isShown ? 'home.account' : 'review.hideAccount',
  } as const;
  await request(
    page,
    action,
    (context, module) => setVisibility(module, context, account, isShown),
    async () => ({ page: 'main', about: '' }),
  );
}

async function rename(
  { module, view: { chainId }, conclude }: OpenPage,
  address: string,
  value: unknown,
): Promise<void> {
  const name = readText(value, 'name')?.trim();
  if (!AccountName.is(name))
    return void (await conclude({}, { notice: notTaken(say('home.nameRule')) }));
  if (await hasNamesake(module, chainId, { address, name }))
    return void (await conclude({}, { notice: notTaken(say('home.nameTaken')) }));
  await module.accounts.change(chainId, address, (account) => ({ ...account, name }));
  await conclude({}, { isTaken: true });
}

/** Shows it after a review, as for a site's request; a refusal leaves the page unchanged. */
async function showKey(page: OpenPage, address: string): Promise<void> {
  const account = await page.module.accounts.get(page.view.chainId, address);
  const action = { method: 'xnet_displayPrivateKey', title: 'review.showKey' } as const;
  const origin = say('home.byYou');
  await request(
    page,
    action,
    ({ network }, module) => displayPrivateKey(module, { origin, network: network.name }, account),
    async () => undefined,
  );
}
