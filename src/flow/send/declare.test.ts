import { expect, it } from '@jest/globals';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds, networks } from '../../schema/primitives';
import { type DoSteps, effort } from '../../starknet/effort';
import { toHex } from '../../starknet/felt';
import { parseCompiledClass } from '../../starknet/transactions/compiledClass';
import { parseDeclaration } from './declare';

const FELTS = 2_000;
const felts = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => toHex(BigInt(at + 1) ** 11n));
const entryPoints = { EXTERNAL: [], L1_HANDLER: [], CONSTRUCTOR: [] };

it('computes both hashes of a class in small steps of the site that asks, and nothing beside', async () => {
  const { module } = openModule();
  const network = networks.find(({ chainId }) => chainId === chainIds.sepolia);
  if (!network) throw new Error('There is a test network.');
  let charged = 0;
  let largest = 0;
  const compute: DoSteps = async (steps) => {
    for (;;) {
      const before = effort();
      const step = steps.next();
      charged += effort() - before;
      largest = Math.max(largest, effort() - before);
      if (step.done) return step.value;
    }
  };
  const before = effort();
  const casm = {
    bytecode: felts(FELTS),
    // One segment of half the code, and many that are tiny.
    bytecode_segment_lengths: [FELTS / 2, ...Array.from({ length: FELTS / 2 }, () => 1)],
    entry_points_by_type: entryPoints,
  };
  const contract = {
    sierra_program: felts(FELTS),
    contract_class_version: '0.1.0',
    entry_points_by_type: entryPoints,
    abi: 'a'.repeat(300_000),
  };
  for (const by of ['blake2s', 'poseidon'] as const) {
    const compiledClassHash = await module.hashCompiledClass(parseCompiledClass(casm), by, compute);
    const context = { origin: 'https://dapp.example', method: 'xnet_estimateFee', network };
    await parseDeclaration(
      { ...module, compute },
      context,
      { contract, casm, compiledClassHash },
      'invocations',
    );
  }
  expect(effort() - before - charged).toBeLessThan(1);
  expect(charged).toBeGreaterThan(100);
  // A slice ends with the first step that goes beyond 10 ms.
  expect(largest).toBeLessThan(25);
}, 60_000);
