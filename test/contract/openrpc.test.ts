import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { validate } from '@metamask/superstruct';
import { errorKinds } from '@xnet/clients/errors';
import type { AnyStruct } from '@xnet/clients/schema/field';
import { root } from '../../scripts/root';
import { allMethods } from '../../src/rpc/allMethods';
import { commonErrors, type Method } from '../../src/rpc/method';
import { ownName, wireName } from '../../src/rpc/names';
import { openrpc } from './generated';

/** The definitions by their names in openrpc.json. */
const table = new Map(Object.entries(allMethods).map(([own, method]) => [wireName(own), method]));
const definitionOf = (name: string): Method => {
  const method = table.get(name);
  if (!method) throw new Error(`${name} is not defined.`);
  return method;
};
const { methods, components } = openrpc as unknown as Document; // reason: the shape is tested here

/** The errors that a method refers to. */
const errorsOf = ({ errors }: Document['methods'][number]): (WireError | undefined)[] =>
  errors.map(({ $ref }) => components.errors[$ref.replace('#/components/errors/', '')]);

type Schema = {
  description?: string;
  anyOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  default?: unknown;
};
type WireError = { code: number; message: string; data: { kind: string; hint: string } };
type Document = {
  methods: {
    name: string;
    summary: string;
    paramStructure: string;
    params: { name: string; required: boolean; schema: Schema }[];
    result: { name: string; schema: Schema };
    errors: { $ref: string }[];
    'x-callers': string;
    'x-prompts': string;
    'x-aliases': Record<string, string[]>;
    'x-older'?: { result: Schema };
  }[];
  components: { errors: Record<string, WireError> };
};

/** Every example and default in a schema, with the struct that must accept it. */
function* samplesOf(schema: Schema, struct: AnyStruct): Generator<[unknown, AnyStruct]> {
  for (const sample of schema.examples ?? []) yield [sample, struct];
  if (schema.default !== undefined) yield [schema.default, struct];
  const parts = (struct.schema ?? {}) as Record<string, AnyStruct>;
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const inner = parts[name];
    if (inner) yield* samplesOf(part, inner);
  }
}

describe('openrpc.json', () => {
  it('equals the document generated from the code', () => {
    const written = readFileSync(join(root, 'openrpc.json'), 'utf8');
    expect(JSON.parse(written)).toEqual(openrpc);
  });

  it('contains a title, a version and unique method names', () => {
    expect(openrpc.openrpc).toMatch(/^1\.\d+\.\d+$/u);
    expect(openrpc.info.title).not.toBe('');
    expect(openrpc.info.version).toMatch(/^\d+\.\d+\.\d+$/u);
    const names = methods.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([...table.keys()]);
  });

  it('names methods under which the dispatcher finds them, by both prefixes', () => {
    for (const [own] of Object.entries(allMethods)) {
      expect(ownName(wireName(own))).toBe(own);
      expect(ownName(wireName(own).replace(/^xnet_/u, 'starkNet_'))).toBe(own);
    }
  });

  // @promise T16.1
  it('lets every site call all but what only the companion may', () => {
    const ofCompanion = methods.filter((method) => method['x-callers'] === 'companionDapp');
    expect(ofCompanion.map(({ name }) => name)).toEqual([
      'xnet_setAccountName',
      'xnet_toggleAccountVisibility',
    ]);
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    'describes %s wholly',
    (name, method) => {
      expect(name).toMatch(/^(xnet_[a-z][A-Za-z0-9]*|rpc\.discover|ping)$/u);
      expect(method.summary).toMatch(/^[A-Z].*\.$/u);
      expect(method.paramStructure).toBe('by-name');
      expect(method.result.name).toBe('result');
      expect(method.result.schema).toBeInstanceOf(Object);
      expect(['anyDapp', 'companionDapp']).toContain(method['x-callers']);
      expect(['never', 'once', 'always', 'sometimes']).toContain(method['x-prompts']);
      for (const { name: param, required, schema } of method.params) {
        expect(typeof required).toBe('boolean');
        // Required params have no default, and params without a description cannot be filled in.
        expect({ param, fits: !required || schema.default === undefined }).toEqual({
          param,
          fits: true,
        });
        expect({ param, description: (schema as { description?: string }).description }).toEqual({
          param,
          description: expect.stringMatching(/^\S.*\S$/u),
        });
      }
    },
  );

  it.each(methods.map((method) => [method.name, method] as const))(
    'refers once to every error of %s, with its code and a hint',
    (_name, method) => {
      const errors = errorsOf(method);
      const kinds = errors.map((error) => error?.data.kind);
      expect(new Set(kinds).size).toBe(kinds.length);
      expect(kinds).toEqual(expect.arrayContaining([...commonErrors]));
      for (const error of errors) {
        expect(errorKinds).toHaveProperty(error?.data.kind ?? '');
        expect(Number.isInteger(error?.code)).toBe(true);
        expect(error?.message).toMatch(/\.$/u);
        expect(error?.data.hint).toMatch(/\.$/u);
      }
    },
  );

  it('declares user refusal wherever the user is always asked', () => {
    for (const method of methods)
      if (method['x-prompts'] === 'always')
        expect([method.name, errorsOf(method).map((error) => error?.code)]).toEqual([
          method.name,
          expect.arrayContaining([4001]),
        ]);
  });

  it('gives another name only to params that exist, and takes none of their names', () => {
    for (const { name, params, 'x-aliases': aliases } of methods) {
      const own = params.map((param) => param.name);
      expect([name, own]).toEqual([name, expect.arrayContaining(Object.keys(aliases))]);
      const others = Object.values(aliases).flat();
      expect([name, others.filter((other) => own.includes(other))]).toEqual([name, []]);
      expect(new Set(others).size).toBe(others.length);
    }
  });

  it('holds examples and defaults that pass their own structs', () => {
    let examples = 0;
    for (const { name, params, result } of methods) {
      const method = definitionOf(name);
      const structs = method.params.schema as Record<string, AnyStruct>;
      const samples = [
        ...params.flatMap(({ name: param, schema }) => {
          const struct = structs[param];
          return struct ? [...samplesOf(schema, struct)] : [];
        }),
        ...samplesOf(result.schema, method.result),
      ];
      for (const [sample, struct] of samples) {
        const [error] = validate(sample, struct, { coerce: true });
        expect([name, sample, error?.message]).toEqual([name, sample, undefined]);
      }
      examples += samples.length;
    }
    expect(examples).toBeGreaterThan(10);
  });

  it('allows null exactly if a struct accepts null', () => {
    let places = 0;
    const walk = (path: string, schema: Schema, struct: AnyStruct) => {
      const takesNull = validate(null, struct, { coerce: true })[0] === undefined;
      const types = schema.anyOf?.map(({ type }) => type);
      // A union of plain types; another one is walked part by part.
      const union = types?.every((type) => typeof type === 'string') ? types : undefined;
      const spoken = schema.enum ?? union ?? (schema.type && [schema.type].flat());
      if (spoken && struct.type !== 'unknown') {
        const saysNull = spoken.includes(schema.enum ? null : 'null');
        expect({ path, null: saysNull }).toEqual({ path, null: takesNull });
        places += 1;
      }
      const parts = (struct.schema ?? {}) as Record<string, AnyStruct>;
      for (const [name, part] of Object.entries(schema.properties ?? {}))
        if (parts[name]) walk(`${path}.${name}`, part, parts[name]);
      if (schema.items && struct.type === 'array')
        walk(`${path}[]`, schema.items, struct.schema as AnyStruct);
    };
    for (const { name, params, result } of methods) {
      const method = definitionOf(name);
      const structs = method.params.schema as Record<string, AnyStruct>;
      for (const { name: param, schema } of params)
        walk(`${name} ${param}`, schema, structs[param] as AnyStruct);
      walk(`${name} result`, result.schema, method.result);
    }
    expect(places).toBeGreaterThan(50);
  });
});

describe('a transaction that reverted', () => {
  const resultOf = (name: string) => methods.find((method) => method.name === name)?.result.schema;

  it('distinguishes a reverted transaction from one that succeeded, as the reference says', () => {
    const { description } = resultOf('xnet_getTransactionStatus') as { description?: string };
    expect(description).toMatch(/xnet_getTransactions has executionStatus REVERTED/u);
    const { properties } = resultOf('xnet_getTransactions')?.items ?? {};
    expect(properties?.executionStatus?.enum).toContain('REVERTED');
    expect(JSON.stringify(properties?.executionStatus)).toContain('failureReason');
    expect(JSON.stringify(properties?.status)).toContain('executionStatus');
  });
});

describe('the types of the connector', () => {
  /** Every description in a schema, including its parts. */
  function* described({
    description,
    properties = {},
    items,
    anyOf = [],
  }: Schema): Generator<string> {
    if (description !== undefined) yield description;
    for (const part of [...Object.values(properties), ...(items ? [items] : []), ...anyOf])
      yield* described(part);
  }

  it('describes params and replies as the document does', () => {
    const types = readFileSync(join(__dirname, '../../connect/src/methods.ts'), 'utf8');
    const schemas = methods.flatMap(({ params, result, 'x-older': older }) => [
      ...params.map(({ schema }) => schema),
      result.schema,
      older?.result ?? {},
    ]);
    const told = schemas.flatMap((schema) => [...described(schema)]);
    expect(told.length).toBeGreaterThan(200);
    expect(told.filter((text) => !types.includes(`/** ${text} */`))).toEqual([]);
  });
});

describe('the table of errors', () => {
  /** The dispatcher throws these before a method is chosen. */
  const beforeAnyMethod = ['methodNotFound'];

  it('lists no kind that nothing declares', () => {
    const declared = new Set([
      ...beforeAnyMethod,
      ...commonErrors,
      ...Object.values(allMethods).flatMap(({ errors }) => errors),
    ]);
    expect(Object.keys(errorKinds).filter((kind) => !declared.has(kind as never))).toEqual([]);
  });

  it('gives each kind a code of its own', () => {
    const codes = Object.values(errorKinds).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
