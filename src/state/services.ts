import { type Infer, nullable, object, optional, record, string } from '@metamask/superstruct';
import type { ChainId } from '../schema/primitives';
import type { Entry, Store } from './store';

/** A service that the user has chosen. All of it is kept secret: the URL may hold a key, too. */
const ServiceChoice = object({
  url: string(),
  key: optional(string()),
  secret: optional(string()),
});
export type ServiceChoice = Infer<typeof ServiceChoice>;

/** An Ethereum node for each network, and one gas API and one IPFS for all. */
export type ServiceName = 'gas' | 'ipfs' | `ethereum.${ChainId}`;

/** Hosts alone, in the open: says whether the secret part needs to be read at all. */
const hosts: Entry<Record<string, string>> = {
  key: 'serviceHosts',
  struct: record(string(), string()),
  empty: () => ({}),
};
const serviceChoice = (name: ServiceName): Entry<ServiceChoice | null> => ({
  key: `services.${name}`,
  struct: nullable(ServiceChoice),
  empty: () => null,
  secrecy: 'secret',
});

/** The services that the user has set; of those not set, nothing is ever asked. */
export const servicesOf = (store: Store) => ({
  /** Hosts by name of the service. */
  hosts: (): Promise<Partial<Record<string, string>>> => store.read(hosts),

  async of(name: ServiceName): Promise<ServiceChoice | undefined> {
    const known = await store.read(hosts);
    return known[name] ? ((await store.read(serviceChoice(name))) ?? undefined) : undefined;
  },

  /** Nothing chosen deletes address and keys. */
  async choose(name: ServiceName, chosen: ServiceChoice | undefined): Promise<void> {
    await store.write(serviceChoice(name), chosen ?? null);
    await store.update(hosts, (draft) => {
      if (chosen) draft[name] = new URL(chosen.url).host;
      else delete draft[name];
    });
  },
});
