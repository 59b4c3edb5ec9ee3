import { array, enums, type Infer, object, record, string } from '@metamask/superstruct';
import { ExplorerName } from '../schema/explorer';
import { ChainId, type ChainId as ChainIdType } from '../schema/primitives';
import type { Entry, Store } from './store';

/** A node that the user has chosen. The whole URL is kept secret: it may hold an API key. */
export const OwnEndpoint = object({ url: string() });
export type OwnEndpoint = Infer<typeof OwnEndpoint>;

/** Hosts alone, in the open: says whether the secret part needs to be read at all. */
const hosts: Entry<Record<string, string[]>> = {
  key: 'endpointHosts',
  struct: record(ChainId, array(string())),
  empty: () => ({}),
};
const endpoints = (chainId: ChainIdType): Entry<OwnEndpoint[]> => ({
  key: `endpoints.${chainId}`,
  struct: array(OwnEndpoint),
  empty: () => [],
  secrecy: 'secret',
});

export type ExplorerChoice = { name: ExplorerName; key: string };

/** Names alone, in the open, as with hosts. */
const explorers: Entry<Record<string, ExplorerName>> = {
  key: 'explorers',
  struct: record(ChainId, ExplorerName),
  empty: () => ({}),
};
const explorerKey = (chainId: ChainIdType): Entry<string> => ({
  key: `explorerKeys.${chainId}`,
  struct: string(),
  empty: () => '',
  secrecy: 'secret',
});

/** Languages of the module's texts; `wallet` follows the wallet. */
export const languages = ['wallet', 'en', 'de', 'es'] as const;
const Language = enums(languages);
export type Language = Infer<typeof Language>;
const language: Entry<Language> = { key: 'language', struct: Language, empty: () => 'wallet' };

export const settingsOf = (store: Store) => ({
  language: (): Promise<Language> => store.read(language),
  chooseLanguage: (chosen: Language): Promise<void> => store.write(language, chosen),

  /** Hosts of the user's own endpoints, by chain id. */
  endpointHosts: (): Promise<Record<string, string[]>> => store.read(hosts),

  /** The user's own endpoints; empty where the defaults apply. */
  async endpoints(chainId: ChainIdType): Promise<OwnEndpoint[]> {
    const known = await store.read(hosts);
    return known[chainId]?.length ? store.read(endpoints(chainId)) : [];
  },

  /** An empty list brings the defaults back. */
  async chooseEndpoints(chainId: ChainIdType, chosen: OwnEndpoint[]): Promise<void> {
    await store.write(endpoints(chainId), chosen);
    await store.update(hosts, (draft) => {
      draft[chainId] = chosen.map(({ url }) => new URL(url).host);
    });
  },

  /** The explorers that the user has chosen, by chain id. */
  explorerNames: (): Promise<Record<string, ExplorerName>> => store.read(explorers),

  /** The user's explorer and key; undefined where none is set. */
  async explorer(chainId: ChainIdType): Promise<ExplorerChoice | undefined> {
    const name = (await store.read(explorers))[chainId];
    return name && { name, key: await store.read(explorerKey(chainId)) };
  },

  /** Nothing chosen deletes the key. */
  async chooseExplorer(chainId: ChainIdType, choice: ExplorerChoice | undefined): Promise<void> {
    await store.write(explorerKey(chainId), choice?.key ?? '');
    await store.update(explorers, (draft) => {
      if (choice) draft[chainId] = choice.name;
      else delete draft[chainId];
    });
  },
});
