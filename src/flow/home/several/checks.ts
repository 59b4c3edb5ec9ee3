import { sameFelt } from '../../../schema/primitives';
import type { Token } from '../../../schema/token';
import { isFeeToken } from '../../../starknet/tokens/erc20';
import type { SendNote } from '../../../ui/home/send';
import type { SeveralFacts, SeveralRow } from '../../../ui/home/several';
import { amountFault } from '../../../ui/text/amountFault';
import { type AmountForm, readAmount } from '../../../ui/text/amounts';
import { groupHex, listedHex } from '../../../ui/text/format';
import { type Label, say, type TextRef } from '../../../ui/text/words';
import { findOwnAccount, findUserName, shortForms } from '../../addresses/addressBook';
import { createAmountText, nameOfToken } from '../../transactions/words/amounts';
import { checkRecipient, createReader, findToken } from '../send/checks';
import type { Known } from '../send/known';
import type { Draft } from './draft';
import type { Line } from './lines';
import { MOST_CHARACTERS } from './read';

/**
 * Payments in one transaction. The network takes 5,000 felts of calldata, and each payment six of
 * them: what limits a list is who reads it in the review.
 */
export const MOST_PAYMENTS = 50;

/** A payment that can be sent. */
type Payment = { readonly to: string; readonly amount: bigint };

/** A list as it was read: its drawing, and its payments if all of them can be sent. */
type Checked = Pick<SeveralFacts, 'rows' | 'total' | 'notes'> & {
  readonly payments?: readonly Payment[];
};

type CheckedLine = { readonly row: SeveralRow; readonly to?: string; readonly amount?: bigint };

const error = (text: TextRef): SendNote => ({ tone: 'error', text });
const danger = (text: TextRef): SendNote => ({ tone: 'danger', text });

/** Checks every recipient as the page that sends does, every amount, and all together. */
export function checkSeveral(draft: Draft, known: Known): Checked {
  const token = findToken(draft, known);
  const isTooMany =
    draft.lines.length > MOST_PAYMENTS || draft.typed.lines.length > MOST_CHARACTERS;
  if (!token || isTooMany) return { rows: [], total: null, notes: faultOfAll(isTooMany) };
  const lines = draft.lines.map((line) => checkLine(line, draft, known, token));
  const rows = lines.map(({ row, to }, at) => {
    const isFaulty = row.notes.some(({ tone }) => tone === 'error');
    const notes = [...row.notes, ...notesAmong(to, lines)];
    return { ...row, notes: isFaulty ? notes.map((note) => numbered(note, at + 1)) : notes };
  });
  const amounts = lines.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  const isWhole = lines.length > 0 && amounts.length === lines.length;
  const notes = notesOfAll(draft, known, { token, sum });
  const isFaulty = [...rows.flatMap((row) => row.notes), ...notes].some(
    ({ tone }) => tone === 'error',
  );
  const payments = lines.flatMap(({ to, amount }) =>
    to === undefined || amount === undefined ? [] : [{ to, amount }],
  );
  return {
    rows,
    total: isWhole ? shownAmount(sum, token, known) : null,
    notes,
    ...(isWhole && !isFaulty && payments.length === lines.length && { payments }),
  };
}

const faultOfAll = (isTooMany: boolean): SendNote[] =>
  isTooMany ? [error(say('home.several.tooMany', { count: String(MOST_PAYMENTS) }))] : [];

const numbered = ({ tone, text }: SendNote, number: number): SendNote => ({
  tone,
  text: say('home.several.line', { number: String(number), why: text }),
});

const shownAmount = (
  amount: bigint,
  { address }: Token,
  { table }: Known,
  form: AmountForm = 'single',
): Label => createAmountText({ token: address, amount: String(amount) }, table, form);

function checkLine(line: Line, draft: Draft, known: Known, token: Token): CheckedLine {
  if (line.is !== 'payment') return { row: { notes: [error(faultOf(line, draft, token))] } };
  const { recipientText, to: typedTo } = line;
  const answer = draft.found.find(({ text }) => text === typedTo);
  const recipient = checkRecipient(
    { typed: { to: typedTo }, isPressed: true, found: answer },
    known,
  );
  const to = recipient.value;
  const isDead = to !== undefined && findOwnAccount(known.addresses, to)?.obstacle !== undefined;
  const amount = checkAmount(line.amount, draft, token, known);
  const name = to === undefined ? undefined : findUserName(known.addresses, to);
  const isName = to === undefined || !/^0x|:/iu.test(recipientText);
  return {
    ...(to !== undefined && { to }),
    ...(amount.value !== undefined && { amount: amount.value }),
    row: {
      recipient: name ?? (isName ? recipientText : listedHex(to)),
      ...(amount.value !== undefined && { amount: shownAmount(amount.value, token, known) }),
      notes: [
        // Praise beneath a name would only repeat it.
        ...recipient.notes
          .filter(({ tone }) => tone !== 'good')
          .map((note) => (isDead && note.tone === 'danger' ? error(note.text) : note)),
        ...amount.notes,
      ],
    },
  };
}

function checkAmount(
  text: string,
  { separators }: Draft,
  token: Token,
  { table }: Known,
): { readonly notes: readonly SendNote[]; readonly value?: bigint } {
  const reader = createReader({ unit: 'token', separators }, token);
  const read = readAmount(text, reader);
  if (read.kind !== 'amount')
    return { notes: [error(amountFault(read, text, reader, nameOfToken(token.address, table)))] };
  if (read.amount === 0n) return { notes: [error(say('home.send.zero'))], value: read.amount };
  return { notes: [], value: read.amount };
}

type Fault = Exclude<Line, { is: 'payment' }>;

function faultOf({ is, text, readings }: Fault, { separators }: Draft, token: Token): TextRef {
  switch (is) {
    case 'amount': {
      const reader = createReader({ unit: 'token', separators }, token);
      return amountFault({ kind: 'fault', fault: 'notNumber' }, text, reader);
    }
    case 'twoWays': {
      const [first = '', second = ''] = readings ?? [];
      return say('home.several.twoWays', { text, first, second });
    }
    default:
      return say(`home.several.${is}`, { text });
  }
}

/** Notes about a recipient beside the others in the list. */
function notesAmong(to: string | undefined, lines: readonly CheckedLine[]): SendNote[] {
  if (to === undefined) return [];
  const recipients = lines.flatMap((line) => line.to ?? []);
  const forms = shortForms(to);
  const isTwin = (address: string) =>
    !sameFelt(address, to) && shortForms(address).some((form) => forms.includes(form));
  const twin = recipients.find(isTwin);
  return [
    ...(recipients.filter((address) => sameFelt(address, to)).length > 1
      ? [danger(say('home.several.twice'))]
      : []),
    ...(twin === undefined ? [] : [danger(say('home.several.twin', { address: groupHex(twin) }))]),
  ];
}

function notesOfAll(
  { lines, isPressed }: Draft,
  known: Known,
  { token, sum }: { token: Token; sum: bigint },
): SendNote[] {
  const balance = known.balanceOf(token.address);
  const have: SendNote = {
    tone: 'plain',
    text:
      balance === undefined
        ? say('home.send.unread')
        : say('home.send.have', { amount: shownAmount(balance, token, known, 'held') }),
  };
  if (lines.length === 0 && isPressed) return [error(say('home.several.none')), have];
  if (balance !== undefined && sum > balance) return [error(say('home.send.tooMuch')), have];
  const isAllStrk = isFeeToken(token.address) && sum > 0n && balance === sum;
  return [...(isAllStrk ? [danger(say('home.several.noFee'))] : []), have];
}
