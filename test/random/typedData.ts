import fc from 'fast-check';
import { basicTypes, presets } from '../../src/starknet/typedData/declarations';

type Draw = fc.GeneratorValue;
type Member = { name: string; type: string; contains?: string };
type Value = unknown;

export type RandomTypedData = {
  types: Record<string, Member[]>;
  primaryType: string;
  domain: Record<string, Value>;
  message: Record<string, Value>;
};
/** Typed data that libraries hash, and the numbers of facts and of unused types in it. */
export type RandomCase = {
  typedData: RandomTypedData;
  revision: 0 | 1;
  leaves: number;
  unusedTypes: number;
};

const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
const upTo = (max: bigint) =>
  fc
    .oneof(fc.bigInt(0n, max), fc.bigInt(0n, max < 300n ? max : 300n), fc.constant(max))
    .chain((value) =>
      fc.constantFrom<Value>(
        `0x${value.toString(16)}`,
        value.toString(),
        `0x${value.toString(16).toUpperCase().padStart(64, '0')}`,
        ...(value < 2n ** 53n ? [Number(value)] : []),
      ),
    );
const printable = (maxLength: number) =>
  fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((c) => String.fromCharCode(c)),
    maxLength,
  });
const clear = printable(31).filter((text) => !/^[-+\s]*[0-9]|^\s*$/u.test(text));
const feltOrText = fc.oneof(upTo(PRIME - 1n), clear);
const identifier = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/u);
const signed = fc
  .bigInt(-(2n ** 127n), 2n ** 127n - 1n)
  .chain((value) => fc.constantFrom<Value>(value.toString(), Number(value % 1000n)));
const values: Record<string, fc.Arbitrary<Value>> = {
  felt: feltOrText,
  felt252: feltOrText,
  u8: upTo(255n),
  u16: upTo(65_535n),
  u32: upTo(2n ** 32n - 1n),
  u64: upTo(2n ** 64n - 1n),
  shortstring: feltOrText,
  u128: upTo(2n ** 128n - 1n),
  timestamp: upTo(2n ** 128n - 1n),
  i128: signed,
  ContractAddress: upTo(2n ** 251n - 257n),
  ClassHash: upTo(PRIME - 1n),
  bool: fc.boolean(),
  selector: fc.oneof(
    identifier,
    clear.filter((text) => text !== ''),
    fc.bigInt(0n, 2n ** 250n - 1n).map((value) => `0x${value.toString(16)}`),
  ),
};

const names = fc.constantFrom('a', 'Amount', 'To whom', 'b (2)', 'x,y', 'ä', 'é:1', 'toto', 'n1');

/** Generates types first, from the innermost to the message, then a value of the last one. */
function drawCase(g: Draw, revision: 0 | 1): RandomCase {
  const types: Record<string, Member[]> = {};
  const structs: string[] = revision === 1 ? [...presets.keys()] : [];
  const enums: string[] = [];
  const used = new Set<string>(presets.keys());
  const pick = (list: readonly string[]): string => {
    const name = g(fc.constantFrom<string[]>, ...list);
    used.add(name);
    return name;
  };
  const drawType = (): string => {
    const inner = [...basicTypes[revision], ...structs];
    const name = pick(inner);
    const arrays = structs.includes(name) ? ['', '', '*'] : ['', '', '*', '**'];
    return `${name}${g(fc.constantFrom<string[]>, ...arrays)}`;
  };
  const drawMember = (name: string): Member => {
    const kind = g(fc.nat, 9);
    if (kind === 0)
      return { name, type: 'merkletree', contains: pick([...basicTypes[revision], ...structs]) };
    if (kind <= 2 && enums.length > 0) return { name, type: 'enum', contains: pick(enums) };
    return { name, type: drawType() };
  };
  const drawNames = (): string[] =>
    g(fc.uniqueArray<string, string>, revision === 1 ? names : identifier, {
      maxLength: 4,
    });

  const count = g(fc.nat, 4);
  for (let i = 0; i < count; i++) {
    const name = `${g(fc.constantFrom<string[]>, 'Order', 'Leg of', 'Ünit', 'b-z')} ${i}`;
    const isEnum = revision === 1 && g(fc.nat, 2) === 0;
    const members = drawNames();
    if (isEnum && members.length > 0) {
      types[name] = members.map((variant) => ({
        name: variant,
        type: `(${Array.from({ length: g(fc.nat, 3) }, drawType).join(',')})`,
      }));
      enums.push(name);
    } else {
      types[name] = members.map(drawMember);
      structs.push(name);
    }
  }
  const primaryType = 'Message';
  const unused = Object.keys(types).filter((name) => !used.has(name));
  types[primaryType] = [
    ...drawNames().map(drawMember),
    ...unused.map((name, i) =>
      enums.includes(name)
        ? { name: `last${i}`, type: 'enum', contains: name }
        : { name: `last${i}`, type: name },
    ),
  ];

  let leaves = 0;
  const leaf = (value: Value): Value => {
    leaves += 1;
    return value;
  };
  const drawList = (type: string, minLength: number): Value[] =>
    Array.from({ length: minLength + g(fc.nat, 3) }, () => drawValue({ name: '', type }));
  const drawValue = ({ type, contains }: Member): Value => {
    if (type === 'merkletree') {
      leaf(type); // its root
      return drawList(contains ?? '', 1);
    }
    if (type.endsWith('*')) {
      const list = drawList(type.slice(0, -1), 0);
      return list.length === 0 ? leaf(list) : list;
    }
    if (type === 'enum') {
      const variants = types[contains ?? ''] ?? [];
      const { name, type: tuple } = g(fc.constantFrom<Member[]>, ...variants);
      const inner = tuple === '()' ? [] : tuple.slice(1, -1).split(',');
      leaf(name);
      return { [name]: inner.map((part) => drawValue({ name: '', type: part })) };
    }
    if (type in types) return drawStruct(types[type] ?? []);
    const preset = presets.get(type);
    if (preset?.isSplitNumber)
      return leaf(Object.fromEntries(preset.members.map((half) => [half.name, drawBasic(half)])));
    if (preset) return drawStruct(preset.members);
    if (type === 'string') return leaf(g(() => (revision === 1 ? printable(70) : feltOrText)));
    return leaf(drawBasic({ type }));
  };
  const drawBasic = ({ type }: Pick<Member, 'type'>): Value =>
    g(() => values[type] ?? fc.constant(undefined));
  const drawStruct = (members: readonly Member[]): Record<string, Value> => {
    if (members.length === 0) leaf({});
    return Object.fromEntries(members.map((member) => [member.name, drawValue(member)]));
  };

  const domain = {
    name: g(() => feltOrText),
    version: g(() => feltOrText),
    chainId: g(fc.constantFrom<string[]>, 'SN_MAIN', 'SN_SEPOLIA', '0x534e5f4d41494e'),
  };
  leaves += revision === 1 ? 4 : 3;
  const message = drawStruct(types[primaryType]);
  const single = revision === 1 ? 'shortstring' : g(fc.constantFrom<string[]>, 'felt', 'felt252');
  const declared = ['name', 'version', 'chainId', ...(revision === 1 ? ['revision'] : [])];
  const members = g(fc.shuffledSubarray<string>, declared, { minLength: declared.length });
  const more: Record<string, Value> = {};
  if (g(fc.boolean)) {
    members.splice(g(fc.nat, members.length), 0, 'verifyingContract');
    more.verifyingContract = leaf(g(() => values.ClassHash ?? fc.constant(undefined)));
  }
  types[revision === 1 ? 'StarknetDomain' : 'StarkNetDomain'] = members.map((name) => ({
    name,
    type: single,
  }));
  const unusedTypes = g(fc.nat, 2);
  for (let i = 0; i < unusedTypes; i++) types[`Unused ${i}`] = [{ name: 'x', type: 'uint256' }];
  const typedData = {
    types,
    primaryType,
    domain: {
      ...domain,
      ...more,
      ...(revision === 1 && { revision: g(fc.constantFrom<Value[]>, 1, '1') }),
    },
    message,
  };
  return { typedData, revision, leaves, unusedTypes };
}

/** Random type systems, each with a random message. */
export const randomTypedData = (revision: 0 | 1): fc.Arbitrary<RandomCase> =>
  fc.gen().map((g) => drawCase(g, revision));
