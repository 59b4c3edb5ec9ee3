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
  async facts({ settings }, networks) {
    const hosts = await settings.services.shown();
    return {
      now: setByNetwork(networks, 'home.notChecking', (chainId) => hosts[`ethereum.${chainId}`]),
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
    });
    return refused ?? saved('home.ethereumSaved', { network: name });
  }),
  remove: onNetwork(async ({ settings, l1Settlement }, { chainId, name }) => {
    await settings.services.choose(`ethereum.${chainId}`, undefined);
    await l1Settlement.reset(chainId);
    return saved('home.ethereumGone', { network: name });
  }),
};
