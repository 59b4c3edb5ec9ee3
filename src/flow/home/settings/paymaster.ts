import { fail } from '@xnet/clients/errors';
import { paymaster_getSupportedTokens } from '../../../remote/paymaster/paymaster_getSupportedTokens';
import { paymaster_isAvailable } from '../../../remote/paymaster/paymaster_isAvailable';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import {
  isKey,
  notTaken,
  onNetwork,
  parseUrl,
  type Setting,
  saved,
  setByNetwork,
  tryOut,
} from './setting';

/** How long a person waits for a paymaster to be checked. */
const CHECK_MS = 10_000;

/** Who may pay the fees of a network. */
export const paymasterSetting: Setting = {
  async facts({ settings }, networks) {
    const hosts = await settings.paymasters.shown();
    return {
      now: setByNetwork(networks, 'home.none', (chainId) => hosts[chainId]),
      networks,
      inputs: [
        { field: 'url', label: 'home.url' },
        { field: 'key', label: 'home.keyIfAny' },
      ],
      remove: 'home.useNone',
    };
  },
  async save(module, form) {
    const network = await namedNetwork(module, form('network'));
    const url = parseUrl(form('url'));
    const key = form('key').trim();
    if (!network || !url) return notTaken('fees.noAddressTitle', say('home.addressRule'));
    if (key !== '' && !isKey(key)) return notTaken('home.noKey', say('fees.noKey'));
    const choice = { url, ...(key !== '' && { key }) };
    const refused = await tryOut('fees.notTakenTitle', async () => {
      const client = await module.paymaster(network.chainId, choice);
      const within = { deadlineMs: CHECK_MS };
      if (!(await client?.ask(paymaster_isAvailable({}), within)))
        fail('paymasterFault', 'It says that it is not available.');
      await client?.ask(paymaster_getSupportedTokens({}), within);
    });
    if (refused) return refused;
    await module.settings.paymasters.choose(network.chainId, choice);
    return saved('fees.paymasterSaved', { network: network.name, host: new URL(url).host });
  },
  remove: onNetwork(async ({ settings }, { chainId, name }) => {
    await settings.paymasters.choose(chainId, undefined);
    return saved('fees.paymasterGone', { network: name });
  }),
};
