import type { Clients, State } from '../../../module';
import type { SettingFacts } from '../../../ui/home/settings';
import { namedNetworks } from '../../chain/namedNetwork';
import { ethereumSetting } from './ethereum';
import { explorerSetting } from './explorer';
import { languageSetting } from './language';
import { nodeSetting } from './node';
import { paymasterSetting } from './paymaster';
import { pricesSetting } from './prices';
import { gasSetting, ipfsSetting } from './services';

/** All settings, in the order of the page. */
export const settings = {
  language: languageSetting,
  node: nodeSetting,
  explorer: explorerSetting,
  paymaster: paymasterSetting,
  prices: pricesSetting,
  ethereum: ethereumSetting,
  gas: gasSetting,
  ipfs: ipfsSetting,
};
export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** The current state of each setting, independently; the network in sight comes first. */
export async function settingFacts(module: State & Clients, chainId: string) {
  const networks = (await namedNetworks(module)).sort((a) => (a.chainId === chainId ? -1 : 1));
  return settingNames.map(
    (name) => async (): Promise<SettingFacts> => ({
      name,
      title: `home.set.${name}` as const,
      about: `home.about.${name}` as const,
      ...(await settings[name].facts(module, networks)),
    }),
  );
}
