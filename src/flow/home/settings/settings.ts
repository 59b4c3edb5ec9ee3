import type { Module } from '../../../module';
import { explorerNames, explorerTitles } from '../../../schema/explorer';
import type { ChainId, NamedNetwork } from '../../../schema/primitives';
import { type Language, languages } from '../../../state/settings';
import type { Notice } from '../../../ui/home/notice';
import type { SettingFacts } from '../../../ui/home/settings';
import type { SettingName, settingFields } from '../../../ui/home/view';
import type { Label } from '../../../ui/review/facts';
import { say, type TextName } from '../../../ui/text/words';
import { namedNetworks } from '../../chain/namedNetwork';
import { usePrices } from '../../tokens/prices';
import { useExplorer, useNoExplorer } from './explorer';
import { useOwnNode, usePublicNodes } from './node';
import { saved } from './notice';
import { useNoPaymaster, usePaymaster } from './paymaster';
import { useEthereum, useGas, useIpfs, useNoEthereum, useNoService } from './services';

const languageNames: Record<Language, Label> = {
  wallet: say('home.asInWallet'),
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

const url = (label: TextName, placeholder = 'https://…') =>
  ({ field: 'url', label, placeholder }) as const;
const key = { field: 'key', label: 'home.key' } as const;
const secret = { field: 'secret', label: 'home.secret' } as const;

/** What each network has, or the text that says that it has none. */
const perNetworkOf =
  (networks: readonly NamedNetwork[]) =>
  (none: TextName, used: (chainId: ChainId) => Label | undefined) =>
    networks.map(({ chainId, name }) => ({ label: name, value: used(chainId) ?? { say: none } }));

/** Every setting as it is now; hosts and names, never a key. */
export async function settingFacts(module: Module): Promise<SettingFacts[]> {
  const [language, nodes, explorers, paymasters, prices, services] = await Promise.all([
    module.settings.language(),
    module.settings.endpointHosts(),
    module.settings.explorerNames(),
    module.paymasters.hosts(),
    module.prices.source(),
    module.services.hosts(),
  ]);
  const networks = await namedNetworks(module);
  const perNetwork = perNetworkOf(networks);
  const one = (value: Label) => [{ label: null, value }];
  const node = (chainId: ChainId): Label | undefined => {
    const own = nodes[chainId]?.join(', ');
    return own || module.localChain(chainId);
  };
  const explorer = (chainId: string) => {
    const name = explorers[chainId];
    return name && explorerTitles[name];
  };
  return [
    {
      name: 'language',
      now: one(languageNames[language]),
      choice: {
        label: 'home.set.language',
        options: languages.map((value) => ({ value, label: languageNames[value] })),
        chosen: language,
      },
      inputs: [],
    },
    {
      name: 'node',
      now: perNetwork('home.publicNodes', node),
      networks,
      inputs: [url('home.nodeUrl')],
      remove: 'home.useNoNode',
    },
    {
      name: 'explorer',
      now: perNetwork('home.toldByNodes', explorer),
      networks,
      choice: {
        label: 'home.explorerName',
        options: explorerNames.map((value) => ({ value, label: explorerTitles[value] })),
      },
      inputs: [key],
      remove: 'home.useNoExplorer',
    },
    {
      name: 'paymaster',
      now: perNetwork('home.none', (chainId) => paymasters[chainId]),
      networks,
      inputs: [url('home.url'), { field: 'key', label: 'home.keyIfAny' }],
      remove: 'home.useNone',
    },
    {
      name: 'prices',
      now: one(prices === 'off' ? say('home.off') : 'AVNU'),
      choice: {
        label: 'home.priceSource',
        options: [
          { value: 'off', label: say('home.off') },
          { value: 'avnu', label: 'AVNU' },
        ],
        chosen: prices,
      },
      inputs: [],
    },
    {
      name: 'ethereum',
      now: perNetwork('home.notChecking', (chainId) => services[`ethereum.${chainId}`]),
      networks,
      inputs: [url('home.ethereumUrl', 'https://…/v3/…')],
      remove: 'home.useNoEthereum',
    },
    {
      name: 'gas',
      now: one(services.gas ?? say('home.none')),
      inputs: [url('home.url'), key, { field: 'secret', label: 'home.secretIfAny' }],
      remove: 'home.useNone',
    },
    {
      name: 'ipfs',
      now: one(services.ipfs ?? say('home.none')),
      inputs: [url('home.url'), { field: 'key', label: 'home.keyIfAny' }, secret],
      remove: 'home.useNone',
    },
  ];
}

type SettingsForm = (field: keyof typeof settingFields) => string;
type Doing = (module: Module, form: SettingsForm) => Promise<Notice | undefined>;

async function useLanguage(module: Module, typed: string): Promise<Notice | undefined> {
  const chosen = languages.find((known) => known === typed);
  if (!chosen) return undefined;
  await module.settings.chooseLanguage(chosen);
  return saved('home.languageSaved');
}

const typedService = (form: SettingsForm) => ({
  url: form('url'),
  key: form('key'),
  secret: form('secret'),
});

/** What the form of a setting does when it is sent, and what its second button does. */
export const settingActions: Readonly<Record<SettingName, { save: Doing; remove?: Doing }>> = {
  language: { save: (module, form) => useLanguage(module, form('choice')) },
  node: {
    save: (module, form) => useOwnNode(module, form('network'), form('url')),
    remove: (module, form) => usePublicNodes(module, form('network')),
  },
  explorer: {
    save: (module, form) => useExplorer(module, form('network'), form('choice'), form('key')),
    remove: (module, form) => useNoExplorer(module, form('network')),
  },
  paymaster: {
    save: (module, form) => usePaymaster(module, form('network'), form('url'), form('key')),
    remove: (module, form) => useNoPaymaster(module, form('network')),
  },
  prices: { save: (module, form) => usePrices(module, form('choice')) },
  ethereum: {
    save: (module, form) => useEthereum(module, form('network'), form('url')),
    remove: (module, form) => useNoEthereum(module, form('network')),
  },
  gas: {
    save: (module, form) => useGas(module, typedService(form)),
    remove: (module) => useNoService(module, 'gas'),
  },
  ipfs: {
    save: (module, form) => useIpfs(module, typedService(form)),
    remove: (module) => useNoService(module, 'ipfs'),
  },
};
