import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { hash } from 'starknet';
import { builtEngine } from '../../../test/random/hashing';
import { FIELD_PRIME } from '../../schema/primitives';
import { type DoSteps, finish } from '../effort';
import { shortString, toHex } from '../felt';
import { poseidonHashMany } from '../hash/poseidon';
import { createPoseidonEngine, type PoseidonEngine } from '../hash/poseidonWasm';
import { starknetKeccak } from '../selector';
import { classHash } from './classHash';
import { parseContractClass } from './contractClass';

jest.setTimeout(120_000);

let engine: PoseidonEngine;
const slow = createPoseidonEngine(() => Promise.reject(new Error('There is no file.')));
beforeAll(async () => {
  engine = await builtEngine();
});

type Given = Parameters<typeof hash.computeSierraContractClassHash>[0];
const example = {
  sierra_program: ['0x1', '0x2', '0x3'],
  contract_class_version: '0.1.0',
  entry_points_by_type: {
    CONSTRUCTOR: [],
    EXTERNAL: [{ selector: '0x1', function_idx: 0 }],
    L1_HANDLER: [],
  },
  abi: [{ type: 'function', name: 'a:b,c "d"', inputs: [] }],
};

/** Does each step in a task of its own. */
const inTasks: DoSteps = async (steps) => {
  await setImmediate();
  return finish(steps);
};

describe('classHash', () => {
  it('hashes an ABI in the form of the compilers, however it is given', async () => {
    const expected = hash.computeSierraContractClassHash(example as unknown as Given); // the oracle's type is narrower than what it takes
    const { abi } = parseContractClass(example);
    expect(abi).toBe('[{"type": "function", "name": "a:b,c \\"d\\"", "inputs": []}]');
    expect(await classHash(parseContractClass({ ...example, abi }), engine, inTasks)).toBe(
      expected,
    );
    expect(await classHash(parseContractClass({ ...example, abi }), slow, inTasks)).toBe(expected);
    const tight = parseContractClass({ ...example, abi: JSON.stringify(example.abi) });
    expect(tight.abi).toBe(abi);
    expect(await classHash(tight, engine, inTasks)).toBe(expected);
    expect(parseContractClass({ ...example, abi: 'no JSON' }).abi).toBe('no JSON');
  });

  it('hashes a class without an ABI as with an empty one, which is another than an empty list', async () => {
    const { abi: _abi, ...bare } = example;
    const hashed = await classHash(parseContractClass(bare), engine, inTasks);
    const [version, program] = [BigInt(shortString('CONTRACT_CLASS_V0.1.0')), [1n, 2n, 3n]];
    const none = poseidonHashMany([]);
    const felts = [version, poseidonHashMany([1n, 0n]), none, none, starknetKeccak('')];
    expect(BigInt(hashed)).toBe(poseidonHashMany([...felts, poseidonHashMany(program)]));
    const listed = parseContractClass({ ...bare, abi: [] });
    expect(await classHash(listed, engine, inTasks)).not.toBe(hashed);
  });

  it('leaves the event loop free between slices, and hashes two classes at once', async () => {
    const program = Array.from({ length: 9_000 }, (_, i) => toHex(BigInt(i) ** 15n));
    const classes = [
      parseContractClass({ ...example, sierra_program: program }),
      parseContractClass({ ...example, sierra_program: [...program].reverse() }),
    ];
    const order: string[] = [];
    const hashing = classes.map((each) =>
      classHash(each, engine, inTasks).then((hashed) => {
        order.push('hash');
        return hashed;
      }),
    );
    let free = true;
    const tick = () => {
      order.push('tick');
      if (free) setTimeout(tick, 0);
    };
    tick();
    const hashes = await Promise.all(hashing);
    free = false;
    expect(order.filter((each) => each === 'tick').length).toBeGreaterThanOrEqual(3);
    for (const [i, each] of [program, [...program].reverse()].entries()) {
      const given = { ...example, sierra_program: each } as unknown as Given; // the oracle's type is narrower than what it takes
      expect(hashes[i]).toBe(hash.computeSierraContractClassHash(given));
    }
  });

  it.each([
    ['0x', 2],
    ['5', 0],
    ['0xg', 1],
    [toHex(FIELD_PRIME), 1],
    [`0x${'f'.repeat(64)}`, 1],
    [`0x${'0'.repeat(80)}`, 1],
  ])('refuses %s in the program, and names the line', async (value, position) => {
    const sierra_program = example.sierra_program.map((each, i) => (i === position ? value : each));
    const hashing = classHash(parseContractClass({ ...example, sierra_program }), engine, inTasks);
    await expect(hashing).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: `sierra_program.${position}` },
    });
  });
});

describe('parseContractClass', () => {
  const refusedPath = (change: object): string | undefined => {
    try {
      parseContractClass({ ...example, ...change });
    } catch (error) {
      if (error instanceof ModuleError && error.kind === 'invalidParams') return error.data.path;
      throw error;
    }
    throw new Error('It was accepted.');
  };
  const points = example.entry_points_by_type;

  it.each<[object, string]>([
    [{ contract_class_version: '0.2.0' }, 'contract_class_version'],
    [{ contract_class_version: undefined }, 'contract_class_version'],
    [{ sierra_program: 'H4sI' }, 'sierra_program'],
    [{ sierra_program: [1] }, 'sierra_program.0'],
    [{ sierra_program: new Array(81_921).fill('0x1') }, 'sierra_program'],
    [{ abi: 5 }, 'abi'],
    [{ abi: {} }, 'abi'],
    [{ abi: ' '.repeat(4_089_447) }, 'abi'],
    [{ entry_points_by_type: [] }, 'entry_points_by_type'],
    [{ entry_points_by_type: { ...points, EXTERNAL: undefined } }, 'entry_points_by_type.EXTERNAL'],
    [
      { entry_points_by_type: { ...points, EXTERNAL: [{ selector: 'x', function_idx: 0 }] } },
      'entry_points_by_type.EXTERNAL.0.selector',
    ],
    [
      { entry_points_by_type: { ...points, EXTERNAL: [{ selector: '0x1', function_idx: -1 }] } },
      'entry_points_by_type.EXTERNAL.0.function_idx',
    ],
    [
      { entry_points_by_type: { ...points, EXTERNAL: [{ selector: toHex(FIELD_PRIME) }] } },
      'entry_points_by_type.EXTERNAL.0.selector',
    ],
    [
      { entry_points_by_type: { ...points, EXTERNAL: [{ selector: '1', function_idx: 2 ** 32 }] } },
      'entry_points_by_type.EXTERNAL.0.function_idx',
    ],
  ])('refuses a class with %#', (change, path) => expect(refusedPath(change)).toBe(path));

  it('accepts the largest program and omits what is no part of a class', () => {
    const sierra_program = new Array<string>(81_920).fill('0x1');
    const read = parseContractClass({ ...example, sierra_program, sierra_program_debug_info: {} });
    expect(read.sierra_program).toHaveLength(81_920);
    expect(Object.keys(read).sort()).toEqual(
      ['abi', 'contract_class_version', 'entry_points_by_type', 'sierra_program'].sort(),
    );
  });
});
