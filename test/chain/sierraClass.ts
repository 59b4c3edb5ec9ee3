import { doAtOnce } from '../../src/starknet/effort';
import { createPoseidonEngine } from '../../src/starknet/hash/poseidonWasm';
import { classHash } from '../../src/starknet/transactions/classHash';
import { parseContractClass } from '../../src/starknet/transactions/contractClass';

const engine = createPoseidonEngine(() => Promise.reject(new Error('There is no file.')));

export type PlacedSierra = { readonly hash: string; readonly sent: Record<string, unknown> };

/** A Sierra class as nodes send it, with its true hash. */
export async function sierraClass(
  abi: unknown,
  sierra_program: readonly string[] = ['0x1', '0x6', '0x0'],
): Promise<PlacedSierra> {
  const sent = {
    sierra_program,
    contract_class_version: '0.1.0',
    entry_points_by_type: {
      CONSTRUCTOR: [],
      EXTERNAL: [{ selector: '0x5', function_idx: 0 }],
      L1_HANDLER: [],
    },
    abi: typeof abi === 'string' ? abi : JSON.stringify(abi),
  };
  // With the ABI's text as sent, whatever the module would make of it.
  const hash = await classHash({ ...parseContractClass(sent), abi: sent.abi }, engine, doAtOnce);
  return { hash, sent };
}
