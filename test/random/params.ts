import fc from 'fast-check';
import { createOpenrpc } from '../../scripts/build/openrpc';
import { allMethods } from '../../src/rpc/allMethods';
import { starkNetAliases } from '../../src/rpc/starkNetAliases';
import { chainIds } from '../../src/schema/primitives';
import vectors from '../vectors/accounts.json';
import { hostileTexts } from './hostileTexts';
import { randomTypedData } from './typedData';

type Schema = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  minimum?: number;
  maximum?: number;
  examples?: readonly unknown[];
};
type Param = { name: string; required: boolean; schema: Schema };

const ownAddresses = vectors.accounts.slice(0, 4).map(({ argent040 }) => argent040);
const felt = fc.bigInt(0n, 2n ** 252n).map((value) => `0x${value.toString(16)}`);
/** Mostly the user's accounts: any other address ends nearly every request at once. */
const address = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ownAddresses) },
  { weight: 1, arbitrary: fc.constantFrom(...ownAddresses).map((own) => own.replace('0x0', '0x')) },
  { weight: 1, arbitrary: felt },
);
const chainId = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<string>(...Object.values(chainIds)) },
  { weight: 1, arbitrary: fc.constantFrom('SN_MAIN', 'sn_sepolia', '0x534E5F4D41494E', '0x1', '') },
);
const number = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.constantFrom(-1, -0, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308, Number.NaN, Number.MAX_VALUE),
);
/** Includes halves of surrogate pairs. */
const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
const hostileText = fc.oneof(
  { weight: 40, arbitrary: fc.string({ maxLength: 40, unit: anyUnit }) },
  { weight: 20, arbitrary: fc.constantFrom(...hostileTexts.filter((text) => text.length < 1000)) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 10, arbitrary: fc.constantFrom('', '0x', '0x0', '-1', '1e3', '__proto__', 'toString') },
);

const nest = (depth: number, inList: boolean): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => (inList ? [inner] : { a: inner }), 1);
const poisoned = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'];
/** Anything that JSON can represent, and a little more. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 6, arbitrary: number },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]]) },
  { weight: 3, arbitrary: felt },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...poisoned), fc.jsonValue({ maxDepth: 1 }))
      .map(([name, value]) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(31, 33, 65, 1000), fc.boolean())
      .map(([depth, inList]) => nest(depth, inList)),
  },
  { weight: 1, arbitrary: fc.nat(300).map((length) => Array(length).fill('0x1')) },
);

/**
 * Generated once, and only short ones: hashing a long one takes longer than a hundred other
 * requests, and the mutations below vary them enough.
 */
const messages = ([0, 1] as const).flatMap((revision) =>
  fc
    .sample(randomTypedData(revision), { numRuns: 200, seed: 1 })
    .filter(({ leaves }) => leaves < 8)
    .map(({ typedData }) => typedData),
);
const typedData = fc
  .tuple(fc.constantFrom(...messages), fc.boolean())
  .map(([drawn, asText]) => (asText ? JSON.stringify(drawn) : drawn));

/** Params whose JSON schema is too loose to generate valid values. */
const special: Record<string, fc.Arbitrary<unknown>> = {
  typedDataMessage: typedData,
  chainId,
  // A scan derives a key per index, so few of them here.
  maxScanned: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 51, 1e9) },
  ),
};

/** A value that the schema accepts, or nearly. */
function drawnFrom(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const known = special[name];
  if (known) return known;
  const drawn = shapeOf(schema, name);
  return schema.examples ? fc.oneof(fc.constantFrom(...schema.examples), drawn) : drawn;
}

function shapeOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => drawnFrom(part, '')));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => shapeOf({ ...schema, type }, name)));
  switch (schema.type) {
    case 'string':
      return textOf(name);
    case 'integer':
    case 'number':
      return number;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(drawnFrom(schema.items ?? {}, ''), { maxLength: 4 });
    case 'object':
      return objectOf(schema);
    default:
      return junk;
  }
}

function textOf(name: string): fc.Arbitrary<string> {
  if (/address/iu.test(name)) return address;
  if (/entrypoint|FuncName/u.test(name)) return fc.constantFrom('transfer', 'approve', 'upgrade');
  if (/name|symbol/iu.test(name)) return fc.oneof(fc.string({ maxLength: 12 }), hostileText);
  return fc.oneof(
    { weight: 4, arbitrary: fc.nat(0xffff).map((value) => `0x${value.toString(16)}`) },
    { weight: 1, arbitrary: felt },
    { weight: 1, arbitrary: fc.nat().map(String) },
  );
}

const objectOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, drawnFrom(part, name)]),
    ),
    { requiredKeys: required.filter((name) => name in properties) },
  );

/** Makes one change somewhere inside a value: `pick` selects the place by its parts. */
function spoil(value: unknown, pick: readonly number[], by: unknown): unknown {
  const [first, ...rest] = pick;
  if (first === undefined || typeof value !== 'object' || value === null) return by;
  const names = Object.keys(value);
  const name = names[first % Math.max(1, names.length)];
  if (name === undefined) return by;
  const inner = (value as Record<string, unknown>)[name];
  const spoiled = spoil(inner, rest, by);
  if (Array.isArray(value)) return value.map((part, at) => (String(at) === name ? spoiled : part));
  return { ...value, [name]: spoiled };
}

type Change = { kind: string; pick: number[]; by: unknown; name: string };
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'spoil', 'spoil', 'spoil', 'drop', 'add', 'whole'),
  pick: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
  by: junk,
  name: fc.oneof(fc.constantFrom(...poisoned, 'extra', 'enableAuthorize'), hostileText),
});

function apply(params: unknown, { kind, pick, by, name }: Change): unknown {
  if (typeof params !== 'object' || params === null) return params;
  const names = Object.keys(params);
  const picked = names[(pick[0] ?? 0) % Math.max(1, names.length)];
  switch (kind) {
    case 'whole':
      return by;
    case 'spoil':
      return spoil(params, pick, by);
    case 'add':
      return { ...params, [name]: by };
    case 'replace':
      return picked === undefined ? params : { ...params, [picked]: by };
    default:
      return Object.fromEntries(Object.entries(params).filter(([own]) => own !== picked));
  }
}

/** Renames some params to names that callers use today. */
function renamed(
  params: Record<string, unknown>,
  aliases: Record<string, readonly string[]>,
  pick: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value], at) => {
      const others = [name, ...(aliases[name] ?? [])];
      return [others[(pick + at) % others.length] ?? name, value];
    }),
  );
}

/** Params of every method, by its wire name: valid ones, and those with up to two faults. */
export const methodParams: readonly { name: string; params: fc.Arbitrary<unknown> }[] =
  createOpenrpc(allMethods, starkNetAliases, '0.0.0').methods.map(
    ({ name, params, 'x-aliases': aliases }) => {
      // The document is JSON of the shape above.
      const listed = params as readonly Param[];
      const valid = fc.record(
        Object.fromEntries(
          listed.map((param) => [param.name, drawnFrom(param.schema, param.name)]),
        ),
        { requiredKeys: listed.filter(({ required }) => required).map((param) => param.name) },
      );
      return {
        name,
        params: fc
          .tuple(valid, fc.oneof(fc.constant(0), fc.nat(3)), fc.array(change, { maxLength: 2 }))
          .map(([drawn, pick, changes]) =>
            changes.reduce<unknown>(
              apply,
              renamed(drawn as Record<string, unknown>, aliases, pick),
            ),
          ),
      };
    },
  );
