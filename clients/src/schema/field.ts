import {
  array,
  coerce,
  create,
  define,
  type Infer,
  record,
  Struct,
  type StructError,
  string,
  validate,
} from '@metamask/superstruct';
import { type ErrorKind, fail } from '../errors';

// biome-ignore lint/suspicious/noExplicitAny: the one place that erases a struct's types
export type AnyStruct = Struct<any, any>;
export type JsonSchema = { readonly [keyword: string]: unknown };
export type FieldDoc = {
  description?: string;
  /** Unit of a bare quantity: wei, FRI, seconds, blocks. */
  unit?: string;
  example?: unknown;
  /** Needed for tuple, union, record and refined structs, whose parts superstruct hides. */
  jsonSchema?: JsonSchema;
  /** The schema in replies, where each value has only one spelling. */
  reply?: JsonSchema;
};
/** Whether a caller sends the value, or receives it. */
export type Direction = 'request' | 'reply';

const docs = new WeakMap<AnyStruct, FieldDoc>();
/** Schemas of our own types by name, which `optional` and `defaulted` keep. */
const shapes = new Map<string, FieldDoc>();
const builtIn = ['string', 'number', 'integer', 'boolean', 'enums', 'array', 'object'];

/** Documents a struct. Always outermost: `field(optional(Felt), …)`. */
export function field<S extends AnyStruct>(struct: S, doc: FieldDoc): S {
  const documented = new Struct({ ...struct }) as S;
  docs.set(documented, { ...docs.get(struct), ...doc });
  const isOwn = !builtIn.includes(struct.type) && !shapes.has(struct.type);
  // The first documents the type itself; later ones (such as nullable) apply to one place only.
  if (doc.jsonSchema && isOwn) shapes.set(struct.type, doc);
  return documented;
}

/*
 * Structs whose limits belong to their name: documentation for the name is kept when they become
 * optional or get a default.
 */

/** A whole number within these limits. */
export const whole = (name: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  define<number>(
    name,
    (value) =>
      (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) ||
      `Expected a whole number from ${min} to ${max}`,
  );
export const Count = whole('a count', 0);

/** Structs of ours without parts, whose test `fits` can run without superstruct's generators. */
const tests = new WeakMap<AnyStruct, (value: unknown) => boolean>();

export const matching = (form: string, pattern: RegExp): Struct<string, null> => {
  const test = (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
  const struct = define<string>(form, (value) => test(value) || `Expected ${form}`);
  tests.set(struct, test);
  return struct;
};

/** A text of 1 to `maxLength` characters (code points) that matches a pattern. */
export const text = (name: string, pattern: RegExp, maxLength: number) =>
  define<string>(
    name,
    (value) =>
      (typeof value === 'string' && pattern.test(value) && [...value].length <= maxLength) ||
      `Expected ${name} of 1 to ${maxLength} characters`,
  );

/** A list whose length is checked before its elements are read. */
export const boundedList = <T, S>(struct: Struct<T, S>, minLength: number, maxLength: number) =>
  new Struct<T[], Struct<T, S>>({
    ...array(struct),
    validator: (value) =>
      (Array.isArray(value) && value.length >= minLength && value.length <= maxLength) ||
      `Expected ${maxLength === 0 ? 'an empty list' : `a list of ${minLength} to ${maxLength}`}`,
  });

export const Null = define<null>('null', (value) => value === null || 'Expected null');

/** Unlike `array()`, its message does not contain the value, which may not convert to text. */
const list = define<unknown[]>('a list', (value) => Array.isArray(value) || 'Expected a list');

/** Rejects lists, which pass as objects: coerces them to a number, which is not an object. */
export const noList = <T, S>(struct: Struct<T, S>): Struct<T, S> => coerce(struct, list, () => 0);

/** Values by name. Rejects lists: their JSON omits named properties. */
export const byName = <T, S>(struct: Struct<T, S>) => noList(record(string(), struct));

/** Validates at an edge, fills in defaults and normalises; reports the path of the first fault. */
export function parse<T, S>(value: unknown, struct: Struct<T, S>, kind: ErrorKind): T {
  const [error, parsed] = tryValidate(value, struct, kind);
  if (error) fail(kind, faultText(error), { path: pathOf(error) }, error);
  return parsed as T;
}

/**
 * True if the value is valid without coercion. Equivalent to the struct's `is`, which takes twice
 * as long because it tracks the path of a fault.
 */
export const fits = <S extends AnyStruct>(value: unknown, struct: S): value is Infer<S> => {
  const test = tests.get(struct);
  if (test !== undefined) return test(value);
  const context = { path: [], branch: [value] };
  for (const _failure of struct.validator(value, context)) return false;
  for (const [, part, ofPart] of struct.entries(value, context)) {
    if (!fits(part, ofPart as AnyStruct)) return false;
  }
  for (const _failure of struct.refiner(value, context)) return false;
  return true;
};

/** The validator converts rejected values to text, which their own `toString` can make throw. */
function tryValidate<T, S>(value: unknown, struct: Struct<T, S>, kind: ErrorKind) {
  try {
    return validate(value, struct, { coerce: true });
  } catch (error) {
    return fail(kind, 'It holds a part that cannot be read.', {}, error);
  }
}

/** True if callers may omit the field. */
export function isOptional(struct: AnyStruct): boolean {
  return validate(undefined, struct, { coerce: true })[0] === undefined;
}

const shapeIn = (doc: FieldDoc | undefined, direction: Direction): JsonSchema | undefined =>
  (direction === 'reply' ? doc?.reply : undefined) ?? doc?.jsonSchema;

export function toJsonSchema(struct: AnyStruct, direction: Direction = 'request'): JsonSchema {
  const doc = docs.get(struct);
  const fallback = isOptional(struct) ? create(undefined, struct) : undefined;
  return {
    ...(shapeIn(doc, direction) ?? shapeOf(struct, direction)),
    ...(doc?.description && {
      description: doc.unit ? `${doc.description} (${doc.unit})` : doc.description,
    }),
    ...(fallback !== undefined && { default: fallback }),
    ...(doc?.example !== undefined && { examples: [doc.example] }),
  };
}

function shapeOf({ type, schema }: AnyStruct, direction: Direction): JsonSchema {
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return { type };
    case 'enums':
      return { enum: Object.values(schema) };
    case 'array':
      return { type: 'array', items: toJsonSchema(schema, direction) };
    case 'object': {
      const fields = Object.entries(schema as Record<string, AnyStruct>);
      return {
        type: 'object',
        properties: Object.fromEntries(
          fields.map(([key, part]) => [key, toJsonSchema(part, direction)]),
        ),
        required: fields.filter(([, part]) => !isOptional(part)).map(([key]) => key),
        additionalProperties: false,
      };
    }
    default: {
      const shape = shapeIn(shapes.get(type), direction);
      if (shape) return shape;
      throw new Error(`field(…) needs an explicit jsonSchema for a '${type}' struct`);
    }
  }
}

/** Errors truncate field names to this length: callers may have chosen them. */
const NAME_LIMIT = 64;

const pathOf = (error: StructError): string =>
  error.path.map((name) => String(name).slice(0, NAME_LIMIT)).join('.');

/** The validator's sentence without the received value, which may be long or secret. */
function faultText(error: StructError): string {
  const prefix = error.path.length > 0 ? `${pathOf(error)}: ` : '';
  const message = error.message
    .replace(`At path: ${error.path.join('.')} -- `, '')
    .replace(/,? but received[\s\S]*$|`|(?<=array) value|a value of type /gu, '')
    .replace(/^Expected a(?= [aio])/u, 'Expected an');
  if (error.type === 'never') return `${prefix}This field is not known.`;
  return `${prefix}${message}.`;
}

const absent = define<undefined>('absent', (value) => value === undefined);
/** A struct that callers may omit; the value is its default. */
export const withDefault = <T, S>(struct: Struct<T, S>, value: T): Struct<T, S> =>
  coerce(struct, absent, () => value);

/** Size limits of a request. */
export const shapeLimits = {
  ordinary: { depth: 32, keys: 10_000, textLength: 65_536, totalLength: 1_048_576 },
  /** A contract class: on chain 81,920 felts of program and 4 MB; JSON text needs more. */
  large: { depth: 64, keys: 400_000, textLength: 12_582_912, totalLength: 16_777_216 },
} as const;

const POISON = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Rejects a value that is too deep, too wide, too long or cyclic, or that names a prototype,
 * before anything else reads it. Visits each value once and stops at the first limit.
 * @returns the total length of its texts in characters
 * @throws invalidRequest
 */
export function checkShape(value: unknown, size: keyof typeof shapeLimits = 'ordinary'): number {
  const limits = shapeLimits[size];
  let keys = 0;
  let length = 0;
  const open = new Set<object>();

  const count = (text: string) => {
    if (text.length > limits.textLength) fail('invalidRequest', 'A text is too long.');
    length += text.length;
    if (length > limits.totalLength) fail('invalidRequest', 'The request is too large.');
  };
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') count(part);
    if (typeof part !== 'object' || part === null) return;
    if (depth > limits.depth) fail('invalidRequest', 'The request is nested too deeply.');
    if (open.has(part)) fail('invalidRequest', 'The request contains itself.');
    open.add(part);
    for (const [key, inner] of Object.entries(part)) {
      keys += 1;
      if (keys > limits.keys) fail('invalidRequest', 'The request has too many parts.');
      if (POISON.has(key)) fail('invalidRequest', `The name ${key} is not allowed.`);
      count(key);
      visit(inner, depth + 1);
    }
    open.delete(part);
  };
  visit(value, 0);
  return length;
}

/** Freezes a JSON value recursively, so that it cannot change after validation. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
