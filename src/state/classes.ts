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

/** Classes of a network that are kept; each next one takes the place of the oldest. */
const MOST_CLASSES = 128;
/** Characters of JSON. An ABI that is longer is read anew each time; usual ones have some 5,000. */
const LONGEST_ABI = 49_152;

const Places = object({ hashes: array(string()), next: Count });
/** Which class each place holds. */
const places = (chainId: string) =>
  dispensable(stateEntry(`classes.${chainId}.places`, Places, { hashes: [], next: 0 }));
// A struct has no way to say that what it describes is not to be changed.
const KeptStruct = nullable(object({ classHash: string(), abi: StoredAbiStruct })) as Struct<
  Kept | null,
  unknown
>;
const classPlace = (chainId: string, number: number) =>
  dispensable(stateEntry(`classes.${chainId}.place${number}`, KeptStruct, null));

/**
 * ABIs of classes, one key for each, so that a request reads only those that it asks for. Hashes
 * are canonical hex. What is kept was found to be of its class, which never changes: it holds for ever.
 */
export const classesOf = (store: Store) => ({
  /** By class hash; those that are not kept are missing. */
  async abis(
    chainId: string,
    classHashes: readonly string[],
  ): Promise<ReadonlyMap<string, StoredAbi>> {
    const { hashes } = await store.read(places(chainId));
    const kept = await Promise.all(
      classHashes.map(async (classHash) => {
        const number = hashes.indexOf(classHash);
        if (number < 0) return undefined;
        const one = await store.read(classPlace(chainId, number));
        // A place that was being taken when the wallet was closed may hold another class.
        return one?.classHash === classHash ? ([classHash, one.abi] as const) : undefined;
      }),
    );
    return new Map(kept.filter((one) => one !== undefined));
  },

  /** Keeps what was read, but for ABIs that are too long. */
  async keep(chainId: string, read: ReadonlyMap<string, StoredAbi>): Promise<void> {
    const short = [...read].filter(([, abi]) => JSON.stringify(abi).length <= LONGEST_ABI);
    if (short.length === 0) return;
    const entry = places(chainId);
    await store.inTurn(entry.key, async () => {
      const draft = await store.read(entry);
      for (const [classHash, abi] of short) {
        const known = draft.hashes.indexOf(classHash);
        const number = known < 0 ? draft.next : known;
        await store.write(classPlace(chainId, number), { classHash, abi });
        if (known >= 0) continue;
        draft.hashes[number] = classHash;
        draft.next = (number + 1) % MOST_CLASSES;
      }
      await store.write(entry, draft);
    });
  },
});
