import { beforeEach, describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../test/wallet/memoryStorage';
import { chainIds } from '../schema/primitives';
import { createClasses, type StoredAbi } from './classes';
import { createStore } from './store';

const { mainnet, sepolia } = chainIds;
const abiOf = (name: string): StoredAbi => ({
  functions: { '0x1': { name, inputs: [{ name: 'a', type: 'a::S' }] } },
  structs: { 'a::S': [{ name: 'b', type: 'core::felt252' }] },
  enums: {},
});
const hash = (number: number) => `0x${(number + 1).toString(16)}`;

let memory: ReturnType<typeof memoryStorage>;
beforeEach(() => {
  memory = memoryStorage();
});
/** A module that has just started. */
const open = () => createClasses(createStore(memory.storage));
const keep = (numbers: readonly number[], name = 'act') =>
  open().keep(sepolia, new Map(numbers.map((number) => [hash(number), abiOf(name)])));
const keptOf = async (...numbers: number[]) => {
  const abis = await open().abis(sepolia, numbers.map(hash));
  return numbers.filter((number) => abis.has(hash(number)));
};

describe('classes', () => {
  it('keeps ABIs by network and hash, over a restart', async () => {
    await keep([1, 2]);
    const abis = await open().abis(sepolia, [hash(1), hash(3)]);
    expect([...abis]).toEqual([[hash(1), abiOf('act')]]);
    expect((await open().abis(mainnet, [hash(1)])).size).toBe(0);
  });

  it('keeps a class once', async () => {
    await keep([1]);
    await keep([1], 'other');
    expect((await open().abis(sepolia, [hash(1)])).get(hash(1))).toEqual(abiOf('other'));
    expect([...memory.parts.plain.keys()].filter((key) => /place\d/u.test(key))).toHaveLength(1);
  });

  it('keeps all classes of many simultaneous requests', async () => {
    const classes = open();
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    await Promise.all(
      numbers.map((number) => classes.keep(sepolia, new Map([[hash(number), abiOf('act')]]))),
    );
    expect(await keptOf(...numbers)).toEqual(numbers);
  });

  it('replaces the oldest classes, so that what is kept stays limited', async () => {
    const numbers = Array.from({ length: 130 }, (_, at) => at);
    await keep(numbers);
    expect(await keptOf(0, 1, 2, 128, 129)).toEqual([2, 128, 129]);
    await keep(numbers.map((number) => number + 1_000));
    expect(await keptOf(129, 1_001, 1_002)).toEqual([1_002]);
    expect(memory.parts.plain.size).toBe(128 + 2);
  });

  it('omits a class with a very long ABI', async () => {
    const long = {
      ...abiOf('act'),
      structs: { 'a::S': Array(2_000).fill({ name: 'b', type: 'felt' }) },
    };
    await open().keep(
      sepolia,
      new Map([
        [hash(1), long],
        [hash(2), abiOf('act')],
      ]),
    );
    expect(await keptOf(1, 2)).toEqual([2]);
  });

  it('reads only the request’s own keys', async () => {
    await keep([1, 2]);
    const cost = () => memory.measure(() => open().abis(sepolia, [hash(1), hash(2)]));
    const few = await cost();
    await keep(Array.from({ length: 100 }, (_, at) => at + 10));
    const many = await cost();
    expect(many).toMatchObject({ reads: few.reads, writes: 0 });
    // The version and what each place holds, too.
    expect(few.reads).toBe(4);
    expect(many.bytes - few.bytes).toBeLessThan(100 * 8);
  });

  it('mixes up no classes after a torn write, and keeps them again', async () => {
    await keep(Array.from({ length: 128 }, (_, at) => at));
    // The place of the oldest is taken; the note of it is not written.
    memory.tearAt({ atWrite: 2, effect: 'before' });
    await expect(keep([500], 'other')).rejects.toThrow('The storage failed.');
    memory.tearAt(undefined);
    expect(await keptOf(0, 1, 500)).toEqual([1]);
    await keep([0]);
    expect((await open().abis(sepolia, [hash(0)])).get(hash(0))).toEqual(abiOf('act'));
  });

  it('counts an unreadable class as not kept', async () => {
    await keep([1, 2]);
    memory.parts.plain.set(`classes.${sepolia}.place0`, '{"classHash":"0x2","abi":7}');
    expect(await keptOf(1, 2)).toEqual([2]);
    await keep([1]);
    expect(await keptOf(1, 2)).toEqual([1, 2]);
  });
});
