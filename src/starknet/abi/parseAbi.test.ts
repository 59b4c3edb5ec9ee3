import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getSelector } from '../selector';
import { decodeCall } from './decodeCall';
import { parseAbi } from './parseAbi';

const FELT = 'core::felt252';
const method = (name: string, inputs: unknown[] = [], more: object = {}) => ({
  type: 'function',
  name,
  inputs,
  outputs: [],
  ...more,
});
const one = (type: string) => [{ name: 'a', type }];
const struct = (name: string, ...types: string[]) => ({
  type: 'struct',
  name,
  members: types.map((type, at) => ({ name: `m${at}`, type })),
});
const namesIn = (abi: unknown): string[] =>
  Object.values(parseAbi(abi)?.functions ?? {}).map(({ name }) => name);
/** Whether felts that are all zero decode for a function with one parameter of this type. */
const takes = (type: string, felts: number, ...declared: object[]): boolean => {
  const abi = parseAbi([method('act', one(type)), ...declared]);
  return !!abi && !!decodeCall(abi, getSelector('act'), Array(felts).fill('0x0'));
};

describe('parseAbi', () => {
  it('reads the functions of embedded interfaces, and no others', () => {
    const abi = [
      { type: 'impl', name: 'Impl', interface_name: 'a::IToken' },
      {
        type: 'interface',
        name: 'a::IToken',
        items: [
          method('transfer', one(FELT), { state_mutability: 'external' }),
          method('name', [], { state_mutability: 'view' }),
        ],
      },
      { type: 'interface', name: 'a::IOther', items: [method('unreachable')] },
      { type: 'constructor', name: 'constructor', inputs: one(FELT) },
      { type: 'l1_handler', name: 'deposit', inputs: one(FELT) },
      { type: 'event', name: 'a::Event', kind: 'enum', variants: [] },
      method('standalone', [], { state_mutability: 'external' }),
    ];
    expect(parseAbi(abi)).toEqual({
      functions: {
        [getSelector('transfer')]: { name: 'transfer', inputs: one(FELT) },
        [getSelector('name')]: { name: 'name', inputs: [] },
        [getSelector('standalone')]: { name: 'standalone', inputs: [] },
      },
      structs: {},
      enums: {},
    });
  });

  it('reads the older flat form, and that of Cairo 0', () => {
    expect(parseAbi([method('act', one(FELT))])).toHaveProperty(['functions', getSelector('act')]);
    const read = parseAbi([method('get', one('felt'), { stateMutability: 'view' })]);
    expect(read).toHaveProperty(['functions', getSelector('get')]);
  });

  it('reads a JSON text as the array that it holds', () => {
    const abi = [method('act', one('a::S')), struct('a::S', FELT)];
    expect(parseAbi(JSON.stringify(abi))).toEqual(parseAbi(abi));
  });

  it('keeps only those declarations that the functions use', () => {
    const abi = parseAbi([
      method('act', one('core::array::Span::<(a::S, core::felt252)>')),
      struct('a::S', 'a::Inner'),
      struct('a::Inner', FELT),
      struct('a::Unused', FELT),
      { type: 'enum', name: 'a::Unused', variants: one('()') },
    ]);
    expect(Object.keys(abi?.structs ?? {})).toEqual(['a::S', 'a::Inner']);
    expect(abi?.enums).toEqual({});
  });

  it('leaves out what is said of one name in two ways', () => {
    const [first, other] = [method('act', one(FELT)), method('act', one('core::bool'))];
    expect(namesIn([first, { ...first, outputs: one(FELT) }])).toEqual(['act']);
    expect(namesIn([first, other])).toEqual([]);
    expect(namesIn([first, other, first])).toEqual([]);
    expect(takes('a::S', 1, struct('a::S', FELT))).toBe(true);
    expect(takes('a::S', 1, struct('a::S', FELT), struct('a::S', 'core::bool'))).toBe(false);
  });

  // The third one is "act" with a Cyrillic a.
  it.each(['', 'a b', '\u0430ct', '<b>', 'x'.repeat(129), 7, null, {}])(
    'leaves out a function that is named %p',
    (name) => {
      expect(namesIn([method('fine'), { ...method('act'), name }])).toEqual(['fine']);
      expect(namesIn([method('fine'), method('act', [{ name, type: FELT }])])).toEqual(['fine']);
    },
  );

  it.each([['\u202ecore::felt252'], ['core::felt252\n'], ['x'.repeat(1_001)], [['felt']], [{}]])(
    'leaves out a function with a parameter of type %p',
    (type) => {
      expect(namesIn([method('act', [{ name: 'a', type }])])).toEqual([]);
    },
  );

  it.each([
    undefined,
    null,
    7,
    true,
    '',
    'abi',
    '{}',
    '7',
    {},
    { length: 1 },
    '['.repeat(100_000),
    `[${' '.repeat(4_089_446)}]`,
  ])('refuses %p', (abi) => {
    expect(parseAbi(abi)).toBeUndefined();
  });

  it('reads an empty ABI as one without functions', () => {
    expect(namesIn([])).toEqual([]);
    expect(parseAbi([null, 7, 'x', [], {}])).toMatchObject({ functions: {} });
  });

  it('resists names that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(takes(name, 1)).toBe(false);
      expect(takes(name, 1, struct(name, FELT))).toBe(false);
      expect(parseAbi([method(name)])?.functions[getSelector(name)]?.name).toBe(name);
    }
    expect(Object.getPrototypeOf(parseAbi([struct('__proto__', FELT)])?.structs)).toBe(
      Object.prototype,
    );
  });

  it.each(['', 'a b', '\u0430ct', '<b>', 'x'.repeat(129), 'a::b', '7'])(
    'refuses a struct and an enum with a part that is named %p',
    (name) => {
      const parts = [...one(FELT), { name, type: FELT }];
      expect(takes('a::S', 2, { type: 'struct', name: 'a::S', members: parts })).toBe(false);
      expect(takes('a::S', 2, { type: 'enum', name: 'a::S', variants: parts })).toBe(false);
    },
  );

  it('refuses an enum without a variant, and a struct of two parts with one name', () => {
    expect(takes('a::S', 1, { type: 'enum', name: 'a::S', variants: [] })).toBe(false);
    const twice = [...one(FELT), ...one(FELT)];
    expect(takes('a::S', 2, { type: 'struct', name: 'a::S', members: twice })).toBe(false);
    const longest = [{ name: 'x'.repeat(128), type: FELT }];
    expect(takes('a::S', 1, { type: 'struct', name: 'a::S', members: longest })).toBe(true);
  });

  it('does not let an ABI declare the types of the language anew', () => {
    expect(takes('core::integer::u256', 1, struct('core::integer::u256', FELT))).toBe(false);
    expect(takes('core::integer::u256', 2, struct('core::integer::u256', FELT))).toBe(true);
  });
});

describe('a type without an end', () => {
  it.each([
    ['a struct in itself', [struct('a::S', FELT, 'a::S')]],
    ['a list of itself', [struct('a::S', 'core::array::Array::<a::S>')]],
    ['two in each other', [struct('a::S', 'a::T'), struct('a::T', '(a::S, core::felt252)')]],
    ['an enum in itself', [{ type: 'enum', name: 'a::S', variants: one('a::S') }]],
  ])('refuses a type that contains itself: %s', (_, declared) => {
    expect([0, 1, 2, 3].some((felts) => takes('a::S', felts, ...declared))).toBe(false);
  });

  it('refuses a type of an absurd number of felts, parts or levels', () => {
    const doubled = Array.from({ length: 15 }, (_, at) =>
      struct(`a::S${at}`, ...Array(2).fill(at === 14 ? FELT : `a::S${at + 1}`)),
    );
    expect(takes('a::S0', 2 ** 15, ...doubled)).toBe(false);
    expect(takes('a::S10', 2 ** 5, ...doubled)).toBe(true);
    expect(takes(`${'('.repeat(100)}core::felt252${')'.repeat(100)}`, 1)).toBe(false);
    expect(takes('[[core::felt252; 1000]; 1000]', 1_000_000)).toBe(false);
    expect(takes('[[core::felt252; 10]; 10]', 100)).toBe(true);
    expect(takes('a::Wide', 3_000, struct('a::Wide', ...Array(3_000).fill(FELT)))).toBe(false);
    expect(takes('core::array::Array::<()>', 1)).toBe(false);
  });

  it('refuses types that are absurd only together', () => {
    const decodes = (types: string[], felts: number, ...declared: object[]) => {
      const inputs = types.map((type, at) => ({ name: `a${at}`, type }));
      const abi = parseAbi([method('act', inputs), ...declared]);
      return !!abi && !!decodeCall(abi, getSelector('act'), Array(felts).fill('0x0'));
    };
    const chain = Array.from({ length: 20 }, (_, at) =>
      struct(`a::S${at}`, at === 19 ? FELT : `a::S${at + 1}`),
    );
    expect(decodes(['a::S8', 'a::S9'], 2, ...chain)).toBe(true);
    expect(decodes(['a::S8', 'a::S0'], 2, ...chain)).toBe(false);
    const wide = struct('a::Wide', ...Array(900).fill(FELT));
    expect(decodes(['a::Wide', 'a::Wide'], 1_800, wide)).toBe(true);
    expect(decodes(['a::Wide', 'a::Wide', 'a::Wide'], 2_700, wide)).toBe(false);
  });

  it('costs no more than its length', () => {
    // Each names the next twice, and the last one does not exist.
    const declared = Array.from({ length: 9_000 }, (_, at) =>
      struct(`a::S${at}`, `a::S${at + 1}`, `core::array::Array::<a::S${at + 1}>`),
    );
    const methods = Array.from({ length: 900 }, (_, at) => method(`act${at}`, one(`a::S${at}`)));
    const before = process.cpuUsage();
    expect(namesIn([...methods, ...declared])).toHaveLength(900);
    // By processor time, which other work on the machine does not lengthen much.
    expect(process.cpuUsage(before).user / 1e3).toBeLessThan(2_000);
    expect(parseAbi(Array.from({ length: 1_001 }, (_, at) => method(`act${at}`)))).toBeUndefined();
  });
});

it('throws at no ABI, whatever it holds', () => {
  const piece = fc.constantFrom(
    'core::array::Array',
    'core::felt252',
    'felt',
    'a::S',
    'core::option::Option',
    '()',
    'core::internal::bounded_int::BoundedInt::<',
    '::<',
    '>',
    '(',
    ')',
    '[',
    ']',
    ',',
    ';',
    '; 2',
    '-1',
    '*',
    ' ',
    'a: ',
    'core::zeroable::NonZero::<',
  );
  const type = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const part = fc.record({ name: fc.constantFrom('a', 'a_len', 'b'), type });
  const junk = fc.jsonValue();
  const entry = fc.record(
    {
      type: fc.constantFrom('function', 'struct', 'enum', 'impl', 'interface'),
      name: fc.oneof(fc.constantFrom('act', 'a::S'), junk),
      inputs: fc.oneof({ weight: 9, arbitrary: fc.array(part, { maxLength: 4 }) }, junk),
      members: fc.oneof({ weight: 9, arbitrary: fc.array(part, { maxLength: 4 }) }, junk),
      variants: fc.oneof({ weight: 9, arbitrary: fc.array(part, { maxLength: 4 }) }, junk),
      items: junk,
      interface_name: junk,
    },
    { requiredKeys: ['type', 'name', 'inputs'] },
  );
  const felts = fc.array(fc.constantFrom('0x0', '0x1', '2', 'x'), { maxLength: 6 });
  fc.assert(
    fc.property(fc.oneof(fc.array(entry, { maxLength: 5 }), junk), felts, (value, calldata) => {
      expect(() => {
        const abi = parseAbi(value);
        if (abi) decodeCall(abi, getSelector('act'), calldata);
      }).not.toThrow();
    }),
    { numRuns: 1_000 },
  );
});
