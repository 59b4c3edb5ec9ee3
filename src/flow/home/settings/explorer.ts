import { explorerNames, explorerTitles } from '../../../schema/explorer';
import { knownTokens } from '../../../starknet/tokens/erc20';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { isKey, notTaken, onNetwork, type Setting, saved, setByNetwork, tryOut } from './setting';

/** How long a person waits for a key to be checked. */
const EXPLORER_CHECK_MS = 10_000;

/** The explorer of a network that histories come from, by the user's own key. */
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
      remove: 'home.useNoExplorer',
    };
  },
  async save(module, form) {
    const network = await namedNetwork(module, form('network'));
    const name = explorerNames.find((known) => known === form('choice'));
    const key = form('key').trim();
    if (!network || !name || !isKey(key))
      return notTaken('home.noExplorerKey', say('home.keyRule'));
    const { chainId } = network;
    const refused = await tryOut('home.keyNotTaken', async () => {
      const client = await module.explorer(chainId, { name, key });
      // Any address will do; the user's own is one that the explorer will be asked for anyway.
      const [account] = await module.accounts.list(chainId);
      const address = account?.address ?? knownTokens.STRK.address;
      await client?.page({ address, size: 10, deadlineMs: EXPLORER_CHECK_MS });
    });
    if (refused) return refused;
    await module.settings.explorers.choose(chainId, { name, key });
    return saved('home.explorerSaved', { network: network.name, explorer: explorerTitles[name] });
  },
  remove: onNetwork(async ({ settings }, { chainId, name }) => {
    await settings.explorers.choose(chainId, undefined);
    return saved('home.explorerGone', { network: name });
  }),
};
