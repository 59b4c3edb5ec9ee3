import { fail } from '../errors';

/** What a request may hold at most. */
export const shapeLimits = {
  ordinary: { depth: 32, keys: 10_000, textLength: 65_536, totalLength: 1_048_576 },
  /** A contract class: 81,920 felts of program and 4 MB of class on chain, in looser text here. */
  large: { depth: 64, keys: 400_000, textLength: 12_582_912, totalLength: 16_777_216 },
} as const;

const POISON = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses a value that is too deep, too wide, too long or cyclic, or that names a prototype,
 * before anything else reads it. Visits each value once and stops at the first limit.
 * Answers with the characters of all its texts.
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

/** Freezes a JSON value all the way down, so that what was checked is what is used. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
