import { getFailure } from '@xnet/clients/transport/failure';
import type { Module } from '../../module';
import { starknet_call } from '../../remote/starknet/starknet_call';
import { starknet_getClass } from '../../remote/starknet/starknet_getClass';
import { type ChainId, parseNumber, sameFelt } from '../../schema/primitives';
import type { Abi } from '../../starknet/abi/abi';
import { parseAbi } from '../../starknet/abi/parseAbi';
import { oneStep } from '../../starknet/effort';
import { toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { parseContractClass } from '../../starknet/transactions/contractClass';
import { readOutcome } from '../chain/batchTogether';

/** `unchecked` if nothing ties the ABI to its class: it names arguments, but sets no meaning. */
export type ReadAbi = Abi & { readonly unchecked?: true };
type Abis = Readonly<Record<string, ReadAbi | null>>;
type ClassReader = Pick<Module, 'classes' | 'node' | 'hashClass' | 'compute'>;

/** Above this number, the contracts of one request are shown without their ABI. */
const MOST_MISSING = 20;
/** Deadline of a review; afterwards it shows raw felts. */
const CLASS_DEADLINE = { deadlineMs: 10_000 };

/** Felts of all classes per request: about three of the largest, which take a second to hash. */
const MOST_FELTS = 250_000;
/** Maximum number of functions in an ABI. */
const MOST_POINTS = 1_000;

/** Canonical spelling of a class hash; undefined if invalid. */
function canonicalHash(classHash: string): string | undefined {
  const number = parseNumber(classHash);
  if (number === undefined) return undefined;
  return toHex(number);
}

/**
 * The ABIs of classes, under the hashes as given. Cached ones cost no HTTP request; all others take
 * one together. Null, and fetched again the next time, if the class or its ABI could not be read.
 * Never rejects.
 *
 * An ABI is only used or cached after its class was hashed, so it belongs to the class whoever sent
 * it. The hash of a Cairo 0 class covers a text that only its compiler writes: its ABI is
 * `unchecked`, and fetched each time. The class of a contract is still the node's claim, so listed
 * tokens use the module's own table (threat T9).
 */
export async function fetchAbis(
  module: ClassReader,
  chainId: ChainId,
  classHashes: readonly string[],
): Promise<Abis> {
  const requestedHashes = new Set(classHashes.flatMap((hash) => canonicalHash(hash) ?? []));
  const abisByHash = new Map<string, ReadAbi>(
    await module.classes.abis(chainId, [...requestedHashes]).catch(() => []),
  );
  const missing = [...requestedHashes]
    .filter((hash) => !abisByHash.has(hash))
    .slice(0, MOST_MISSING);
  const read = await fetchMissing(module, chainId, missing).catch(() => new Map<string, ReadAbi>());
  for (const [hash, abi] of read) abisByHash.set(hash, abi);
  const checked = new Map([...read].filter(([, abi]) => !abi.unchecked));
  // If this fails, it is fetched again.
  await module.classes.keep(chainId, checked).catch(() => undefined);
  return Object.fromEntries(
    classHashes.map((hash) => [hash, abisByHash.get(canonicalHash(hash) ?? '') ?? null]),
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
    (answer) => !answer.ok && getFailure(answer.error)?.fault === 'tooLarge',
  );
  // Classes may have megabytes: those too large for one response together may fit one by one.
  const answers =
    isTooLarge && calls.length > 1
      ? (await Promise.all(calls.map((call) => node.batch([call], CLASS_DEADLINE)))).flat()
      : together;
  const read = new Map<string, ReadAbi>();
  let felts = MOST_FELTS;
  for (const [index, hash] of missing.entries()) {
    const answer = answers[index];
    if (!answer?.ok) continue;
    const { abi, sierra_program: program } = answer.value;
    const parsed = await module.compute(oneStep(() => parseAbi(abi)));
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

/** Whether a class has this hash, with its ABI's text as sent or as compilers format it. */
async function isOfClass(
  module: ClassReader,
  response: { readonly abi?: unknown },
  classHash: string,
): Promise<boolean> {
  try {
    const contractClass = parseContractClass(response);
    // These are hashed without a pause.
    if (Object.values(contractClass.entry_points_by_type).flat().length > MOST_POINTS) return false;
    for (const abi of new Set([response.abi, contractClass.abi]))
      if (
        typeof abi === 'string' &&
        sameFelt(await module.hashClass({ ...contractClass, abi }), classHash)
      )
        return true;
  } catch {
    // A malformed class has no hash.
  }
  return false;
}

/** Views of Cairo 0 proxies that return the class or contract that handles all other calls. */
const implementationViews = ['implementation', 'get_implementation', 'getImplementation'];

/** The view of a proxy for its implementation; undefined if the class is not a proxy. */
function implementationView(abi: Abi): string | undefined {
  const isProxy = Object.hasOwn(abi.functions, getSelector('__default__'));
  if (!isProxy) return undefined;
  return implementationViews
    .map(getSelector)
    .find((selector) => Object.hasOwn(abi.functions, selector));
}

export type PlacedClass = { readonly address: string; readonly classHash: string };

/**
 * The ABIs of contracts, by address as given: that of the contract's class; for a proxy, extended
 * with the functions of its implementation that it lacks. Costs the same as `fetchAbis`, and for
 * proxies one more HTTP request, since they may be upgraded. Never rejects.
 */
export async function fetchContractAbis(
  module: ClassReader,
  chainId: ChainId,
  contracts: readonly PlacedClass[],
): Promise<Abis> {
  const ownAbis = await fetchAbis(
    module,
    chainId,
    contracts.map(({ classHash }) => classHash),
  );
  const proxies = contracts.flatMap(({ address, classHash }) => {
    const view = ownAbis[classHash] && implementationView(ownAbis[classHash]);
    if (view === undefined || view === null) return [];
    return [{ address, view }];
  });
  const implementations = await fetchImplementations(module, chainId, proxies).catch(
    () => new Map(),
  );
  const behind = await fetchAbis(module, chainId, [...implementations.values()]);
  return Object.fromEntries(
    contracts.map(({ address, classHash }) => {
      const abi = ownAbis[classHash] ?? null;
      const implementation = behind[implementations.get(address) ?? ''];
      return [address, abi && implementation ? withFunctionsOf(abi, implementation) : abi];
    }),
  );
}

/** Class hashes by proxy address, without proxies that did not return exactly one felt. */
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
    proxies.flatMap(({ address }, index) => {
      const [hash, ...excess] = readOutcome(answers[index]) ?? [];
      if (hash !== undefined && excess.length === 0) return [[address, hash] as const];
      return [];
    }),
  );
}

/** Only the proxy's ABI if both declare a type differently. */
function withFunctionsOf(proxy: ReadAbi, implementation: ReadAbi): ReadAbi {
  const declared = [proxy, implementation].map(({ structs, enums }) => ({ ...structs, ...enums }));
  const [ownFunctions = {}, classFunctions = {}] = declared;
  const clash = Object.keys(ownFunctions).some(
    (name) =>
      Object.hasOwn(classFunctions, name) &&
      JSON.stringify(ownFunctions[name]) !== JSON.stringify(classFunctions[name]),
  );
  if (clash) return proxy;
  return {
    ...((proxy.unchecked || implementation.unchecked) && { unchecked: true }),
    functions: { ...implementation.functions, ...proxy.functions },
    structs: { ...implementation.structs, ...proxy.structs },
    enums: { ...implementation.enums, ...proxy.enums },
  };
}
