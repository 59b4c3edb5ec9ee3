import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { provenBlock } from '../../l1/settlement';
import {
  notTaken,
  onNetwork,
  parseUrl,
  type Setting,
  saved,
  setByNetwork,
  tryOut,
} from './setting';

/** The Ethereum node that proves which blocks of a network are final there. */
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
  async save(module, form) {
    const network = await namedNetwork(module, form('network'));
    const url = parseUrl(form('url'));
    if (!network || url === undefined) return notTaken('home.noAddress', say('home.addressRule'));
    const { chainId, name } = network;
    const refused = await tryOut('home.notTaken', async () => {
      const client = await module.ethereum(chainId, { url });
      const block = client && (await provenBlock(client, chainId));
      await module.settings.services.choose(`ethereum.${chainId}`, { url });
      await module.proven.forget(chainId, block);
    });
    return refused ?? saved('home.ethereumSaved', { network: name });
  },
  remove: onNetwork(async ({ settings, proven }, { chainId, name }) => {
    await settings.services.choose(`ethereum.${chainId}`, undefined);
    await proven.forget(chainId);
    return saved('home.ethereumGone', { network: name });
  }),
};
