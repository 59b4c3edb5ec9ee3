import fc from 'fast-check';
import { ADDRESS_BOUND, chainIds, FIELD_PRIME } from '../../src/schema/primitives';

/** The keywords of JSON Schema that openrpc.json uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  examples?: unknown[];
  [keyword: string]: unknown;
};

const hex = (value: bigint) => `0x${value.toString(16)}`;
const around = (value: bigint) => [value - 1n, value, value + 1n];
const numbers = [
  0n,
  1n,
  3n,
  10n,
  2n ** 63n,
  2n ** 64n,
  2n ** 128n,
  FIELD_PRIME,
  ADDRESS_BOUND,
].flatMap(around);
const texts = [
  ...numbers.filter((value) => value >= 0n).flatMap((value) => [hex(value), String(value)]),

  '',
  ' ',
  '0x',
  '0X',
  '0X0',
  '0xg',
  '0x 1',
  '1 ',
  '+1',
  '-1',
  '1e3',
  '01',
  '0b1',
  '1.0',
  'abc',

  `0x${'0'.repeat(64)}1`,
  `0x${'0'.repeat(65)}1`,
  `0x${'0'.repeat(127)}1`,
  `0x${'0'.repeat(128)}1`,
  '1'.repeat(75),
  '1'.repeat(78),
  `${'0'.repeat(77)}1`,
  `${'0'.repeat(78)}1`,

  `0x${'ab'.repeat(20)}`,
  `0X${'AB'.repeat(20)}`,
  `0x${'f'.repeat(64)}`,
  `0x0${'1'.repeat(64)}`,

  'transfer',
  'a b',
  '_x',
  '1x',
  'a\n',
  'x'.repeat(128),
  'x'.repeat(129),
  'ſ',
  'transfer\u0000',
  chainIds.mainnet,
  chainIds.sepolia,
  '0x0534e5f4d41494e',
  '0X534E5F4D41494E',
  '0x1',
  'SN_MAIN',
  'sn_sepolia',
  'SN_GOERLI',
  'ſn_main',
  'SN_SEPOLIA ',
  'L1',
  'L2',
  'l1',
  'L3',
  'latest',
  'pending',
  'pre_confirmed',
  'l1_accepted',
  'earliest',
  '{}',
  '[]',
  '{',
  'null',
  '"x"',
  '{"a":1}',
  ' {} ',
  '1',
  'Ether',
  'É',
  'x'.repeat(16),
  'x'.repeat(17),
  'x'.repeat(32),
  'x'.repeat(33),
  'x'.repeat(65),

  '😀'.repeat(32),
  '😀'.repeat(33),
  '\n',
  '00',
  '36',
  '37',
  '9',
  '036',
  'alice.stark',
  'x'.repeat(257),

  'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKWMxA',
  'ipfs://Qm',
  'https://x.example/a.png',
  'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  'ipfs://bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
];
const scalars: unknown[] = [
  ...texts,
  null,
  true,
  false,
  -1,
  0,
  1,
  2,
  3,
  10,
  25,
  36,
  37,
  50,
  1.5,
  365,
  36_500,
  36_501,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  1e300,
];
const anything = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...scalars) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], { a: 1 }, ['0x1'], [null]) },
);

/** Values that match a schema, and near misses; occasionally any JSON. */
export const createSample = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: near(schema) }, { weight: 1, arbitrary: anything });

function near(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(createSample));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type].flat();
  if (types.includes('object')) return nearObject(schema);
  if (types.includes('array')) {
    const items = schema.items ? createSample(schema.items) : anything;
    return fc.array(items, { maxLength: 3 });
  }
  if (types.includes('boolean')) return fc.boolean();
  const known = [...fitting(types), ...(schema.examples ?? [])];
  return known.length > 0 ? fc.constantFrom(...known) : anything;
}

const fitting = (types: readonly (string | undefined)[]): unknown[] =>
  scalars.filter(
    (value) =>
      types.includes(typeof value) || (types.includes('integer') && typeof value === 'number'),
  );

function nearObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [
      name,
      required.includes(name)
        ? fc.oneof(
            { weight: 15, arbitrary: createSample(part) },
            { weight: 1, arbitrary: fc.constant(undefined) },
          )
        : fc.oneof(
            { weight: 1, arbitrary: createSample(part) },
            { weight: 2, arbitrary: fc.constant(undefined) },
          ),
    ]),
  );
  return fc
    .tuple(fc.record(fields), fc.constantFrom({}, {}, {}, {}, {}, {}, {}, { nonsense: 1 }))
    .map(([value, more]) => JSON.parse(JSON.stringify({ ...value, ...more })));
}
