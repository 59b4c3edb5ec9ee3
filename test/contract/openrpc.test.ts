import { describe, expect, it } from '@jest/globals';
import { validate } from '@metamask/superstruct';
import openrpc from '../../openrpc.json';
import { errorKinds } from '../../src/errors';
import type { MethodTable } from '../../src/rpc/dispatch';
import { commonErrors } from '../../src/rpc/method';
import * as definitions from '../../src/rpc/methods';
import type { AnyStruct } from '../../src/schema/field';

const table: MethodTable = definitions;
const methods = openrpc.methods as unknown as Document['methods']; // reason: the shape is tested here

type Schema = {
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
    errors: WireError[];
    'x-callers': string;
    'x-prompts': string;
  }[];
};

/** Every example and default in a schema, with the struct that it has to pass. */
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
  it('is an OpenRPC document with a title, a version and unique method names', () => {
    expect(openrpc.openrpc).toMatch(/^1\.\d+\.\d+$/u);
    expect(openrpc.info.title).not.toBe('');
    expect(openrpc.info.version).toMatch(/^\d+\.\d+\.\d+$/u);
    const names = methods.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toEqual(Object.keys(table).sort());
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    'describes %s wholly',
    (name, method) => {
      expect(name).toMatch(/^(xnet_[a-z][A-Za-z0-9]*|rpc\.discover)$/u);
      expect(method.summary).toMatch(/^[A-Z].*\.$/u);
      expect(method.paramStructure).toBe('by-name');
      expect(method.result.name).toBe('result');
      expect(method.result.schema).toBeInstanceOf(Object);
      expect(['anyDapp', 'companionDapp']).toContain(method['x-callers']);
      expect(['never', 'once', 'always', 'sometimes']).toContain(method['x-prompts']);
      for (const { name: param, required, schema } of method.params) {
        expect(typeof required).toBe('boolean');
        // A required param has no default, and what is not described cannot be filled in.
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
    'tells every error of %s once, with its code and a hint',
    (_name, { errors }) => {
      const kinds = errors.map(({ data }) => data.kind);
      expect(new Set(kinds).size).toBe(kinds.length);
      expect(kinds).toEqual(expect.arrayContaining([...commonErrors]));
      for (const { code, message, data } of errors) {
        expect(errorKinds).toHaveProperty(data.kind);
        expect(Number.isInteger(code)).toBe(true);
        expect(message).toMatch(/\.$/u);
        expect(data.hint).toMatch(/\.$/u);
      }
    },
  );

  it('declares user refusal wherever the user is always asked', () => {
    for (const { name, errors, ...method } of methods)
      if (method['x-prompts'] === 'always')
        expect([name, errors.map(({ code }) => code)]).toEqual([
          name,
          expect.arrayContaining([4001]),
        ]);
  });

  it('holds examples and defaults that pass their own structs', () => {
    let examples = 0;
    for (const { name, params, result } of methods) {
      const method = table[name];
      if (!method) throw new Error(`${name} is not defined.`);
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

  it('says null wherever a struct takes null', () => {
    const walk = (path: string, schema: Schema, struct: AnyStruct) => {
      const takesNull = validate(null, struct, { coerce: true })[0] === undefined;
      const saysNull =
        schema.type === undefined
          ? schema.enum === undefined || schema.enum.includes(null)
          : [schema.type].flat().includes('null');
      if (takesNull) expect({ path, saysNull }).toEqual({ path, saysNull: true });
      const parts = (struct.schema ?? {}) as Record<string, AnyStruct>;
      for (const [name, part] of Object.entries(schema.properties ?? {}))
        if (parts[name]) walk(`${path}.${name}`, part, parts[name]);
      if (schema.items && struct.type === 'array')
        walk(`${path}[]`, schema.items, struct.schema as AnyStruct);
    };
    for (const { name, result } of methods)
      walk(name, result.schema, (table[name] as MethodTable[string]).result);
  });
});

describe('the table of errors', () => {
  /** The dispatcher itself throws these, before there is a method. */
  const beforeAnyMethod = ['methodNotFound'];

  it('has no kind that nothing declares', () => {
    const declared = new Set([
      ...beforeAnyMethod,
      ...commonErrors,
      ...Object.values(table).flatMap(({ errors }) => errors),
    ]);
    expect(Object.keys(errorKinds).filter((kind) => !declared.has(kind as never))).toEqual([]);
  });

  it('gives each kind a code of its own', () => {
    const codes = Object.values(errorKinds).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
