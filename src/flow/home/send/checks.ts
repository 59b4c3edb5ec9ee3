import { sameFelt } from '../../../schema/primitives';
import type { Token } from '../../../schema/token';
import { formatUnits } from '../../../starknet/felt';
import { isPaymentRequest } from '../../../starknet/paymentRequest';
import { type ReadRecipient, readRecipient } from '../../../starknet/recipient';
import { isFeeToken } from '../../../starknet/tokens/erc20';
import { EVERYTHING, type SendNote } from '../../../ui/home/send';
import { accountName } from '../../../ui/review/facts';
import { amountFault } from '../../../ui/text/amountFault';
import { type AmountForm, type AmountReader, readAmount } from '../../../ui/text/amounts';
import { groupHex } from '../../../ui/text/format';
import { type Label, say, symbolText, type TextName, type TextRef } from '../../../ui/text/words';
import { findStanding, type OwnAccount } from '../../addresses/addressBook';
import { worth } from '../../tokens/prices';
import { createAmountText, nameOfToken } from '../../transactions/words/amounts';
import { type Draft, type Found, findPut, type Typed } from './draft';
import type { Known } from './known';
import { moneyReader, unitsOfMoney } from './money';

/** Notes about a field, and its value where it can be sent. */
type Checked<T> = { readonly notes: readonly SendNote[]; readonly value?: T };

const note = (tone: SendNote['tone'], name: TextName, places?: TextRef['with']): SendNote => ({
  tone,
  text: say(name, places),
});
const error = (name: TextName, places?: TextRef['with']) => note('error', name, places);

/** A recipient as typed, and what hosts answered about one. */
type TypedRecipient = Pick<Draft, 'isPressed' | 'found'> & { readonly typed: Pick<Typed, 'to'> };

/** The recipient in the form: nobody, or the address that receives. */
export function checkRecipient(draft: TypedRecipient, facts: Known): Checked<string> {
  const read = readRecipient(draft.typed.to, facts.chainId);
  if (read.kind === 'address' && isPaymentRequest(draft.typed.to))
    return { notes: [error('home.send.requestUnread')] };
  const lookedUp = draft.found?.text === draft.typed.to.trim() ? draft.found : undefined;
  switch (read.kind) {
    case 'none':
      return { notes: [draft.isPressed ? error('home.send.noRecipient') : hint] };
    case 'typing':
      return { notes: [typing(read, draft.isPressed)] };
    case 'fault':
      return { notes: [error(`home.send.fault.${read.fault}`)] };
    case 'name':
      return checkName(read.name, lookedUp, facts);
    case 'address':
      return checkAddress(read.address, lookedUp, facts);
  }
}

const hint = note('plain', 'home.send.toHint');

const typing = ({ digits }: Extract<ReadRecipient, { kind: 'typing' }>, isPressed: boolean) =>
  note(isPressed ? 'error' : 'plain', 'home.send.digits', { count: String(digits) });

function checkName(name: string, lookedUp: Found | undefined, facts: Known): Checked<string> {
  if (!lookedUp) return { notes: [note('plain', 'home.send.looking')] };
  const { address } = lookedUp;
  if (address === undefined)
    return {
      notes: [error(lookedUp.failed === 'noName' ? 'home.send.noName' : 'home.send.notRead')],
    };
  const { notes, ...value } = checkAddress(address, lookedUp, facts);
  const leads = note('plain', 'home.send.leadsTo', { name, address: groupHex(address) });
  return { ...value, notes: [leads, ...notes] };
}

function checkAddress(address: string, lookedUp: Found | undefined, facts: Known): Checked<string> {
  const token = facts.tokens.find((one) => sameFelt(one.address, address));
  if (token)
    return {
      notes: [error('home.send.isToken', { symbol: nameOfToken(token.address, facts.table) })],
    };
  if (lookedUp?.isToken) return { notes: [error('home.send.isSomeToken')] };
  const isOwn = findStanding(facts.addresses, address).is === 'own';
  return {
    value: address,
    notes: [
      whoIs(address, facts),
      ...(lookedUp?.isDeployed === false && !isOwn ? [note('plain', 'home.send.notDeployed')] : []),
      ...(lookedUp?.failed === 'notRead' ? [note('plain', 'home.send.notRead')] : []),
    ],
  };
}

/** Standing of an address with the user, as far as is known here. */
function whoIs(address: string, { from, addresses }: Known): SendNote {
  if (sameFelt(from, address)) return note('danger', 'home.send.self');
  const standing = findStanding(addresses, address);
  switch (standing.is) {
    case 'own':
      return ownNote(standing.account);
    case 'saved':
      return note('good', 'home.send.saved', { name: standing.name });
    case 'paid':
      return note('good', 'home.send.before');
    case 'imitation':
      return note('danger', 'home.send.lookAlike', { known: groupHex(standing.of) });
    default:
      return note('plain', 'home.send.new');
  }
}

function ownNote(own: OwnAccount): SendNote {
  const account = accountName(own);
  if (own.obstacle === undefined) return note('good', 'home.send.own', { account });
  return note('danger', 'home.send.dead', { account, why: say(`review.deadEnd.${own.obstacle}`) });
}

/** The amount in the form: none, or the number of smallest units. */
export function checkAmount(draft: Draft, facts: Known): Checked<bigint> {
  if (isEverything(draft)) return { notes: [note('plain', 'home.moveText')] };
  const token = findToken(draft, facts);
  if (!token) return { notes: [error('home.send.noAmount')] };
  const { decimals, address } = token;
  const { table } = facts;
  const symbol = nameOfToken(address, table);
  const textOf = (amount: bigint, form: AmountForm) =>
    createAmountText({ token: address, amount: String(amount) }, table, form);
  const balance = facts.balanceOf(address);
  const have =
    balance === undefined
      ? note('plain', 'home.send.unread')
      : note('plain', 'home.send.have', { amount: textOf(balance, 'held') });
  const reader = createReader(draft, token);
  const read = readAmount(draft.typed.amount, reader);
  if (read.kind === 'none')
    return { notes: draft.isPressed ? [error('home.send.noAmount'), have] : [have] };
  if (read.kind !== 'amount')
    return {
      notes: [{ tone: 'error', text: amountFault(read, draft.typed.amount, reader, symbol) }, have],
    };
  const isMoney = draft.unit === 'money';
  const usd = findPriceUsd(draft);
  if (isMoney && usd === undefined) return { notes: [noPrice(draft, symbol), have] };
  const amount = isMoney && usd ? unitsOfMoney(read.amount, decimals, usd) : read.amount;
  const put = findPut(draft);
  if (amount === 0n && put?.source === 'max')
    return {
      notes: [error(balance === 0n ? 'home.send.maxNone' : 'home.send.maxFee', { symbol }), have],
    };
  if (amount === 0n)
    return { notes: [note(draft.isPressed ? 'error' : 'plain', 'home.send.zero'), have] };
  const meaning = meaningOf(draft, {
    dollars: { amount: formatUnits(read.amount, reader.decimals), symbol: 'USD', form: 'single' },
    inToken: textOf(amount, 'single'),
    worthAt: (price) => worth(amount, decimals, price),
  });
  if (balance !== undefined && amount > balance)
    return { notes: [error('home.send.tooMuch'), ...meaning, have] };
  const isMost = put?.source === 'max';
  // Another token pays the fee if the most is all.
  const isAllStrk = isFeeToken(address) && balance === amount && !isMost;
  const leavesFee = isMost && balance !== undefined && amount < balance;
  return {
    value: amount,
    notes: [
      ...(isAllStrk ? [note('danger', 'home.send.noFee')] : []),
      ...meaning,
      ...(leavesFee ? [note('plain', 'home.send.leavesFee')] : []),
      have,
    ],
  };
}

/** How the amount's field is read: in the token, or in dollars. */
export const createReader = (
  { unit, separators }: Pick<Draft, 'unit' | 'separators'>,
  { decimals, symbol }: Token,
): AmountReader => {
  if (unit === 'money') return moneyReader(separators);
  return { decimals, unit: symbolText(symbol), separators };
};

/** Dollars for one whole token of those in the form; undefined if that is not known. */
export const findPriceUsd = ({ typed, price }: Draft): number | undefined => {
  if (price?.token === typed.token && price.check !== 'apart') return price.usd;
  return undefined;
};

function noPrice({ typed, price }: Draft, symbol: Label): SendNote {
  const isApart = price?.token === typed.token && price.check === 'apart';
  return error(isApart ? 'home.send.priceApart' : 'home.send.noPrice', { symbol });
}

type Meaning = {
  /** The typed amount, if it is in dollars. */
  readonly dollars: Label;
  readonly inToken: Label;
  readonly worthAt: (usd: number) => Label;
};

/** The amount as it is read, and in the other unit if the price is known. */
function meaningOf(draft: Draft, { dollars, inToken, worthAt }: Meaning): SendNote[] {
  const read = (amount: Label) => note('plain', 'home.send.reads', { amount });
  if (draft.unit === 'money')
    return [read(dollars), note('plain', 'home.send.sends', { amount: inToken })];
  const usd = findPriceUsd(draft);
  if (usd === undefined) return [read(inToken)];
  return [read(inToken), note('plain', 'home.send.worth', { money: worthAt(usd) })];
}

/** True if all that the account has is to be sent. */
export const isEverything = ({ typed }: Draft): boolean => typed.token === EVERYTHING;

export const findToken = (
  { typed }: { readonly typed: Pick<Typed, 'token'> },
  { tokens }: Pick<Known, 'tokens'>,
): Token | undefined => tokens.find(({ address }) => address === typed.token);
