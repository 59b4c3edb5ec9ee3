import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import type { StateRepositories } from '../../state/state';
import { storedParts } from '../../ui/home/stored';
import { namedNetwork } from '../chain/namedNetwork';
import type { Part } from './part';
import { readablePart } from './readable';
import type { SettingName } from './settings/settings';

/** The page's line for each noun of state. One that is added to state must be told here. */
const kinds = {
  accounts: 'accounts',
  activity: 'sites',
  allowances: 'money',
  arrivals: 'contracts',
  balances: 'money',
  blocks: 'sites',
  classes: 'contracts',
  contracts: 'contracts',
  found: 'journal',
  gasPrices: 'contracts',
  grants: 'sites',
  l1Settlement: 'contracts',
  outcome: 'journal',
  outsideSigned: 'journal',
  recipients: 'recipients',
  settings: 'settings',
  signatures: 'sites',
  siteNetworks: 'sites',
  tokens: 'money',
  transactions: 'journal',
  usedAddresses: 'recipients',
  watchedAddresses: 'accounts',
} as const satisfies Record<Exclude<keyof StateRepositories, 'lost'>, string>;

const keptKinds = [...new Set(Object.values(kinds))];

const createKind = (kind: (typeof keptKinds)[number] | 'keys') => ({
  title: `home.kept.${kind}` as const,
  about: `home.keptText.${kind}` as const,
});

type Service = Exclude<SettingName, 'language' | 'notifications' | 'arrivals'>;
type Hosts = readonly (string | undefined)[];

/** The hosts of each service that is asked on a network, by the settings alone. */
const hostsOf = (
  { settings, publicHosts }: State & Clients,
  chainId: ChainId,
): Readonly<Record<Service, () => Promise<Hosts>>> => ({
  async node() {
    const ownNodes = (await settings.nodes.shown())[chainId];
    if (ownNodes?.length) return ownNodes;
    return publicHosts(chainId).nodes;
  },
  async explorer() {
    const name = (await settings.explorers.shown())[chainId];
    return [name && publicHosts(chainId).explorers[name]];
  },
  paymaster: async () => [(await settings.paymasters.shown())[chainId]],
  async prices() {
    const source = await settings.prices.chosen();
    if (source === 'off') return [];
    return [publicHosts(chainId).prices];
  },
  ethereum: async () => [(await settings.services.shown())[`ethereum.${chainId}`]],
  gas: async () => [(await settings.services.shown()).gas],
  ipfs: async () => [(await settings.services.shown()).ipfs],
});

/** Lists what is stored here and who is asked: words and settings, without any question to a host. */
export const storedPart: Part<'stored'> = {
  async facts(module, { chainId, open }) {
    const services = Object.entries(hostsOf(module, chainId)).map(async ([name, read]) => {
      const hosts = await readablePart(module, read());
      if (!hosts) return [];
      const title = `home.set.${name as Service}` as const; // the keys are those of the record
      return [{ title, hosts: [...new Set(hosts.flatMap((host) => host ?? []))] }];
    });
    return {
      kept: keptKinds.map(createKind),
      isOpen: open !== '',
      never: createKind('keys'),
      network: (await readablePart(module, namedNetwork(module, chainId)))?.name ?? chainId,
      asked: (await Promise.all(services)).flat(),
    };
  },
  press: {
    [storedParts.unfold]: ({ view, show }) => show({ open: view.open === '' ? 'kept' : '' }),
  },
};
