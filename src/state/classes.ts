import { array, type Infer, nullable, object, type Struct, string } from '@metamask/superstruct';
import { byName, Count } from '@xnet/clients/schema/field';
import { dispensable, type Store, stateEntry } from './store';

const Parts = array(object({ name: string(), type: string() }));
const StoredAbiStruct = object({
  functions: byName(object({ name: string(), inputs: Parts })),
  structs: byName(Parts),
  enums: byName(Parts),
});

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;
export type StoredAbi = ReadonlyDeep<Infer<typeof StoredAbiStruct>>;
type Kept = { readonly classHash: string; readonly abi: StoredAbi };

/** Maximum number of classes kept per network; a further one replaces the oldest. */
const MOST_CLASSES = 128;
/** Characters of JSON. A longer ABI is fetched each time; typical ones have some 5,000. */
const LONGEST_ABI = 49_152;

const Places = object({ hashes: array(string()), next: Count });
/** The class in each slot. */
const places = (chainId: string) =>
  dispensable(stateEntry(`classes.${chainId}.places`, Places, { hashes: [], next: 0 }));
// Structs cannot express readonly.
const KeptStruct = nullable(object({ classHash: string(), abi: StoredAbiStruct })) as Struct<
  Kept | null,
  unknown
>;
const classPlace = (chainId: string, number: number) =>
  dispensable(stateEntry(`classes.${chainId}.place${number}`, KeptStruct, null));

/**
 * ABIs of classes, one key each, so that a request reads only those that it needs. Hashes are
 * canonical hex. Each ABI was verified against its class hash and never changes, so it stays valid.
 */
export const createClasses = (store: Store) => ({
  /** ABIs by class hash; those that are not stored are missing. */
  async abis(
    chainId: string,
    classHashes: readonly string[],
  ): Promise<ReadonlyMap<string, StoredAbi>> {
    const { hashes } = await store.read(places(chainId));
    const keptClasses = await Promise.all(
      classHashes.map(async (classHash) => {
        const number = hashes.indexOf(classHash);
        if (number < 0) return undefined;
        const one = await store.read(classPlace(chainId, number));
        // If the wallet was closed during a replacement, the slot may hold another class.
        if (one?.classHash === classHash) return [classHash, one.abi] as const;
        return undefined;
      }),
    );
    return new Map(keptClasses.filter((one) => one !== undefined));
  },

  /** Stores ABIs, except those that are too long. */
  async keep(chainId: string, read: ReadonlyMap<string, StoredAbi>): Promise<void> {
    const short = [...read].filter(([, abi]) => JSON.stringify(abi).length <= LONGEST_ABI);
    if (short.length === 0) return;
    const entry = places(chainId);
    await store.inTurn(entry.key, async () => {
      const draft = await store.readCopy(entry);
      for (const [classHash, abi] of short) {
        const index = draft.hashes.indexOf(classHash);
        const number = index < 0 ? draft.next : index;
        await store.write(classPlace(chainId, number), { classHash, abi });
        if (index >= 0) continue;
        draft.hashes[number] = classHash;
        draft.next = (number + 1) % MOST_CLASSES;
      }
      await store.write(entry, draft);
    });
  },
});
