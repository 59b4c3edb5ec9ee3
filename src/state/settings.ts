import {
  array,
  enums,
  type Infer,
  nullable,
  object,
  optional,
  type Struct,
  string,
} from '@metamask/superstruct';
import { byName } from '@xnet/clients/schema/field';
import { ExplorerName } from '../schema/explorer';
import { LanguageChoice } from '../schema/language';
import { ChainId, chainIds } from '../schema/primitives';
import { dispensable, type Entry, type Store, stateEntry } from './store';

/** A node that the user has chosen. */
const OwnEndpoint = object({ url: string() });
export type OwnEndpoint = Infer<typeof OwnEndpoint>;

export type ExplorerChoice = { name: ExplorerName; key: string };

/** A paymaster that the user has chosen. */
const PaymasterChoice = object({ url: string(), key: optional(string()) });
export type PaymasterChoice = Infer<typeof PaymasterChoice>;

/** Another service that the user has chosen. */
const ServiceChoice = object({
  url: string(),
  key: optional(string()),
  secret: optional(string()),
});
export type ServiceChoice = Infer<typeof ServiceChoice>;

/** One Ethereum node per network; one gas API and one IPFS service for all networks. */
export type ServiceName = 'gas' | 'ipfs' | `ethereum.${ChainId}`;

/** The network of the module's page; each site has its own. */
const network = dispensable(stateEntry('network', ChainId, chainIds.sepolia));

/** Languages of the module's texts; `wallet` follows the wallet. */
const language = dispensable(stateEntry('language', LanguageChoice, 'wallet'));

/** Whether the wallet tells when a transaction has settled. */
const notifications = dispensable(stateEntry('notifications', enums(['on', 'off']), 'on'));
/** Whether the wallet tells that listed tokens came from others. */
const arrivals = dispensable(stateEntry('arrivalNotices', enums(['on', 'off']), 'on'));
/** Source of prices in a currency; `off` until the user turns it on. */
const prices = dispensable(stateEntry('prices', enums(['off', 'avnu']), 'off'));

/** How a choice is stored: the choice or its key encrypted, and what may be shown in plain. */
type Halves<Choice, Stored, Shown> = {
  stored: Struct<Stored>;
  shownHalf: Struct<Shown>;
  split: (choice: Choice) => readonly [Stored, Shown];
  join: (stored: Stored, shownHalf: Shown) => Choice;
};

export const getHost = ({ url }: { readonly url: string }): string => new URL(url).host;
/** The URL may contain a key, too, so only its host is shown. */
const withHost = <Choice extends { url: string }>(
  stored: Struct<Choice>,
): Halves<Choice, Choice, string> => ({
  stored,
  shownHalf: string(),
  split: (choice) => [choice, getHost(choice)],
  join: (choice) => choice,
});
const endpointHalves: Halves<OwnEndpoint[], OwnEndpoint[], string[]> = {
  stored: array(OwnEndpoint),
  shownHalf: array(string()),
  split: (endpoints) => [endpoints, endpoints.map(getHost)],
  join: (endpoints) => endpoints,
};
const explorerHalves: Halves<ExplorerChoice, string, ExplorerName> = {
  stored: string(),
  shownHalf: ExplorerName,
  split: ({ name, key }) => [key, name],
  join: (key, name) => ({ name, key }),
};

/**
 * Choices by name (a network, a service) whose keys the wallet encrypts: of an address all but the
 * host, since a path or query may hold a key. The plain half shows whether the secret half must be
 * read at all.
 */
function secretChoices<Name extends string, Choice, Stored, Shown>(
  store: Store,
  openKey: string,
  secretKey: (name: Name) => string,
  { stored, shownHalf, split, join }: Halves<Choice, Stored, Shown>,
) {
  const open = stateEntry(openKey, byName(shownHalf), {});
  const secret = (name: Name): Entry<Stored | null> => ({
    ...stateEntry(secretKey(name), nullable(stored), null),
    secrecy: 'secret',
  });
  const show = (name: Name, half: Shown | undefined): Promise<void> =>
    store.update(open, (draft) => {
      if (half === undefined) delete draft[name];
      else draft[name] = half;
    });
  return {
    /** The parts of all choices that may be shown, by name. */
    shown: (): Promise<Partial<Record<string, Shown>>> => store.read(open),

    async of(name: Name): Promise<Choice | undefined> {
      const half = (await store.read(open))[name];
      if (half === undefined) return undefined;
      const secretHalf = await store.read(secret(name));
      const choice = secretHalf === null ? undefined : join(secretHalf, half);
      // After an interrupted write the plain half is stale: it must show what is actually used.
      await show(name, choice && split(choice)[1]);
      return choice;
    },

    /** `undefined` deletes address and keys, even if the wallet cannot decrypt them. */
    async choose(name: Name, choice: Choice | undefined): Promise<void> {
      const halves = choice && split(choice);
      const writing = store.write(secret(name), halves?.[0] ?? null);
      await (halves ? writing : writing.catch(() => undefined));
      await show(name, halves?.[1]);
    },
  };
}

const openChoice = <Choice>(store: Store, entry: Entry<Choice>) => ({
  chosen: (): Promise<Choice> => store.read(entry),
  choose: (choice: Choice): Promise<void> => store.write(entry, choice),
});

/** The user's settings; the module sends nothing to services that are not set. */
export const createSettings = (store: Store) => ({
  network: openChoice(store, network),
  language: openChoice(store, language),
  prices: openChoice(store, prices),
  notifications: openChoice(store, notifications),
  arrivals: openChoice(store, arrivals),
  /** The user's own endpoints by network; none if the defaults apply. */
  nodes: secretChoices(store, 'endpointHosts', (id: ChainId) => `endpoints.${id}`, endpointHalves),
  explorers: secretChoices(
    store,
    'explorers',
    (id: ChainId) => `explorerKeys.${id}`,
    explorerHalves,
  ),
  paymasters: secretChoices(
    store,
    'paymasterHosts',
    (id: ChainId) => `paymasters.${id}`,
    withHost(PaymasterChoice),
  ),
  services: secretChoices(
    store,
    'serviceHosts',
    (name: ServiceName) => `services.${name}`,
    withHost(ServiceChoice),
  ),
});
