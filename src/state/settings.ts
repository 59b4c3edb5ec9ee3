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

/** An Ethereum node for each network, and one gas API and one IPFS for all. */
export type ServiceName = 'gas' | 'ipfs' | `ethereum.${ChainId}`;

/** Requests without chainId still mean Sepolia (the specification). */
const network = dispensable(stateEntry('network', ChainId, chainIds.sepolia));

/** Languages of the module's texts; `wallet` follows the wallet. */
const language = dispensable(stateEntry('language', enums(['wallet', 'en', 'de', 'es']), 'wallet'));

/** Where prices in money come from; `off` until the user turns it on. */
const prices = dispensable(stateEntry('prices', enums(['off', 'avnu']), 'off'));

/** How a choice is kept: all of it, or its key, in secret, and what may be shown of it in the open. */
type Halves<Choice, Stored, Shown> = {
  stored: Struct<Stored>;
  shown: Struct<Shown>;
  split: (choice: Choice) => readonly [Stored, Shown];
  join: (stored: Stored, shown: Shown) => Choice;
};

const hostOf = ({ url }: { readonly url: string }): string => new URL(url).host;
/** The URL may hold a key, too: its host alone is shown. */
const withHost = <Choice extends { url: string }>(
  stored: Struct<Choice>,
): Halves<Choice, Choice, string> => ({
  stored,
  shown: string(),
  split: (choice) => [choice, hostOf(choice)],
  join: (choice) => choice,
});
const endpointHalves: Halves<OwnEndpoint[], OwnEndpoint[], string[]> = {
  stored: array(OwnEndpoint),
  shown: array(string()),
  split: (endpoints) => [endpoints, endpoints.map(hostOf)],
  join: (endpoints) => endpoints,
};
const explorerHalves: Halves<ExplorerChoice, string, ExplorerName> = {
  stored: string(),
  shown: ExplorerName,
  split: ({ name, key }) => [key, name],
  join: (key, name) => ({ name, key }),
};

/**
 * Choices by name (a network, a service) whose keys the wallet encrypts. What stands in the open says
 * whether the secret half needs to be read at all.
 */
function secretChoices<Name extends string, Choice, Stored, Shown>(
  store: Store,
  openKey: string,
  secretKey: (name: Name) => string,
  { stored, shown, split, join }: Halves<Choice, Stored, Shown>,
) {
  const open = stateEntry(openKey, byName(shown), {});
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
    /** What may be shown of all that is set, by name. */
    shown: (): Promise<Partial<Record<string, Shown>>> => store.read(open),

    async of(name: Name): Promise<Choice | undefined> {
      const half = (await store.read(open))[name];
      if (half === undefined) return undefined;
      const other = await store.read(secret(name));
      const choice = other === null ? undefined : join(other, half);
      // Of a choice that was torn the open half is the one before: what is asked is what is shown.
      await show(name, choice && split(choice)[1]);
      return choice;
    },

    /** Nothing chosen deletes address and keys; one that the wallet cannot decrypt is given up, too. */
    async choose(name: Name, choice: Choice | undefined): Promise<void> {
      const halves = choice && split(choice);
      const written = store.write(secret(name), halves?.[0] ?? null);
      await (halves ? written : written.catch(() => undefined));
      await show(name, halves?.[1]);
    },
  };
}

const openChoice = <Choice>(store: Store, entry: Entry<Choice>) => ({
  chosen: (): Promise<Choice> => store.read(entry),
  choose: (choice: Choice): Promise<void> => store.write(entry, choice),
});

/** What the user has set; of services that are not set, nothing is ever asked. */
export const settingsOf = (store: Store) => ({
  network: openChoice(store, network),
  language: openChoice(store, language),
  prices: openChoice(store, prices),
  /** The user's own endpoints by network; none where the defaults apply. */
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
