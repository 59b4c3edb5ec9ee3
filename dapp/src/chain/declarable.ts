import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import { askChain } from './localChain';
import { tokens } from './tokens';

type ChainClass = {
  readonly sierra_program: readonly string[];
  readonly contract_class_version: string;
  readonly entry_points_by_type: object;
  readonly abi: string;
};

/**
 * A class that can be declared on the local chain, made without a compiler: the chain's own STRK
 * token under another ABI is a class of its own, with the same compiled class.
 */
export async function makeClass(chain: LocalChain, log: Log, name: string): Promise<object> {
  const ask = <T>(method: string, params: object) => askChain<T>(chain, log, method, params);
  const at = { block_id: 'latest', contract_address: tokens.STRK };
  const token = await ask<ChainClass>('starknet_getClassAt', at);
  const class_hash = await ask<string>('starknet_getClassHashAt', at);
  const casm = await ask<Casm>('starknet_getCompiledCasm', { class_hash });
  // Only who declares needs the library, so it is not part of the page.
  const { hash } = await import('starknet');
  const unused = { type: 'struct', name, members: [] };
  return {
    contract: { ...token, abi: JSON.stringify([...(JSON.parse(token.abi) as object[]), unused]) },
    compiledClassHash: hash.computeCompiledClassHash(casm),
  };
}

type Casm = Parameters<typeof import('starknet').hash.computeCompiledClassHash>[0];
