import fc from 'fast-check';
import {
  CairoCustomEnum,
  CairoOption,
  CairoOptionVariant,
  CairoResult,
  CairoResultVariant,
  cairo,
} from 'starknet';
import { type Given, leaves, same } from './leaves';

/** Entry point name in the generated ABIs. */
export const METHOD = 'act';

type Shape =
  | { kind: 'leaf'; type: string }
  | { kind: 'array' | 'span' | 'option' | 'nonZero'; of: Shape }
  | { kind: 'fixed'; of: Shape; length: number }
  | { kind: 'tuple'; of: Shape[] }
  | { kind: 'struct'; of: Shape[]; isGeneric: boolean }
  | { kind: 'enum'; of: (Shape | null)[] }
  | { kind: 'result'; of: [Shape, Shape] };
export type Declared = { type: string; values: fc.Arbitrary<Given> };
export type AbiEntry = { type: string; name: string; [more: string]: unknown };

const nonZero = ['core::felt252', 'core::integer::u8', 'core::integer::u256'];
const leaf = (types: readonly string[]) =>
  fc.constantFrom(...types).map((type): Shape => ({ kind: 'leaf', type }));
const anyLeaf = leaf(Object.keys(leaves));

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: anyLeaf },
    fc.record({
      kind: fc.constantFrom('array' as const, 'span' as const, 'option' as const),
      of: tie('shape'),
    }),
    fc.record({ kind: fc.constant('nonZero' as const), of: leaf(nonZero) }),
    fc.record({
      kind: fc.constant('fixed' as const),
      of: tie('shape'),
      length: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('tuple' as const),
      of: fc.array(tie('shape'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('struct' as const),
      of: fc.array(tie('shape'), { minLength: 1, maxLength: 4 }),
      isGeneric: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('enum' as const),
      of: fc.array(fc.option(tie('shape')), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('result' as const), of: fc.tuple(tie('shape'), tie('shape')) }),
  ),
}));

export const listNames = (count: number) => Array.from({ length: count }, (_, at) => `part_${at}`);
export const inOrder = (parts: readonly Declared[]) =>
  fc.tuple(...parts.map(({ values }) => values));
export const several = (of: Declared, minLength: number, maxLength: number) =>
  fc.array(of.values, { minLength, maxLength }).map((list) => ({
    js: list.map(({ js }) => js),
    plain: list.map(({ plain }) => plain),
  }));
export const record = (names: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(names.map((name, at) => [name, values[at]]));

/** A struct around a type whose name has a comma, at which starknet.js would split a tuple. */
function wrap(part: Declared, entries: AbiEntry[]): Declared {
  const isTaken = /^\(|^core::(?:result::Result|array::Array|option::Option)::/u.test(part.type);
  if (isTaken || !part.type.includes(',')) return part;
  const name = `test::Struct${entries.length}`;
  entries.push({ type: 'struct', name, members: [{ name: 'inner', type: part.type }] });
  const values = part.values.map(({ js, plain }) => ({
    js: { inner: js },
    plain: { inner: plain },
  }));
  return { type: name, values };
}

/** Names a shape, adds its declarations, and returns the values it accepts. */
function declare(shape: Shape, entries: AbiEntry[]): Declared {
  const inner = (one: Shape) => declare(one, entries);
  switch (shape.kind) {
    case 'leaf':
      return { type: shape.type, values: leaves[shape.type] ?? fc.constant(same(0n)) };
    case 'array':
    case 'span': {
      const of = inner(shape.of);
      const name = shape.kind === 'array' ? 'Array' : 'Span';
      return { type: `core::array::${name}::<${of.type}>`, values: several(of, 0, 3) };
    }
    case 'fixed': {
      const of = inner(shape.of);
      const values = several(of, shape.length, shape.length);
      return { type: `[${of.type}; ${shape.length}]`, values };
    }
    case 'nonZero': {
      const { type, values } = inner(shape.of);
      return {
        type: `core::zeroable::NonZero::<${type}>`,
        values: values.filter(({ js }) => js !== 0n),
      };
    }
    case 'option': {
      const of = inner(shape.of);
      const type = `core::option::Option::<${of.type}>`;
      const variants = [
        { name: 'Some', type: of.type },
        { name: 'None', type: '()' },
      ];
      entries.push({ type: 'enum', name: type, variants });
      const values = fc.option(of.values).map((some) => ({
        js: new CairoOption(some ? CairoOptionVariant.Some : CairoOptionVariant.None, some?.js),
        plain: some ? ['Some', some.plain] : ['None', null],
      }));
      return { type, values };
    }
    case 'result': {
      const [ok, err] = shape.of.map(inner) as [Declared, Declared];
      const type = `core::result::Result::<${ok.type}, ${err.type}>`;
      const variants = [
        { name: 'Ok', type: ok.type },
        { name: 'Err', type: err.type },
      ];
      entries.push({ type: 'enum', name: type, variants });
      const values = fc.oneof(
        ok.values.map(({ js, plain }) => ({
          js: new CairoResult(CairoResultVariant.Ok, js),
          plain: ['Ok', plain],
        })),
        err.values.map(({ js, plain }) => ({
          js: new CairoResult(CairoResultVariant.Err, js),
          plain: ['Err', plain],
        })),
      );
      return { type, values };
    }
    case 'tuple': {
      const parts = shape.of.map(inner).map((part) => wrap(part, entries));
      const values = inOrder(parts).map((list) => ({
        js: cairo.tuple(...list.map(({ js }) => js as bigint)),
        plain: list.map(({ plain }) => plain),
      }));
      return { type: `(${parts.map(({ type }) => type).join(', ')})`, values };
    }
    case 'struct': {
      const parts = shape.of.map(inner);
      const generic = shape.isGeneric ? `::<${parts[0]?.type}>` : '';
      const name = `test::Struct${entries.length}${generic}`;
      const names = listNames(parts.length);
      const members = parts.map(({ type }, at) => ({ name: names[at], type }));
      entries.push({ type: 'struct', name, members });
      const values = inOrder(parts).map((list) => ({
        js: record(
          names,
          list.map(({ js }) => js),
        ),
        plain: record(
          names,
          list.map(({ plain }) => plain),
        ),
      }));
      return { type: name, values };
    }
    case 'enum': {
      const parts = shape.of.map((one) => one && inner(one));
      const name = `test::Enum${entries.length}`;
      const names = listNames(parts.length);
      const variants = parts.map((one, at) => ({ name: names[at], type: one?.type ?? '()' }));
      entries.push({ type: 'enum', name, variants });
      const values = fc.oneof(
        ...parts.map((one, at) =>
          (one?.values ?? fc.constant({ js: {}, plain: null })).map(({ js, plain }) => ({
            js: new CairoCustomEnum(
              record(
                names,
                names.map((_, other) => (other === at ? js : undefined)),
              ),
            ),
            plain: [names[at], plain],
          })),
        ),
      );
      return { type: name, values };
    }
  }
}

export type RandomCall = {
  abi: AbiEntry[];
  /** In the form that starknet.js accepts. */
  args: unknown[];
  /** By name, in the form of `plainOf`. */
  plain: Record<string, unknown>;
};

/** As compilers declare it. */
const byteArray: AbiEntry = {
  type: 'struct',
  name: 'core::byte_array::ByteArray',
  members: [
    { name: 'data', type: 'core::array::Array::<core::bytes_31::bytes31>' },
    { name: 'pending_word', type: 'core::felt252' },
    { name: 'pending_word_len', type: 'core::integer::u32' },
  ],
};

/** A call of a Cairo 1 function with arguments of any types, in an ABI with interfaces. */
export const randomCall: fc.Arbitrary<RandomCall> = fc
  .array(shape, { maxLength: 4 })
  .chain((shapes) => {
    const entries: AbiEntry[] = [];
    const parts = shapes.map((one) => declare(one, entries));
    const names = listNames(parts.length);
    const inputs = parts.map(({ type }, at) => ({ name: names[at], type }));
    const method = { type: 'function', name: METHOD, inputs, outputs: [] };
    const abi = [
      { type: 'impl', name: 'TestImpl', interface_name: 'test::ITest' },
      byteArray,
      ...entries,
      {
        type: 'interface',
        name: 'test::ITest',
        items: [{ ...method, state_mutability: 'external' }],
      },
    ];
    return inOrder(parts).map((values) => ({
      abi,
      args: values.map(({ js }) => js),
      plain: record(
        names,
        values.map(({ plain }) => plain),
      ),
    }));
  });
