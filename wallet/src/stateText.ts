import type { Json } from '@metamask/utils';
import { isRecord } from './record';

export type State = Record<string, Json>;

/*
 * A module's state as text: its JSON, and a line for each key that was set since, whose value is the
 * whole of it. The last line may be cut off, where the wallet was killed while it wrote it.
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

/** As the vendor's `snap_setState` sets it. */
function setAt(state: State, key: string, value: Json): void {
  const names = key.split('.');
  const last = names.pop() ?? '';
  let part = state;
  for (const name of names) {
    const inner = part[name];
    const next: State = isRecord(inner) ? (inner as State) : {};
    part[name] = next;
    part = next;
  }
  part[last] = value;
}
