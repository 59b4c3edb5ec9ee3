import type { State, Wallet } from '../../../module';
import { readRecipient } from '../../../starknet/recipient';
import { readAmount, type Separators } from '../../../ui/text/amounts';
import { createReader, findToken } from '../send/checks';
import { type Known, listKnown } from '../send/known';
import { type Line, readLines } from './lines';

/** Characters of a text that is read: fifty addresses with long amounts take fewer. */
export const MOST_CHARACTERS = 10_000;

/** Spelling by which names are compared; `hasNamesake` keeps two names from being closer. */
const spelling = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** Contents of the fields, and how the user's language writes numbers. */
type Typed = {
  readonly typed: { readonly token: string; readonly lines: string };
  readonly separators: Separators;
};

/** Reads a pasted text as payments of the chosen token. */
export async function readPayments(
  module: State & Wallet,
  known: Known,
  { typed, separators }: Typed,
): Promise<Line[]> {
  const token = findToken({ typed }, known);
  if (!token || typed.lines.length > MOST_CHARACTERS) return [];
  const [people, say] = await Promise.all([listKnown(module, known), module.dialogs.saying()]);
  const addressesByName = new Map<string, string[]>();
  for (const { name, address, kind } of people) {
    if (kind === 'recent') continue;
    // Marks around a name from right to left are none of it.
    const key = spelling(say(name).replace(/[\u2068\u2069]/gu, ''));
    addressesByName.set(key, [...(addressesByName.get(key) ?? []), address]);
  }
  const amountReader = createReader({ unit: 'token', separators }, token);
  return readLines(typed.lines, {
    unit: amountReader.unit,
    recipientsOf: (words) => [
      ...(isRecipient(words, known) ? [words] : []),
      ...(addressesByName.get(spelling(words)) ?? []),
    ],
    isAmount(words) {
      const read = readAmount(words, amountReader);
      return read.kind === 'amount' || read.kind === 'ambiguous' || isTooFine(read);
    },
  });
}

const isTooFine = (read: ReturnType<typeof readAmount>): boolean =>
  read.kind === 'fault' && read.fault === 'decimals';

/** True for a word that is meant as an address or a .stark name, whether or not it is right. */
function isRecipient(word: string, { chainId }: Known): boolean {
  if (/\s|^[\d.,']+$/u.test(word)) return false;
  if (/^0x/iu.test(word)) return true;
  return ['address', 'name', 'fault'].includes(readRecipient(word, chainId).kind);
}
