import { fail, getErrorKind } from '@xnet/clients/errors';
import type { Module } from '../../../module';
import type { StoredAccount } from '../../../schema/account';
import type { Call } from '../../../schema/call';
import {
  ContractAddress,
  greater,
  type RequestContext,
  sameFelt,
} from '../../../schema/primitives';
import type { Token } from '../../../schema/token';
import { formatUnits } from '../../../starknet/felt';
import { createTransfer, isFeeToken } from '../../../starknet/tokens/erc20';
import type { Reading } from '../../../ui/home/balances';
import { EVERYTHING, sendParts } from '../../../ui/home/send';
import { readAmount } from '../../../ui/text/amounts';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { payOptions } from '../../paymaster/options';
import { findFeeShare } from '../../review/open';
import { moveEverything } from '../../send/moveEverything';
import { sendTransaction } from '../../send/send';
import { fetchCheckedDollars } from '../../tokens/prices';
import { arrangedTokens } from '../../tokens/tokens';
import { nameOfToken } from '../../transactions/words/amounts';
import { createAccountFacts } from '../accounts';
import { lastAmounts, readBalances } from '../balances';
import { saveRecipient } from '../contacts';
import { notTaken, readText } from '../form';
import type { OpenPage, Part } from '../part';
import { attempt, request, sentRecord } from '../request';
import { checkAmount, checkRecipient, createReader, findToken, isEverything } from './checks';
import { type Draft, fieldText, findPut, parseDraft } from './draft';
import { canBeSaved, listKnown, listTokenChoices, loadKnown } from './known';
import { lookUp } from './lookUp';
import { takeRequest } from './request';
import { draftNow, step } from './step';
import { chooseUnits, inOtherUnit } from './units';

const asked = { method: 'xnet_executeTxn', title: 'home.send' } as const;

/** Sends a token from an account, the current one at first, as the request of a site does. */
export const sendPart: Part<'send'> = {
  async facts(module, view, { fill = {}, busy }) {
    const draft = parseDraft(view);
    const from = await createAccountFacts(module, view.chainId, draft?.from ?? '');
    if (!from) return undefined;
    const [known, network] = await Promise.all([
      loadKnown(module, view.chainId, from.address, view.draft.form),
      namedNetwork(module, view.chainId),
    ]);
    // Nothing is read before the language is known, which `fill` finds out at once.
    const to = draft ? checkRecipient(draft, known) : { notes: [] };
    return {
      network: network?.name ?? view.chainId,
      from: { name: from.name, address: from.address },
      tokens: listTokenChoices(known, draft?.typed.token),
      hasMoreTokens: known.offeredTokens.length < known.tokens.length,
      isEverything: draft !== undefined && isEverything(draft),
      to: to.notes,
      amount: draft ? checkAmount(draft, known).notes : [],
      units: draft ? chooseUnits(draft, known) : { now: null, other: null },
      known: await listKnown(module, known),
      unsaved: to.value === undefined || !canBeSaved(known, to.value) ? null : to.value,
      busy,
      typed: draft?.typed.to.trim() ?? '',
      isUnfolded: view.open === 'own',
      fill,
    };
  },
  async fill(page, drawing) {
    await step(page, undefined, drawing);
    await Promise.all([
      readOwn(page).then(() => step(page, undefined, drawing)),
      look(page),
      price(page),
    ]);
  },
  change: {
    [sendParts.token]: (page) => step(page).then(() => price(page)),
    [sendParts.to]: async (page) => {
      const tokens = await arrangedTokens(page.module, page.view.chainId);
      await step(page, (draft) => takeRequest(draft, page.view.chainId, tokens));
      await look(page);
    },
    [sendParts.amount]: (page) => step(page),
  },
  press: {
    [sendParts.max]: putMax,
    [sendParts.unit]: changeUnit,
    [sendParts.own]: ({ update }) => update(({ open }) => ({ open: open === 'own' ? '' : 'own' })),
    [sendParts.pick]: async (page, to) => {
      if (!ContractAddress.is(to)) return;
      await step(page, () => ({ fill: { to } }));
      await look(page);
    },
    async [sendParts.forget](page, address) {
      await page.module.recipients.forget(page.view.chainId, address);
      await step(page);
    },
  },
  submit: {
    [sendParts.form]: review,
    [sendParts.save]: save,
  },
};

/** Looks the recipient up that is typed now; an answer about another one than then typed is dropped. */
async function look(page: OpenPage): Promise<void> {
  const { module, view } = page;
  const now = await draftNow(page);
  const text = now?.typed.to.trim();
  if (text === undefined || now?.found?.text === text) return;
  const found = await lookUp(module, view.chainId, text);
  if (found) await step(page, ({ typed }) => (typed.to.trim() === text ? { found } : undefined));
}

/** Reads what the chosen token is worth, if the user has turned on a price source. */
async function price(page: OpenPage): Promise<void> {
  const { module, view } = page;
  const now = await draftNow(page);
  const tokens = await arrangedTokens(module, view.chainId);
  const token = now && findToken(now, { tokens });
  const read = token && (await fetchCheckedDollars(module, view.chainId, token));
  if (!read) return;
  const { address } = token;
  await step(page, ({ typed }) =>
    typed.token === address ? { price: { token: address, ...read } } : undefined,
  );
}

type Sending = { account: StoredAccount; token: Token; to: string; amount: bigint };

const callOf = ({ token, to, amount }: Omit<Sending, 'account'>): Call =>
  createTransfer(token.address, to, amount);

/** The sender's balance of a token, less what the review would ask as a fee if it is paid in it. */
async function mostOf(
  module: Module,
  context: RequestContext,
  sending: Omit<Sending, 'amount'>,
): Promise<bigint> {
  const { account, token } = sending;
  const { chainId } = context.network;
  const balance = (await lastAmounts(module, chainId, account.address))(token.address);
  if (balance === undefined) return fail('nodeUnavailable');
  if (balance === 0n) return 0n;
  const calls = [callOf({ ...sending, amount: 1n })];
  const sample = { context, account, calls, details: {} };
  const options = await payOptions(module, sample);
  // Only a paymaster takes a fee in another token.
  if (!isFeeToken(token.address) && options.length === 0) return balance;
  const share = await findFeeShare(module, sample, options).catch((error: unknown) => {
    if (getErrorKind(error) === 'insufficientFunds') return undefined;
    throw error;
  });
  if (!share) return 0n;
  if (!sameFelt(share.token, token.address)) return balance;
  return greater(balance - share.amount, 0n);
}

/** Types the amount in the other unit. */
async function changeUnit(page: OpenPage): Promise<void> {
  const tokens = await arrangedTokens(page.module, page.view.chainId);
  await step(page, (draft) => {
    const token = findToken(draft, { tokens });
    return token && inOtherUnit(draft, token);
  });
}

/**
 * Reads what the sending account has; undefined for no such account, unavailable if that of the
 * chosen token is not told.
 */
async function readOwn(page: OpenPage): Promise<Reading | undefined> {
  const { module, view } = page;
  const draft = await draftNow(page);
  const from = await createAccountFacts(module, view.chainId, draft?.from ?? '');
  const token = draft?.typed.token;
  const neededTokens = ContractAddress.is(token) ? [token] : [];
  return from && readBalances(module, view.chainId, [from.address], { neededTokens });
}

/** Reads it; the page says why not. The most of a balance of before would be a guess. */
async function canReadOwn(page: OpenPage): Promise<boolean> {
  const reading = await readOwn(page);
  if (reading?.state !== 'unavailable') return true;
  await page.tell(notTaken(reading.why, 'home.send'));
  return false;
}

/** Puts the most that can be sent into the form; while it is worked out, nothing else waits. */
async function putMax(page: OpenPage): Promise<void> {
  await step(page, undefined, { busy: 'max' });
  await attempt(page, asked, async (context) => {
    if (!(await canReadOwn(page))) return;
    const form = await formNow(page);
    if (!form?.token) return step(page);
    const { account, token, to = account.address } = form;
    const most = await mostOf(page.module, context, { account, token, to });
    await fillMost(page, form.draft, most);
  });
}

/** Puts it in where the form is still the one that it was worked out for. */
async function fillMost(page: OpenPage, draft: Draft, most: bigint): Promise<void> {
  const tokens = await arrangedTokens(page.module, page.view.chainId);
  await step(page, (now) => {
    const token = findToken(now, { tokens });
    const isMeant =
      now.typed.token === draft.typed.token && now.typed.amount === draft.typed.amount;
    if (!token || !isMeant) return undefined;
    const text = fieldText(formatUnits(most, token.decimals), now);
    return {
      fill: { amount: text },
      unit: 'token',
      put: { text, token: token.address, source: 'max' },
    };
  });
}

/** The form as it is now, with what it says; undefined where it is no longer in sight. */
async function formNow(page: OpenPage) {
  const { module, view } = page;
  const draft = await draftNow(page);
  if (!draft) return undefined;
  const from = await createAccountFacts(module, view.chainId, draft.from);
  const isUsable = from && from.standing !== 'hidden' && from.obstacle === undefined;
  const account = await module.accounts.get(view.chainId, isUsable ? from.address : '');
  const knownFacts = await loadKnown(module, view.chainId, account.address, view.draft.form);
  const { value: to } = checkRecipient(draft, knownFacts);
  const { value: amount } = checkAmount(draft, knownFacts);
  const { table } = knownFacts;
  return { draft, account, token: findToken(draft, knownFacts), table, to, amount };
}

/**
 * Sends what the submitted form says, after the review that a site's request has. A name is looked
 * up again: it may lead elsewhere since it was typed.
 */
async function review(page: OpenPage): Promise<void> {
  await step(page, () => ({ isPressed: true }), { busy: 'review' });
  const order = await attempt(page, asked, (context) => readForm(page, context));
  if (!order) return;
  const { account, to, calls } = order;
  await request(
    page,
    asked,
    async (context, module) =>
      calls === EVERYTHING
        ? [await moveEverything(module, context, account, to)]
        : sendTransaction(module, { context, account, calls, details: {} }),
    (hashes) => sentRecord(page, hashes),
  );
}

/** A form that can be sent. */
type Order = {
  readonly account: StoredAccount;
  readonly to: string;
  readonly calls: Call[] | typeof EVERYTHING;
};

/** @returns undefined if the form cannot be sent as it is; the page then says why */
async function readForm(page: OpenPage, context: RequestContext): Promise<Order | undefined> {
  const before = await draftNow(page);
  if (!before || (await leadsElsewhere(page, before))) return undefined;
  if (before.unit === 'money' && !(await confirmPrice(page))) return undefined;
  if (findPut(before)?.source === 'max' && !(await refreshMost(page, context))) return undefined;
  const form = await formNow(page);
  if (form?.to === undefined) return undefined;
  const { account, token, to, amount } = form;
  if (isEverything(form.draft)) return { account, to, calls: EVERYTHING };
  if (token === undefined || amount === undefined) return undefined;
  return { account, to, calls: [callOf({ token, to, amount })] };
}

/** Looks the recipient up again; true if what was typed leads to another address since. */
async function leadsElsewhere(page: OpenPage, { typed, found }: Draft): Promise<boolean> {
  const { module, view, tell } = page;
  const text = typed.to.trim();
  const now = await lookUp(module, view.chainId, text);
  await step(page, (draft) => (draft.typed.to.trim() === text ? { found: now } : undefined));
  const [address, next] = [found?.text === text ? found.address : undefined, now?.address];
  if (address === undefined || next === undefined || sameFelt(address, next)) return false;
  await tell(notTaken(say('home.send.movedName'), 'home.send'));
  return true;
}

/**
 * Reads the price again; where only one source knows it, the amount is put into the form in the
 * token: that is what the user confirms.
 */
async function confirmPrice(page: OpenPage): Promise<boolean> {
  await price(page);
  const form = await formNow(page);
  if (form?.token === undefined || form.amount === undefined) return true;
  const { token, table, draft } = form;
  if (draft.price?.check !== 'none') return true;
  await step(page, (now) => (now.unit === 'money' ? inOtherUnit(now, token) : undefined));
  const symbol = nameOfToken(token.address, table);
  await page.tell(notTaken(say('home.send.onePrice', { symbol }), 'home.send'));
  return false;
}

/**
 * Works out anew what can be sent; the form shows it before the review where that is less by now.
 * @returns false if nobody tells the balance
 */
async function refreshMost(page: OpenPage, context: RequestContext): Promise<boolean> {
  if (!(await canReadOwn(page))) return false;
  const form = await formNow(page);
  if (form?.token === undefined || form.to === undefined) return true;
  const { account, token, to, draft } = form;
  const most = await mostOf(page.module, context, { account, token, to });
  const typedAmount = readAmount(draft.typed.amount, createReader(draft, token));
  if (typedAmount.kind === 'amount' && most < typedAmount.amount) await fillMost(page, draft, most);
  return true;
}

/** Keeps a name for a recipient on this device. */
async function save(page: OpenPage, address: string, value: unknown): Promise<void> {
  if (!ContractAddress.is(address)) return;
  const fault = await saveRecipient(page, address, readText(value, 'name') ?? '');
  await step(page, undefined, fault === undefined ? {} : { notice: notTaken(fault) });
}
