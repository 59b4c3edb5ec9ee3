import { explorerNames, explorerTitles } from '../../../schema/explorer';
import { knownTokens } from '../../../starknet/tokens/erc20';
import {
  CHECK_MS,
  checkInput,
  isKey,
  noKey,
  onNetwork,
  type Setting,
  saved,
  setByNetwork,
} from './setting';

/** The explorer that provides a network's history, with the user's own key. */
export const explorerSetting: Setting = {
  async facts({ settings }, networks) {
    const names = await settings.explorers.shown();
    return {
      now: setByNetwork(networks, 'home.toldByNodes', (chainId) => {
        const name = names[chainId];
        return name && explorerTitles[name];
      }),
      networks,
      choice: {
        label: 'home.explorerName',
        options: explorerNames.map((value) => ({ value, label: explorerTitles[value] })),
      },
      inputs: [{ field: 'key', label: 'home.key' }],
      remove: 'home.useNone',
    };
  },
  save: onNetwork(async (module, { chainId, name: network }, form) => {
    const name = explorerNames.find((explorerName) => explorerName === form('choice'));
    const key = form('key').trim();
    if (!name || !isKey(key)) return noKey();
    const refused = await checkInput(async () => {
      const client = await module.explorer(chainId, { name, key });
      // Any address works for the check; the explorer will see the user's own one anyway.
      const [account] = await module.accounts.list(chainId);
      const address = account?.address ?? knownTokens.STRK.address;
      await client?.page({ address, size: 10, deadlineMs: CHECK_MS });
    });
    if (refused) return refused;
    const { choose } = module.settings.explorers;
    // If interrupted, a new key must not remain next to another explorer's name.
    await choose(chainId, undefined);
    await choose(chainId, { name, key });
    return saved('home.explorerSaved', { network, explorer: explorerTitles[name] });
  }),
  remove: onNetwork(async ({ settings }, { chainId, name }) => {
    await settings.explorers.choose(chainId, undefined);
    return saved('home.explorerGone', { network: name });
  }),
};
