import { type Infer, nullable, object, optional, record, string } from '@metamask/superstruct';
import { ChainId } from '../schema/primitives';
import type { Entry, Store } from './store';

/** A paymaster that the user has chosen. All of it is kept secret: the URL may hold a key, too. */
const PaymasterChoice = object({ url: string(), key: optional(string()) });
export type PaymasterChoice = Infer<typeof PaymasterChoice>;

/** Hosts alone, in the open: says whether the secret part needs to be read at all. */
const hosts: Entry<Record<string, string>> = {
  key: 'paymasterHosts',
  struct: record(ChainId, string()),
  empty: () => ({}),
};
const paymasterChoice = (chainId: ChainId): Entry<PaymasterChoice | null> => ({
  key: `paymasters.${chainId}`,
  struct: nullable(PaymasterChoice),
  empty: () => null,
  secrecy: 'secret',
});

/** The paymasters that the user has chosen; none where nothing was set. */
export const paymastersOf = (store: Store) => ({
  /** Hosts by chain id. */
  hosts: (): Promise<Record<string, string>> => store.read(hosts),

  async of(chainId: ChainId): Promise<PaymasterChoice | undefined> {
    const known = await store.read(hosts);
    return known[chainId] ? ((await store.read(paymasterChoice(chainId))) ?? undefined) : undefined;
  },

  /** Nothing chosen deletes address and key. */
  async choose(chainId: ChainId, chosen: PaymasterChoice | undefined): Promise<void> {
    await store.write(paymasterChoice(chainId), chosen ?? null);
    await store.update(hosts, (draft) => {
      if (chosen) draft[chainId] = new URL(chosen.url).host;
      else delete draft[chainId];
    });
  },
});
