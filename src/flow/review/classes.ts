import { failureOf } from '@xnet/clients/transport/failure';
import type { Module } from '../../module';
import { starknet_call } from '../../remote/starknet/starknet_call';
import { starknet_getClass } from '../../remote/starknet/starknet_getClass';
import { type ChainId, parseNumber, sameFelt } from '../../schema/primitives';
import type { Abi } from '../../starknet/abi/abi';
import { parseAbi } from '../../starknet/abi/parseAbi';
import { toHex } from '../../starknet/felt';
import { selectorOf } from '../../starknet/selector';
import { parseContractClass } from '../../starknet/transactions/contractClass';

/** `unchecked` where nothing ties the ABI to its class: it names arguments, and tells no meaning. */
export type ReadAbi = Abi & { readonly unchecked?: true };
type Abis = Readonly<Record<string, ReadAbi | null>>;
type ClassReader = Pick<Module, 'classes' | 'node' | 'hashClass'>;

/** More contracts than this in one request are shown without their ABI. */
const MOST_MISSING = 20;
/** A review does not wait for longer; it shows raw felts then. */
const CLASS_DEADLINE = { deadlineMs: 10_000 };

/** Felts of all classes of a request: some three of the largest, which take a second to hash. */
const MOST_FELTS = 250_000;
/** As many functions as an ABI may have. */
const MOST_POINTS = 1_000;

/** One spelling of a class hash; undefined for what is none. */
function canonicalHash(classHash: string): string | undefined {
  const number = parseNumber(classHash);
  return number === undefined ? undefined : toHex(number);
}

/**
 * The ABIs of classes, under the hashes as they were given. One that was read before costs no
 * HTTP request; all others take one together. Null, and asked for again the next time, where the
 * class or its ABI could not be read. Never rejects.
 *
 * A class is hashed before its ABI is believed or kept, so a cached ABI is that of its class whoever
 * sent it. The hash of a class of Cairo 0 is that of a text which only its compiler writes: its ABI
 * is `unchecked`, and read anew each time. Which class a contract is of remains the node's word, so
 * listed tokens are read by the module's own table (threat T9).
 */
export async function fetchAbis(
  module: ClassReader,
  chainId: ChainId,
  classHashes: readonly string[],
): Promise<Abis> {
  const wanted = new Set(classHashes.flatMap((hash) => canonicalHash(hash) ?? []));
  const known = new Map<string, ReadAbi>(
    await module.classes.abis(chainId, [...wanted]).catch(() => []),
  );
  const missing = [...wanted].filter((hash) => !known.has(hash)).slice(0, MOST_MISSING);
  const read = await fetchMissing(module, chainId, missing).catch(() => new Map<string, ReadAbi>());
  for (const [hash, abi] of read) known.set(hash, abi);
  const checked = new Map([...read].filter(([, abi]) => !abi.unchecked));
  // What is not kept is read again.
  await module.classes.keep(chainId, checked).catch(() => undefined);
  return Object.fromEntries(
    classHashes.map((hash) => [hash, known.get(canonicalHash(hash) ?? '') ?? null]),
  );
}

async function fetchMissing(
  module: ClassReader,
  chainId: ChainId,
  missing: readonly string[],
): Promise<ReadonlyMap<string, ReadAbi>> {
  if (missing.length === 0) return new Map();
  const node = await module.node(chainId);
  const calls = missing.map((class_hash) =>
    starknet_getClass({ block_id: 'pre_confirmed', class_hash }),
  );
  const together = await node.batch(calls, CLASS_DEADLINE);
  const isTooLarge = together.some(
    (answer) => !answer.ok && failureOf(answer.error)?.fault === 'tooLarge',
  );
  // Classes have megabytes: some that are too much for one answer can still be read one by one.
  const answers =
    isTooLarge && calls.length > 1
      ? (await Promise.all(calls.map((call) => node.batch([call], CLASS_DEADLINE)))).flat()
      : together;
  const read = new Map<string, ReadAbi>();
  let felts = MOST_FELTS;
  for (const [at, hash] of missing.entries()) {
    const answer = answers[at];
    if (!answer?.ok) continue;
    const { abi, sierra_program: program } = answer.value;
    const parsed = parseAbi(abi);
    if (!parsed) continue;
    if (!Array.isArray(program)) {
      read.set(hash, { ...parsed, unchecked: true });
      continue;
    }
    felts -= program.length;
    if (felts >= 0 && (await isOfClass(module, answer.value, hash))) read.set(hash, parsed);
  }
  return read;
}

/** Whether a class has this hash, by the text of its ABI as it is sent or as compilers write it. */
async function isOfClass(
  module: ClassReader,
  sent: { readonly abi?: unknown },
  classHash: string,
): Promise<boolean> {
  try {
    const contractClass = parseContractClass(sent);
    // These are hashed in one go.
    if (Object.values(contractClass.entry_points_by_type).flat().length > MOST_POINTS) return false;
    for (const abi of new Set([sent.abi, contractClass.abi]))
      if (
        typeof abi === 'string' &&
        sameFelt(await module.hashClass({ ...contractClass, abi }), classHash)
      )
        return true;
  } catch {
    // What is no class has no hash.
  }
  return false;
}

/** Views by which proxies of Cairo 0 tell what they hand every other call to. */
const implementationViews = ['implementation', 'get_implementation', 'getImplementation'];

/** The view of a proxy that tells its implementation; undefined where the class is no proxy. */
function implementationView(abi: Abi): string | undefined {
  const isProxy = Object.hasOwn(abi.functions, selectorOf('__default__'));
  return isProxy
    ? implementationViews.map(selectorOf).find((selector) => Object.hasOwn(abi.functions, selector))
    : undefined;
}

export type PlacedClass = { readonly address: string; readonly classHash: string };

/**
 * The ABIs by which contracts are called, by address as given: of the class of each, and of a
 * proxy with the functions of what it says it stands for where it has none of that name itself.
 * Costs what `fetchAbis` does, and for proxies one more HTTP request, since they may be upgraded.
 * Never rejects.
 */
export async function fetchContractAbis(
  module: ClassReader,
  chainId: ChainId,
  contracts: readonly PlacedClass[],
): Promise<Abis> {
  const own = await fetchAbis(
    module,
    chainId,
    contracts.map(({ classHash }) => classHash),
  );
  const proxies = contracts.flatMap(({ address, classHash }) => {
    const view = own[classHash] && implementationView(own[classHash]);
    return view === undefined || view === null ? [] : [{ address, view }];
  });
  const implementations = await fetchImplementations(module, chainId, proxies).catch(
    () => new Map(),
  );
  const behind = await fetchAbis(module, chainId, [...implementations.values()]);
  return Object.fromEntries(
    contracts.map(({ address, classHash }) => {
      const abi = own[classHash] ?? null;
      const implementation = behind[implementations.get(address) ?? ''];
      return [address, abi && implementation ? withFunctionsOf(abi, implementation) : abi];
    }),
  );
}

/** Class hashes by the address of the proxy; without those that did not answer with one felt. */
async function fetchImplementations(
  module: ClassReader,
  chainId: ChainId,
  proxies: readonly { address: string; view: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (proxies.length === 0) return new Map();
  const node = await module.node(chainId);
  const answers = await node.batch(
    proxies.map(({ address, view }) =>
      starknet_call({
        request: { contract_address: address, entry_point_selector: view, calldata: [] },
        block_id: 'pre_confirmed',
      }),
    ),
    CLASS_DEADLINE,
  );
  return new Map(
    proxies.flatMap(({ address }, at) => {
      const answer = answers[at];
      const [hash, ...more] = answer?.ok ? answer.value : [];
      return hash !== undefined && more.length === 0 ? [[address, hash] as const] : [];
    }),
  );
}

/** Alone where a name of a type is declared in both in different ways. */
function withFunctionsOf(proxy: ReadAbi, implementation: ReadAbi): ReadAbi {
  const declared = [proxy, implementation].map(({ structs, enums }) => ({ ...structs, ...enums }));
  const [own = {}, theirs = {}] = declared;
  const clash = Object.keys(own).some(
    (name) =>
      Object.hasOwn(theirs, name) && JSON.stringify(own[name]) !== JSON.stringify(theirs[name]),
  );
  if (clash) return proxy;
  return {
    ...((proxy.unchecked || implementation.unchecked) && { unchecked: true }),
    functions: { ...implementation.functions, ...proxy.functions },
    structs: { ...implementation.structs, ...proxy.structs },
    enums: { ...implementation.enums, ...proxy.enums },
  };
}
