import fc from 'fast-check';
import { cairo } from 'starknet';
import { type Declared, inOrder, listNames, METHOD, type RandomCall, record, several } from './abi';
import { PRIME, same } from './leaves';

const feltOf = fc.bigInt(0n, PRIME - 1n).map(same);
const uint256 = fc.bigInt(0n, 2n ** 256n - 1n).map((value) => ({
  js: cairo.uint256(value),
  plain: value,
}));
const point: Declared = {
  type: 'Point',
  values: fc.tuple(feltOf, uint256).map(([x, y]) => ({
    js: { x: x.js, y: y.js },
    plain: { x: x.plain, y: y.plain },
  })),
};
const named: Declared = {
  type: '(a : felt, b : felt)',
  values: fc.tuple(feltOf, feltOf).map(([a, b]) => ({
    js: cairo.tuple(a.js as bigint, b.js as bigint),
    plain: { a: a.plain, b: b.plain },
  })),
};
const single0: Declared[] = [
  { type: 'felt', values: feltOf },
  { type: 'Uint256', values: uint256 },
  point,
  named,
];
const any0 = fc.oneof(
  fc.constantFrom(...single0),
  fc
    .constantFrom(single0[0] as Declared, single0[1] as Declared, point)
    .map((of) => ({ type: `${of.type}*`, values: several(of, 0, 4) })),
);
const member = (name: string, type: string, offset: number) => ({ name, type, offset });

/** A call of a Cairo 0 function. */
export const randomCall0: fc.Arbitrary<RandomCall> = fc
  .array(any0, { minLength: 1, maxLength: 4 })
  .chain((parts) => {
    const names = listNames(parts.length);
    const inputs = parts.flatMap(({ type }, at) => {
      const input = { name: names[at], type };
      return type.endsWith('*') ? [{ name: `${names[at]}_len`, type: 'felt' }, input] : [input];
    });
    const members = [member('low', 'felt', 0), member('high', 'felt', 1)];
    const abi = [
      { type: 'struct', name: 'Uint256', size: 2, members },
      {
        type: 'struct',
        name: 'Point',
        size: 3,
        members: [member('x', 'felt', 0), member('y', 'Uint256', 1)],
      },
      { type: 'function', name: METHOD, inputs, outputs: [] },
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
