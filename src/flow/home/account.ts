import { kindOf } from '@xnet/clients/errors';
import { ContractAddress } from '../../schema/primitives';
import { accountParts } from '../../ui/home/accounts';
import { say } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { displayPrivateKey } from '../consent/privateKey';
import { setHidden } from '../consent/visibility';
import { accountFactsAt } from './accounts';
import type { OpenPage, Part } from './part';

/** One account in full. */
export const accountPart: Part<'account'> = {
  async facts(module, { chainId, about }) {
    const account = ContractAddress.is(about) && (await module.accounts.find(chainId, about));
    const facts = account && (await accountFactsAt(module, chainId, account.address));
    if (!facts) return undefined;
    const network = (await namedNetwork(module, chainId))?.name ?? chainId;
    return { ...facts, network, path: account.derivationPath, publicKey: account.publicKey };
  },
  press: {
    [accountParts.show]: ({ module, view: { chainId }, open }, address) =>
      setHidden(module, { chainId, address }, false).then(() => open('main')),
    async [accountParts.use]({ module, view: { chainId }, open }, address) {
      await module.accounts.get(chainId, address); // fails if unlisted
      await module.accounts.choose(chainId, address);
      await open('main');
    },
    [accountParts.key]: showKey,
  },
};

/** Shows dialogs as for a site's request; a refusal leaves the page unchanged. */
async function showKey({ module, view: { chainId } }: OpenPage, address: string): Promise<void> {
  const account = await module.accounts.get(chainId, address);
  const network = (await namedNetwork(module, chainId))?.name ?? chainId;
  const asked = { origin: say('home.byYou'), network };
  await displayPrivateKey(module, asked, account).catch((error) => {
    if (kindOf(error) !== 'userRejected') throw error;
  });
}
