import { fail } from '@xnet/clients/errors';
import type { Module, State } from '../../../module';
import { AccountName, type StoredAccount } from '../../../schema/account';
import type { Call } from '../../../schema/call';
import {
  type ChainId,
  ContractAddress,
  Felt,
  type RequestContext,
  sameFelt,
} from '../../../schema/primitives';
import type { Token } from '../../../schema/token';
import { formatUnits } from '../../../starknet/felt';
import { isFeeToken, uint256Felts } from '../../../starknet/tokens/erc20';
import { type KnownRecipient, type SendFacts, sendParts } from '../../../ui/home/send';
import type { HomeView } from '../../../ui/home/view';
import { accountName } from '../../../ui/review/facts';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { openReview } from '../../review/open';
import { sendTransaction } from '../../send/send';
import { fetchDollars } from '../../tokens/prices';
import { arrangedTokens } from '../../tokens/tokens';
import { tokenTable } from '../../transactions/tokenTable';
import { tokenName } from '../../transactions/words/amounts';
import { createAccountFacts } from '../accounts';
import { readBalances } from '../balances';
import { notTaken, readText } from '../form';
import type { Drawing, OpenPage, Part } from '../part';
import { request } from '../request';
import {
  checkAmount,
  checkRecipient,
  findPriceUsd,
  findToken,
  type Known,
  readTypedAmount,
} from './checks';
import { type Draft, kept, parseDraft, readTyped, repeatTransfer, type Typed } from './draft';
import { lookUp } from './lookUp';
import { dollarText } from './money';

const asked = { method: 'xnet_executeTxn', title: 'home.send' } as const;

/** Sends a token from the current account, as the request of a site does. */
export const sendPart: Part<'send'> = {
  async facts(module, view, { fill = {} }) {
    const from = await createAccountFacts(module, view.chainId, '');
    if (!from) return undefined;
    const [known, table, network] = await Promise.all([
      knownFor(module, view.chainId, from.address),
      tokenTable(module, view.chainId),
      namedNetwork(module, view.chainId),
    ]);
    const before = parseDraft(view);
    const again = before ? undefined : await sameAgain(module, view, known.tokens);
    const draft = before ?? firstDraft(known.tokens, again);
    const to = checkRecipient(draft, known);
    const isKnown = ({ address, kind }: KnownRecipient) =>
      kind !== 'recent' && to.value !== undefined && sameFelt(address, to.value);
    return {
      network: network?.name ?? view.chainId,
      from: { name: from.name, address: from.address },
      tokens: known.tokens.map(({ address, decimals }) => {
        const held = known.held(address);
        const amount = held === undefined ? null : formatUnits(held, decimals);
        return { address, symbol: tokenName(address, table, 'calls.tokenUnlisted'), amount };
      }),
      to: to.notes,
      amount: checkAmount(draft, known).notes,
      units: unitsOf(draft, findToken(draft, known)),
      known: known.recipients.filter(({ address }) => !sameFelt(address, from.address)),
      unsaved: to.value === undefined || known.recipients.some(isKnown) ? null : to.value,
      fill: { ...again, ...fill },
    };
  },
  async fill(page, drawing) {
    await typed(page, drawing);
    await Promise.all([readOwn(page).then(() => typed(page, drawing)), look(page), price(page)]);
  },
  change: {
    [sendParts.token]: (page) => typed(page).then(() => price(page)),
    [sendParts.to]: (page) => typed(page).then(() => look(page)),
    [sendParts.amount]: (page) => typed(page),
  },
  press: {
    [sendParts.max]: putMax,
    [sendParts.unit]: changeUnit,
    [sendParts.pick]: async (page, to) => {
      if (!ContractAddress.is(to)) return;
      await typed(page, { fill: { to } });
      await look(page);
    },
    async [sendParts.forget](page, address) {
      await page.module.recipients.forget(page.view.chainId, address);
      await typed(page);
    },
  },
  submit: {
    [sendParts.form]: review,
    [sendParts.save]: save,
  },
};

/** Most recipients of the journal that are listed. */
const RECENT = 5;

/** Everyone whom the user may mean: own accounts, saved recipients, and whom this account paid. */
async function knownFor(module: State, chainId: ChainId, from: string): Promise<Known> {
  const [accounts, saved, used, tokens, last] = await Promise.all([
    module.accounts.list(chainId),
    module.recipients.list(chainId),
    module.usedAddresses.of(chainId, from).catch(() => undefined),
    arrangedTokens(module, chainId),
    module.balances.last(chainId),
  ]);
  const own = accounts.filter(({ hidden }) => !hidden);
  const names = [
    ...saved.map(({ address, name }) => ({ address, name, kind: 'saved' as const })),
    ...own.map((one) => ({ address: one.address, name: accountName(one), kind: 'own' as const })),
  ];
  const paid = (used?.recipients ?? []).filter(
    (address) => ![...names, ...tokens].some((one) => sameFelt(one.address, address)),
  );
  const recent = paid
    .slice(-RECENT)
    .reverse()
    .map((address) => ({ address, name: say('home.send.recent'), kind: 'recent' as const }));
  const amounts = last.of[from];
  return {
    chainId,
    from,
    tokens,
    held: (token) => (amounts ? BigInt(amounts[token] ?? 0) : undefined),
    recipients: [...names, ...recent],
  };
}

const firstDraft = (tokens: readonly Token[], again: Typed | undefined): Draft => ({
  typed: again ?? { token: tokens[0]?.address ?? '', to: '', amount: '' },
  max: undefined,
  isPressed: false,
  found: undefined,
});

/** What the record that the page is about sent; undefined for no such record. */
async function sameAgain(
  module: State,
  { chainId, about }: HomeView,
  tokens: readonly Token[],
): Promise<Typed | undefined> {
  const record = Felt.is(about) && (await module.transactions.find(chainId, about));
  return record ? repeatTransfer(record, tokens) : undefined;
}

/**
 * Draws the page with what its fields hold now. The wallet's own state of the form counts, not the
 * event: it is the newest, however late an event is handled, and no field is written but `fill`.
 */
const typed = (page: OpenPage, drawing: Drawing = {}, changes: Partial<Draft> = {}) =>
  page.update(async (now) => {
    const { module, id, view } = page;
    const tokens = await arrangedTokens(module, view.chainId);
    const before = parseDraft(now) ?? firstDraft(tokens, await sameAgain(module, view, tokens));
    // Wallets have no state of a form that was not shown yet.
    const form = await module.dialogs.formState(id, sendParts.form).catch(() => null);
    const fields = { ...readTyped(form, before.typed), ...drawing.fill };
    return { draft: kept({ ...before, ...changes, typed: fields }) };
  }, drawing);

/** Looks the recipient up that is typed now; an answer about another one than then typed is dropped. */
async function look(page: OpenPage): Promise<void> {
  const { module, id, view } = page;
  const now = await draftNow(page);
  const text = now?.typed.to.trim();
  if (text === undefined || now?.found?.text === text) return;
  const found = await lookUp(module, view.chainId, text);
  if (!found) return;
  const form = await module.dialogs.formState(id, sendParts.form).catch(() => null);
  const isSame = readTyped(form, { token: '', to: text, amount: '' }).to.trim() === text;
  if (isSame) await typed(page, {}, { found });
}

/** Reads what the chosen token is worth, if the user has turned on a price source. */
async function price(page: OpenPage): Promise<void> {
  const { module, view } = page;
  const now = await draftNow(page);
  const tokens = await arrangedTokens(module, view.chainId);
  const token = tokens.find(({ address }) => address === now?.typed.token);
  const usd = token && (await fetchDollars(module, view.chainId, token));
  if (usd !== undefined) await typed(page, {}, { price: { token: token?.address ?? '', usd } });
}

const draftNow = async ({ module, id, view }: OpenPage): Promise<Draft | undefined> => {
  const kept = await module.dialogs.homeView(id).catch(() => undefined);
  const draft = kept as HomeView | undefined;
  return draft?.page === view.page ? parseDraft(draft) : undefined;
};

type Sending = { account: StoredAccount; token: Token; to: string; amount: bigint };

const callOf = ({ token, to, amount }: Omit<Sending, 'account'>): Call => ({
  contractAddress: token.address,
  entrypoint: 'transfer',
  calldata: [to, ...uint256Felts(amount)],
});

/** What the sender has of a token, less what the review would ask as a fee if it is paid in it. */
async function mostOf(
  module: Module,
  context: RequestContext,
  sending: Omit<Sending, 'amount'>,
): Promise<bigint> {
  const { account, token } = sending;
  const { chainId } = context.network;
  const held = BigInt(
    (await module.balances.last(chainId)).of[account.address]?.[token.address] ?? 0,
  );
  if (!isFeeToken(token.address)) return held;
  const calls = [callOf({ ...sending, amount: 1n })];
  const { fee } = await openReview(module, { context, account, calls, details: {} });
  const left = held - BigInt(fee.maximum);
  return left > 0n ? left : fail('insufficientFunds');
}

/** The unit of the amount, and the one that it can be typed in instead. */
function unitsOf(draft: Draft, token: Token | undefined): SendFacts['units'] {
  const symbol = token?.symbol ?? '';
  if (draft.unit === 'money') return { now: 'USD', other: symbol };
  return { now: null, other: findPriceUsd(draft) === undefined ? null : 'USD' };
}

/** Types the amount in the other unit; twice gives back what was typed. */
async function changeUnit(page: OpenPage): Promise<void> {
  await typed(page);
  const draft = await draftNow(page);
  const tokens = await arrangedTokens(page.module, page.view.chainId);
  const token = draft && findToken(draft, { tokens });
  if (!draft || !token) return;
  const { swapped } = draft;
  const { amount: before, token: of } = draft.typed;
  const isSame = swapped?.token === of && swapped.after === before;
  const amount = isSame ? swapped.before : inOther(draft, token);
  const unit = draft.unit === 'money' ? undefined : 'money';
  await typed(
    page,
    { fill: { amount } },
    { unit, max: undefined, swapped: { token: of, before, after: amount } },
  );
}

/** The amount in the form in the other unit; empty if it is none. */
function inOther(draft: Draft, token: Token): string {
  const usd = findPriceUsd(draft);
  const read = readTypedAmount(draft, token);
  if (usd === undefined || read.kind !== 'amount' || read.amount === 0n) return '';
  const { decimals } = token;
  return draft.unit === 'money'
    ? formatUnits(read.amount, decimals)
    : dollarText(read.amount, decimals, usd);
}

/** Reads what the sending account has. */
async function readOwn({ module, view: { chainId } }: OpenPage): Promise<void> {
  const from = await createAccountFacts(module, chainId, '');
  if (from) await readBalances(module, chainId, from.address);
}

/** Puts the most that can be sent into the form; while it is worked out, nothing else waits. */
async function putMax(page: OpenPage): Promise<void> {
  const { module } = page;
  await typed(page);
  await request(page, asked, async (context) => {
    await readOwn(page);
    const { account, draft, known } = await formNow(page);
    const token = draft && findToken(draft, known);
    if (!token || !draft) return;
    const to = checkRecipient(draft, known).value ?? account.address;
    const most = await mostOf(module, context, { account, token, to });
    const amount = formatUnits(most, token.decimals);
    await typed(page, { fill: { amount } }, { max: amount, unit: undefined });
  });
}

/** The form as it is now, with what it is checked against. */
async function formNow(page: OpenPage) {
  const { module, view } = page;
  const from = await createAccountFacts(module, view.chainId, '');
  const account = await module.accounts.get(view.chainId, from?.address ?? '');
  const known = await knownFor(module, view.chainId, account.address);
  return { account, known, draft: await draftNow(page) };
}

/**
 * Sends what the submitted form says, after the review that a site's request has. A name is looked
 * up again: it may lead elsewhere since it was typed.
 */
async function review(page: OpenPage): Promise<void> {
  const { lead } = page;
  await typed(page, {}, { isPressed: true });
  const hashes = await request(page, asked, (context) => sendForm(page, context));
  const hash = hashes?.at(-1);
  if (hash !== undefined) await lead('record', hash);
}

/** @returns undefined if the form cannot be sent as it is; the page then says why */
async function sendForm(page: OpenPage, context: RequestContext): Promise<string[] | undefined> {
  const { module, view } = page;
  const before = (await formNow(page)).draft;
  const found = before && (await lookUp(module, view.chainId, before.typed.to));
  await typed(page, {}, { isPressed: true, found });
  const { account, draft, known } = await formNow(page);
  const token = draft && findToken(draft, known);
  const to = draft && checkRecipient(draft, known).value;
  const amount = draft && checkAmount(draft, known).value;
  if (!draft || !token || to === undefined || amount === undefined) return undefined;
  if (before?.found?.address !== undefined && !sameFelt(before.found.address, to)) {
    await page.tell(notTaken(say('home.send.movedName'), 'home.send'));
    return undefined;
  }
  const isMax = draft.max === draft.typed.amount;
  const sent = isMax ? await mostOf(module, context, { account, token, to }) : amount;
  const calls = [callOf({ token, to, amount: sent })];
  return sendTransaction(module, { context, account, calls, details: {} });
}

/** Keeps a name for a recipient on this device. */
async function save(page: OpenPage, address: string, value: unknown): Promise<void> {
  const { module, view } = page;
  if (!ContractAddress.is(address)) return;
  const name = readText(value, 'name')?.trim();
  if (!AccountName.is(name)) return typed(page, { notice: notTaken(say('home.nameRule')) });
  await module.recipients.save(view.chainId, { address, name });
  await typed(page);
}
