import { findHexFault } from '../chain/hexFault';
import { joinAlternatives, type Label, say, type TextRef } from '../texts';
import type { Schema } from './catalogue';

/**
 * Describes in one sentence why a value does not match its schema; null if it does. For the person
 * who fills in the form; the module validates again, more strictly.
 */
export function mismatch(value: unknown, schema: Schema, path: Label): TextRef | null {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const faults = choices.map((choice) => mismatch(value, choice, path));
    if (faults.includes(null)) return null;
    return faults[0] ?? null;
  }
  if (schema.enum) {
    const listed = schema.enum.map((choice) => JSON.stringify(choice)).join(', ');
    if (schema.enum.includes(value)) return null;
    return say('methods.fault.oneOf', { path, listed });
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return say('methods.fault.type', { path, types: joinAlternatives(types.map(typeWords)) });
  // Integers may also be given as text.
  if (typeof value === 'string' && types.includes('integer') && !/^\d+$/u.test(value))
    return say('methods.fault.wholeNumber', { path });
  if (typeof value === 'string') return patternMismatch(value, schema, path);
  if (Array.isArray(value)) return arrayMismatch(value, schema, path);
  if (isObject(value)) return objectMismatch(value, schema, path);
  return null;
}

const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;

function typeWords(type: string): Label {
  const typeName = typeNames.find((one) => one === type);
  if (typeName === undefined) return type;
  return say(`methods.type.${typeName}`);
}

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

const patternMismatch = (value: string, { pattern }: Schema, path: Label) => {
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return null;
  return formFault(value, pattern, path);
};

/** Explains in words why a text does not match a pattern, for the patterns that the module uses. */
function formFault(value: string, pattern: string, path: Label): TextRef {
  const fault = findHexFault(value);
  if (fault !== null) return say('methods.fault.notHex', { path, fault });
  if (/^\^\(0x/u.test(pattern)) return say('methods.fault.hexOrDecimal', { path });
  return say(/^\^0x/u.test(pattern) ? 'methods.fault.hex' : 'methods.fault.form', { path });
}

function arrayMismatch(value: unknown[], schema: Schema, path: Label): TextRef | null {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length < minItems)
    return say('methods.fault.tooFew', { path, count: String(minItems) });
  if (value.length > maxItems)
    return say('methods.fault.tooMany', { path, count: String(maxItems) });
  if (!items) return null;
  return firstFault(value.map((part, index) => mismatch(part, items, inPath(path, `[${index}]`))));
}

function objectMismatch(
  value: Record<string, unknown>,
  { properties = {}, required = [], additionalProperties }: Schema,
  path: Label,
): TextRef | null {
  const missing = required.find((name) => !(name in value));
  if (missing !== undefined)
    return say('methods.fault.missing', { path: inPath(path, `.${missing}`) });
  const foreign = Object.keys(value).find((name) => !(name in properties));
  if (additionalProperties === false && foreign !== undefined)
    return say('methods.fault.unknown', { path: inPath(path, `.${foreign}`) });
  return firstFault(
    Object.entries(properties)
      .filter(([name]) => name in value)
      .map(([name, part]) => mismatch(value[name], part, inPath(path, `.${name}`))),
  );
}

/** A place within a value: `calls[0].entrypoint`. */
const inPath = (path: Label, place: string): Label => {
  if (typeof path === 'string') return path + place;
  return say('methods.within', { path, place });
};

const firstFault = (faults: (TextRef | null)[]) => faults.find((fault) => fault !== null) ?? null;
