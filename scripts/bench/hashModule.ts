import { hash } from 'starknet';
import { contractAddress } from '../../src/starknet/accounts/classes';
import { doAtOnce } from '../../src/starknet/effort';
import { toHex } from '../../src/starknet/felt';
import { createPoseidonEngine } from '../../src/starknet/hash/poseidonWasm';
import { classHash } from '../../src/starknet/transactions/classHash';
import { parseContractClass } from '../../src/starknet/transactions/contractClass';

/*
 * A module that only hashes, with our implementation and with starknet.js, for the sandbox that
 * scripts/bench/hash.ts starts. Time is taken outside.
 */
declare const snap: { request(request: { method: string; params: object }): Promise<unknown> };

const engines = {
  wasm: createPoseidonEngine(async () => {
    const params = { path: './static/poseidon.wasm' };
    return atob(String(await snap.request({ method: 'snap_getFile', params })));
  }),
  bigint: createPoseidonEngine(() => Promise.reject(new Error('not asked for'))),
};

const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
const programs = new Map<number, string[]>();
/** Full-width felts, the same in every run. */
function programOf(felts: number): string[] {
  const cached = programs.get(felts);
  if (cached) return cached;
  let last = 123_456_789n;
  const program = Array.from({ length: felts }, () => {
    last = (last * last + 7n) % PRIME;
    return toHex(last);
  });
  programs.set(felts, program);
  return program;
}

const contractOf = (felts: number) => ({
  sierra_program: programOf(felts),
  contract_class_version: '0.1.0',
  entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  abi: [],
});
type Given = Parameters<typeof hash.computeSierraContractClassHash>[0];
type Params = { felts: number; engine: 'wasm' | 'bigint' | 'starknet'; salt: string };

export async function onRpcRequest({ request }: { request: { method: string; params: Params } }) {
  const { felts, engine, salt } = request.params;
  switch (request.method) {
    case 'prepare':
      return programOf(felts).length;
    case 'classHash':
      return engine === 'starknet'
        ? hash.computeSierraContractClassHash(contractOf(felts) as unknown as Given) // as compilers give it
        : classHash(parseContractClass(contractOf(felts)), engines[engine], doAtOnce);
    case 'address': {
      const constructorCalldata = ['0x0', salt, '0x1'];
      if (engine === 'starknet')
        return hash.calculateContractAddressFromHash(salt, '0x123', constructorCalldata, 0);
      return contractAddress({ salt, classHash: '0x123', constructorCalldata });
    }
    default:
      return null;
  }
}
