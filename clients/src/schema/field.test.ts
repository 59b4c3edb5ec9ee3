import { describe, expect, it } from '@jest/globals';
import {
  array,
  boolean,
  coerce,
  define,
  enums,
  integer,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  record,
  size,
  string,
  tuple,
  type,
} from '@metamask/superstruct';
import { ModuleError } from '../errors';
import { Hash } from './ethereum/primitives';
import {
  type AnyStruct,
  boundedList,
  byName,
  field,
  fits,
  isOptional,
  matching,
  Null,
  parse,
  toJsonSchema,
  whole,
  withDefault,
} from './field';

/** A type as the files of structs define them: checked, normalised, with a shape of its own. */
const Felt = field(
  coerce(
    define<string>('a felt', (value) => /^0x[0-9a-f]+$/u.test(String(value)) || 'Expected a felt'),
    string(),
    (value) => value.toLowerCase().replace(/^0x0+(?=.)/u, '0x'),
  ),
  { jsonSchema: { type: 'string', pattern: '^0x[0-9a-fA-F]+$' } },
);

const faultOf = (value: unknown, struct: AnyStruct): ModuleError => {
  try {
    parse(value, struct, 'invalidParams');
  } catch (error) {
    if (error instanceof ModuleError) return error;
    throw error;
  }
  throw new Error('It is taken.');
};

describe('parse', () => {
  it('fills defaults and normalises', () => {
    const struct = object({ hash: Felt, count: withDefault(integer(), 3) });
    expect(parse({ hash: '0x00A' }, struct, 'invalidParams')).toEqual({ hash: '0xa', count: 3 });
  });

  it('leaves the value given as it is', () => {
    const value = Object.freeze({ hash: '0x00A' });
    parse(value, object({ hash: Felt }), 'invalidParams');
    expect(value).toEqual({ hash: '0x00A' });
  });

  it('reports the kind asked for, with the path of the first fault', () => {
    const struct = object({ calls: array(object({ calldata: array(Felt) })) });
    const fault = faultOf({ calls: [{ calldata: ['0x1', 'x'] }] }, struct);
    expect(fault.kind).toBe('invalidParams');
    expect(fault.data).toEqual({ path: 'calls.0.calldata.1' });
    expect(fault.message).toContain(' calls.0.calldata.1: Expected a felt');
  });

  it('names a field that is missing and one that is too much', () => {
    expect(faultOf({}, object({ chainId: string() })).message).toContain(
      'chainId: Expected a string.',
    );
    const extra = faultOf({ chainid: 'x' }, object({}));
    expect(extra.data).toEqual({ path: 'chainid' });
  });

  const secret = 'secret-9f1c-value';
  it.each([
    ['a string', integer()],
    ['a pattern', pattern(string(), /^[0-9]+$/u)],
    ['a choice', enums(['a', 'b'])],
    ['an array', array(string())],
    ['an object', object({})],
    ['a record', record(string(), string())],
    ['a tuple', tuple([string()])],
    ['a flag', boolean()],
    ['a type of ours', Felt],
  ])('keeps the received value out of the message about %s', (_name, struct) => {
    const { message } = faultOf({ at: secret }, object({ at: struct as AnyStruct }));
    expect(message).toMatch(/ at: [Ee]xpected .*\.$/u);
    expect(message).not.toContain(secret);
    expect(message).not.toContain('received');
  });

  it.each([
    ['a number that is too small', min(integer(), 10), 7_777],
    ['a number that is too large', max(integer(), 10), 7_777],
    ['a text that is too long', size(string(), 0, 3), '7777'],
    ['a size', size(integer(), 0, 3), 7_777],
  ])('keeps %s out of the message', (_name, struct, value) => {
    const received = value === 7_777 && struct.type === 'integer' ? -7_777 : value;
    const wrong = [value, received].find((each) => !struct.is(each));
    const { message } = faultOf({ at: wrong }, object({ at: struct as AnyStruct }));
    expect(message).toMatch(/ at: Expected /u);
    expect(message).not.toContain('7777');
  });

  it.each<[string, unknown, AnyStruct]>([
    ['an array', 'x', array(string())],
    ['an array with a length between 1 and 2', [], size(array(string()), 1, 2)],
    ['an integer greater than or equal to 10', 1, min(integer(), 10)],
    ['a whole number from 10 to 20', 1.5, whole('a size', 10, 20)],
    ['a list of 1 to 2', [], boundedList(string(), 1, 2)],
    ['an empty list', ['x'], boundedList(string(), 0, 0)],
    ['a version', '1', matching('a version', /^v/u)],
    ['null', undefined, Null],
    ['boolean', 'x', boolean()],
    ['one of 10,25', 'x', enums([10, 25])],
    ['a value', undefined, define('given', () => 'Expected a value')],
  ])('explains that it expected %s, in words for whoever sent it', (words, value, struct) => {
    const { message } = faultOf({ at: value }, object({ at: struct }));
    expect(message).toBe(`A parameter is missing or malformed. at: Expected ${words}.`);
  });

  it('stays short whatever names the caller gives', () => {
    const name = `${'n'.repeat(5_000)} -- , but received: \u202e`;
    const { message, data } = faultOf({ [name]: 1 }, object({}));
    expect(message.length).toBeLessThan(300);
    expect(data.path?.length).toBeLessThan(100);
  });

  it('ends the message after what was expected if a name has spaces', () => {
    const { message } = faultOf({ 'a b': secret }, object({}));
    expect(message).toBe('A parameter is missing or malformed. a b: This field is not known.');
  });

  it('keeps the validator’s own error as the cause', () => {
    expect(faultOf(1, string()).cause).toBeInstanceOf(Error);
  });
});

describe('isOptional', () => {
  it('returns true for optional fields and those with a default', () => {
    expect(isOptional(optional(string()))).toBe(true);
    expect(isOptional(withDefault(string(), ''))).toBe(true);
    expect(isOptional(string())).toBe(false);
    expect(isOptional(nullable(string()))).toBe(false);
  });
});

describe('toJsonSchema', () => {
  it('includes description, unit, default and example', () => {
    const documented = field(withDefault(integer(), 5), {
      description: 'How far back.',
      unit: 'days',
      example: 7,
    });
    expect(toJsonSchema(documented)).toEqual({
      type: 'integer',
      description: 'How far back. (days)',
      default: 5,
      examples: [7],
    });
  });

  it('draws objects with their required fields, arrays and choices', () => {
    const struct = object({ name: string(), kind: optional(enums(['a', 'b'])), tags: array(Felt) });
    expect(toJsonSchema(struct)).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string' }, kind: { enum: ['a', 'b'] }, tags: { type: 'array' } },
      required: ['name', 'tags'],
      additionalProperties: false,
    });
  });

  it('keeps the shape of an own type under optional and under a new description', () => {
    const shape = toJsonSchema(Felt);
    const again = field(optional(Felt), { description: 'Where to.' });
    expect(toJsonSchema(again)).toEqual({
      ...shape,
      description: 'Where to.',
    });
  });

  it('keeps the shape of an own type if another place documents a variant of it', () => {
    const before = toJsonSchema(field(optional(Felt), { description: 'A felt.' }));
    const jsonSchema = { type: ['string', 'null'] };
    const variant = field(nullable(Felt), { description: 'A felt or null.', jsonSchema });
    expect(toJsonSchema(variant)).toMatchObject(jsonSchema);
    expect(toJsonSchema(field(optional(Felt), { description: 'A felt.' }))).toEqual(before);
  });

  it('leaves the struct that it documents as it was', () => {
    const plain = integer();
    field(plain, { description: 'A number.' });
    expect(toJsonSchema(plain)).toEqual({ type: 'integer' });
  });

  it('asks for a shape if it cannot know one', () => {
    expect(() => toJsonSchema(tuple([string()]))).toThrow(/explicit jsonSchema/u);
  });
});

describe('fits', () => {
  const part = object({ hash: Hash, times: max(integer(), 3), note: optional(string()) });
  const whole = type({ parts: array(part), first: nullable(part) });
  const good = { hash: `0x${'a'.repeat(64)}`, times: 3 };

  it.each([
    [{ parts: [good, { ...good, note: 'b' }], first: null, more: 1 }, true],
    [{ parts: [], first: good }, true],
    [{ parts: [good, { ...good, hash: '0x1' }], first: null }, false],
    [{ parts: [{ ...good, times: 4 }], first: null }, false],
    [{ parts: [{ ...good, more: 1 }], first: null }, false],
    [{ parts: [], first: { ...good, note: 1 } }, false],
    [{ parts: {}, first: null }, false],
    [{ first: null }, false],
    [null, false],
  ])('judges %j as valid: %p, as the validator does', (value, isWell) => {
    expect(fits(value, whole)).toBe(isWell);
    expect(whole.is(value)).toBe(isWell);
  });
});

it.each([[[]], [['a']]])('refuses the list %j as values by name', (list) => {
  for (const struct of [byName(string()), nullable(byName(string())), optional(byName(string()))])
    expect(faultOf(list, struct as AnyStruct).message).toContain(' Expected an object.');
});
