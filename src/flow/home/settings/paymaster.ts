import { fail } from '@xnet/clients/errors';
import type { Module } from '../../../module';
import { paymaster_getSupportedTokens } from '../../../remote/paymaster/paymaster_getSupportedTokens';
import { paymaster_isAvailable } from '../../../remote/paymaster/paymaster_isAvailable';
import type { NamedNetwork } from '../../../schema/primitives';
import { getHost, type PaymasterChoice } from '../../../state/settings';
import type { Notice } from '../../../ui/home/view';
import { say } from '../../../ui/text/words';
import { notTaken } from '../form';
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
      usePublic: 'fees.usePublic',
    };
  },
  save: onNetwork(async (module, network, form) => {
    const url = parseUrl(form('url'));
    const key = form('key').trim();
    if (url === undefined) return noAddress();
    if (key !== '' && !isKey(key)) return noKey();
    return checkAndUse(module, network, { url, ...(key !== '' && { key }) });
  }),
  usePublic: onNetwork(async (module, network) => {
    const choice = module.publicPaymaster(network.chainId);
    if (!choice) return notTaken(say('fees.noPublic'));
    return checkAndUse(module, network, choice);
  }),
  remove: onNetwork(async ({ settings }, { chainId, name }) => {
    await settings.paymasters.choose(chainId, undefined);
    return saved('fees.paymasterGone', { network: name });
  }),
};

/** Asks a paymaster what it takes before it is used. */
async function checkAndUse(
  module: Module,
  { chainId, name }: NamedNetwork,
  choice: PaymasterChoice,
): Promise<Notice> {
  const refused = await checkInput(async () => {
    const client = await module.paymaster(chainId, choice);
    const deadline = { deadlineMs: CHECK_MS };
    if (!(await client?.ask(paymaster_isAvailable({}), deadline)))
      fail('paymasterFault', 'It says that it is not available.');
    await client?.ask(paymaster_getSupportedTokens({}), deadline);
  });
  if (refused) return refused;
  await module.settings.paymasters.choose(chainId, choice);
  return saved('fees.paymasterSaved', { network: name, host: getHost(choice) });
}
