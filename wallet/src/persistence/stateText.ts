import type { Json } from '@metamask/utils';
import { readFields } from '../record';

export type State = Record<string, Json>;

/*
 * A module's state as text: JSON, then a line per key set since, with the key's whole new value.
 * The last line may be truncated if the wallet was killed while writing it.
 */

/** @param key a dotted path */
export const changeText = (key: string, value: Json): string => `\n${JSON.stringify([key, value])}`;

export function readState(text: string): State {
  const [whole = '', ...lines] = text.split('\n');
  const state: State = JSON.parse(whole);
  for (const [index, line] of lines.entries()) {
    const change = readChange(line, index === lines.length - 1);
    if (change) setAt(state, ...change);
  }
  return state;
}

function readChange(line: string, isLast: boolean): [key: string, value: Json] | null {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (isLast) return null;
    throw error;
  }
}

/** Like the vendor's `snap_setState`. */
function setAt(state: State, key: string, value: Json): void {
  const names = key.split('.');
  const last = names.pop() ?? '';
  let part = state;
  for (const name of names) {
    const inner = part[name];
    const next = readFields(inner) as State;
    part[name] = next;
    part = next;
  }
  part[last] = value;
}
