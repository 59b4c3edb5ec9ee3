import type { ChainId } from '../../../schema/primitives';
import type { Label } from '../../../ui/review/facts';
import { say } from '../../../ui/text/words';
import { provenBlock } from '../../l1/settlement';
import {
  checkInput,
  noAddress,
  onNetwork,
  parseUrl,
  type Setting,
  saved,
  setByNetwork,
} from './setting';

/** The Ethereum node that proves which blocks of a network are final on Ethereum. */
export const ethereumSetting: Setting = {
  async facts({ settings, l1Settlement }, networks) {
    const hosts = await settings.services.shown();
    const shownFor = (chainId: ChainId): Label | undefined => {
      const host = hosts[`ethereum.${chainId}`];
      if (host === undefined || !l1Settlement.hasUnknownForm(chainId)) return host;
      return say('home.ethereumNotYet', { host });
    };
    return {
      now: setByNetwork(networks, 'home.notChecking', shownFor),
      networks,
      inputs: [{ field: 'url', label: 'home.ethereumUrl', placeholder: 'https://…/v3/…' }],
      remove: 'home.useNoEthereum',
    };
  },
  save: onNetwork(async (module, { chainId, name }, form) => {
    const url = parseUrl(form('url'));
    if (url === undefined) return noAddress();
    const refused = await checkInput(async () => {
      const client = await module.ethereum(chainId, { url });
      const block = client && (await provenBlock(client, chainId));
      await module.settings.services.choose(`ethereum.${chainId}`, { url });
      await module.l1Settlement.reset(chainId, block);
      // The node may be right: proofs begin again once this module knows the form.
      if (client && block === undefined) module.l1Settlement.noteUnknownForm(chainId);
    });
    return refused ?? saved('home.ethereumSaved', { network: name });
  }),
  remove: onNetwork(async ({ settings, l1Settlement }, { chainId, name }) => {
    await settings.services.choose(`ethereum.${chainId}`, undefined);
    await l1Settlement.reset(chainId);
    return saved('home.ethereumGone', { network: name });
  }),
};
