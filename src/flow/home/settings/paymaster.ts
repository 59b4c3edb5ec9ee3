import { fail } from '@xnet/clients/errors';
import { paymaster_getSupportedTokens } from '../../../remote/paymaster/paymaster_getSupportedTokens';
import { paymaster_isAvailable } from '../../../remote/paymaster/paymaster_isAvailable';
import {
  CHECK_MS,
  checkInput,
  isKey,
  noAddress,
  noKey,
  onNetwork,
  parseUrl,
  type Setting,
  saved,
  setByNetwork,
} from './setting';

/** The paymaster that may pay the fees of a network. */
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
  save: onNetwork(async (module, { chainId, name }, form) => {
    const url = parseUrl(form('url'));
    const key = form('key').trim();
    if (url === undefined) return noAddress();
    if (key !== '' && !isKey(key)) return noKey();
    const choice = { url, ...(key !== '' && { key }) };
    const refused = await checkInput(async () => {
      const client = await module.paymaster(chainId, choice);
      const deadline = { deadlineMs: CHECK_MS };
      if (!(await client?.ask(paymaster_isAvailable({}), deadline)))
        fail('paymasterFault', 'It says that it is not available.');
      await client?.ask(paymaster_getSupportedTokens({}), deadline);
    });
    if (refused) return refused;
    await module.settings.paymasters.choose(chainId, choice);
    return saved('fees.paymasterSaved', { network: name, host: new URL(url).host });
  }),
  remove: onNetwork(async ({ settings }, { chainId, name }) => {
    await settings.paymasters.choose(chainId, undefined);
    return saved('fees.paymasterGone', { network: name });
  }),
};
