import { type CompiledSierra, type CompiledSierraCasm, hash } from 'starknet';
import { askChain } from '../../scripts/start/localChain';
import type { StoredTransaction } from '../../src/schema/transaction';
import type { openModule } from '../wallet/openModule';

export type NodeClass = {
  sierra_program: string[];
  contract_class_version: string;
  entry_points_by_type: object;
  abi: string;
};
/** A class to declare, with its hashes by starknet.js. */
export type Declarable = {
  contract: Omit<NodeClass, 'abi'> & { abi: unknown[] };
  classHash: string;
  compiledClassHash: string;
  casm: CompiledSierraCasm;
};

/** Its class has a twentieth of the token's felts: so much faster to hash and to compile. */
const DEPLOYER = '0x02ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125';

/**
 * Creates classes from a contract of the node: its program with another ABI has the same compiled
 * class but a new class hash.
 */
export async function readDeclarables(chainUrl: string, contract_address = DEPLOYER) {
  const at = { block_id: 'latest', contract_address };
  const given = await askChain<NodeClass>(chainUrl, 'starknet_getClassAt', at);
  const class_hash = await askChain<string>(chainUrl, 'starknet_getClassHashAt', at);
  const casm = await askChain<CompiledSierraCasm>(chainUrl, 'starknet_getCompiledCasm', {
    class_hash,
  });
  const compiledClassHash = hash.computeCompiledClassHash(casm);
  const declarable = (structName: string): Declarable => {
    const unused = {
      type: 'struct',
      name: `test::${structName}`,
      members: [{ name: 'felt: "one", two', type: 'core::felt252' }],
    };
    const contract = { ...given, abi: [...JSON.parse(given.abi), unused] };
    const classHash = hash.computeSierraContractClassHash(contract as unknown as CompiledSierra); // the node's shape
    return { contract, classHash, compiledClassHash, casm };
  };
  return { given, declarable };
}

export const createPayload = (
  { contract, compiledClassHash }: Declarable,
  changes: object = {},
): object => ({ contract, compiledClassHash, ...changes });

export const readJournal = (
  { invoke }: Pick<ReturnType<typeof openModule>, 'invoke'>,
  senderAddress: string,
): Promise<StoredTransaction[]> =>
  invoke('xnet_getTransactions', { senderAddress, onlyFromState: true });

export const isDeclared = (chainUrl: string, classHash: string): Promise<boolean> =>
  askChain(chainUrl, 'starknet_getClass', { block_id: 'latest', class_hash: classHash }).then(
    () => true,
    () => false,
  );
