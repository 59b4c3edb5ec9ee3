import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import { askChain } from './localChain';

type ChainClass = {
  readonly sierra_program: readonly string[];
  readonly contract_class_version: string;
  readonly entry_points_by_type: object;
  readonly abi: string;
};

/** The chain's universal deployer contract, whose class is small. */
const DEPLOYER = '0x02ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125';

/**
 * Creates a class that can be declared on the local chain, without a compiler: the program of an
 * existing contract with another ABI has a new class hash and the same compiled class.
 */
export async function makeClass(chain: LocalChain, log: Log, name: string): Promise<object> {
  const ask = <T>(method: string, params: object) => askChain<T>(chain, log, method, params);
  const deployerInLatest = { block_id: 'latest', contract_address: DEPLOYER };
  const contractClass = await ask<ChainClass>('starknet_getClassAt', deployerInLatest);
  const class_hash = await ask<string>('starknet_getClassHashAt', deployerInLatest);
  const casm = await ask<object>('starknet_getCompiledCasm', { class_hash });
  const unused = { type: 'struct', name, members: [] };
  return {
    contract: {
      ...contractClass,
      abi: JSON.stringify([...(JSON.parse(contractClass.abi) as object[]), unused]),
    },
    casm,
  };
}
