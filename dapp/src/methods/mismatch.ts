import { hexFault } from '../../../src/schema/primitives';
import type { Schema } from './catalogue';

/**
 * Describes in one sentence why a value does not match its schema; null if it does. For the person
 * who fills in the form; the module validates again, more strictly.
 */
export function mismatch(value: unknown, schema: Schema, path: string): string | null {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const faults = choices.map((choice) => mismatch(value, choice, path));
    return faults.includes(null) ? null : (faults[0] ?? null);
  }
  if (schema.enum) {
    const listed = schema.enum.map((choice) => JSON.stringify(choice)).join(', ');
    return schema.enum.includes(value) ? null : `${path} must be one of ${listed}.`;
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `${path} must be ${types.map((type) => articles[type] ?? type).join(' or ')}.`;
  // Integers may also be given as text.
  if (typeof value === 'string' && types.includes('integer') && !/^\d+$/u.test(value))
    return `${path} must be a whole number.`;
  if (typeof value === 'string') return patternMismatch(value, schema, path);
  if (Array.isArray(value)) return arrayMismatch(value, schema, path);
  if (isObject(value)) return objectMismatch(value, schema, path);
  return null;
}

const articles: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list: […]',
  object: 'an object: {…}',
  null: 'null',
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

const patternMismatch = (value: string, { pattern }: Schema, path: string) =>
  pattern === undefined || new RegExp(pattern, 'u').test(value)
    ? null
    : `${path} ${formFault(value, pattern)}.`;

/** Explains in words why a text does not match a pattern, for the patterns that the module uses. */
function formFault(value: string, pattern: string): string {
  const fault = hexFault(value);
  if (fault !== undefined) return `is no hex number: ${fault}`;
  if (/^\^\(0x/u.test(pattern)) return 'must be a whole number, in decimal or as 0x and hex digits';
  if (/^\^0x/u.test(pattern)) return 'must be 0x and up to 64 hex digits';
  return 'does not have the expected form';
}

function arrayMismatch(value: unknown[], schema: Schema, path: string): string | null {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length < minItems) return `${path} needs at least ${minItems}.`;
  if (value.length > maxItems) return `${path} can hold at most ${maxItems}.`;
  if (!items) return null;
  return firstFault(value.map((part, index) => mismatch(part, items, `${path}[${index}]`)));
}

function objectMismatch(
  value: Record<string, unknown>,
  { properties = {}, required = [], additionalProperties }: Schema,
  path: string,
): string | null {
  const missing = required.find((name) => !(name in value));
  if (missing !== undefined) return `${path}.${missing} is missing.`;
  const foreign = Object.keys(value).find((name) => !(name in properties));
  if (additionalProperties === false && foreign !== undefined)
    return `${path}.${foreign} is not known.`;
  return firstFault(
    Object.entries(properties)
      .filter(([name]) => name in value)
      .map(([name, part]) => mismatch(value[name], part, `${path}.${name}`)),
  );
}

const firstFault = (faults: (string | null)[]) => faults.find((fault) => fault !== null) ?? null;
