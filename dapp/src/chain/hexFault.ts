import { hexFault } from '../../../src/schema/primitives';
import { say, type TextRef } from '../texts';

/** Why a text that begins as hex is no hex number; null if it is one, or does not begin so. */
export function findHexFault(text: string): TextRef | null {
  if (hexFault(text) === undefined) return null;
  if (text.length === 2) return say('methods.hex.ends');
  if (/^0x[0-9a-f]*$/iu.test(text))
    return say('methods.hex.long', { count: String(text.length - 2) });
  return say('methods.hex.signs');
}
