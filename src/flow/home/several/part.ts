import type { StoredAccount } from '../../../schema/account';
import type { Call } from '../../../schema/call';
import { sameFelt } from '../../../schema/primitives';
import { createTransfer } from '../../../starknet/tokens/erc20';
import { severalParts } from '../../../ui/home/several';
import { say } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { sendTransaction } from '../../send/send';
import { createAccountFacts } from '../accounts';
import { readBalances } from '../balances';
import { notTaken } from '../form';
import type { OpenPage, Part } from '../part';
import { attempt, request, sentRecord } from '../request';
import { listTokenChoices, loadKnown } from '../send/known';
import { lookUpAll } from '../send/lookUp';
import { checkSeveral, MOST_PAYMENTS } from './checks';
import { type Draft, draftNow, parseDraft, step } from './draft';

const action = { method: 'xnet_executeTxn', title: 'home.send' } as const;

/** Pays several recipients in one transaction, as the request of a site does. */
export const severalPart: Part<'several'> = {
  async facts(module, view, { fill = {}, busy }) {
    const draft = parseDraft(view);
    const from = await createAccountFacts(module, view.chainId, draft?.from ?? '');
    if (!from) return undefined;
    const [known, network] = await Promise.all([
      loadKnown(module, view.chainId, from.address, view.draft.form),
      namedNetwork(module, view.chainId),
    ]);
    // Nothing is read before the language is known, which `fill` finds out at once.
    const { rows, total, notes } = draft
      ? checkSeveral(draft, known)
      : { rows: [], total: null, notes: [] };
    return {
      network: network?.name ?? view.chainId,
      from: { name: from.name, address: from.address },
      tokens: listTokenChoices(known, draft?.typed.token),
      hasMoreTokens: known.offeredTokens.length < known.tokens.length,
      rows,
      total,
      notes,
      busy: busy === 'review' ? busy : undefined,
      fill,
    };
  },
  async fill(page, drawing) {
    await step(page, undefined, drawing);
    await Promise.all([readOwn(page).then(() => step(page, undefined, drawing)), look(page)]);
  },
  change: {
    [severalParts.token]: (page) => step(page),
    [severalParts.lines]: (page) => step(page).then(() => look(page)),
  },
  submit: {
    [severalParts.form]: review,
  },
};

/** Addresses and names in a list, each once. */
const listRecipients = ({ lines }: Draft): string[] => [
  ...new Set(lines.flatMap((line) => (line.is === 'payment' ? [line.to] : []))),
];

/** Looks up the recipients that nothing is known of yet. */
async function look(page: OpenPage): Promise<void> {
  const now = await draftNow(page);
  const { module, view } = page;
  const texts = now ? listRecipients(now) : [];
  const unread = texts.filter((to) => !now?.found.some(({ text }) => text === to));
  if (unread.length === 0 || texts.length > MOST_PAYMENTS) return;
  const answers = await lookUpAll(module, view.chainId, unread);
  await step(page, ({ found }) => ({ found: [...found, ...answers] }));
}

/** Reads what the sending account has. */
async function readOwn(page: OpenPage): Promise<void> {
  const { module, view } = page;
  const draft = await draftNow(page);
  const from = await createAccountFacts(module, view.chainId, draft?.from ?? '');
  if (from) await readBalances(module, view.chainId, [from.address]);
}

/**
 * Sends what the submitted form says, after the review that a site's request has. Recipients are
 * looked up again: a name may lead elsewhere since it was read.
 */
async function review(page: OpenPage): Promise<void> {
  await step(page, () => ({ isPressed: true }), { busy: 'review' });
  const order = await attempt(page, action, () => readForm(page));
  if (!order) return;
  const { account, calls } = order;
  await request(
    page,
    action,
    (context, module) => sendTransaction(module, { context, account, calls, details: {} }),
    (hashes) => sentRecord(page, hashes),
  );
}

/** @returns undefined if the form cannot be sent as it is; the page then says why */
async function readForm(
  page: OpenPage,
): Promise<{ account: StoredAccount; calls: Call[] } | undefined> {
  const { module, view, tell } = page;
  const draftBefore = await draftNow(page);
  const texts = draftBefore ? listRecipients(draftBefore) : [];
  const isFew = texts.length > 0 && texts.length <= MOST_PAYMENTS;
  const answers = isFew ? await lookUpAll(module, view.chainId, texts) : [];
  await step(page, () => ({ found: answers }));
  if (answers.some(({ text, address }) => leadsElsewhere(draftBefore, text, address))) {
    await tell(notTaken(say('home.send.movedName'), 'home.send'));
    return undefined;
  }
  const draft = await draftNow(page);
  if (!draft) return undefined;
  const from = await createAccountFacts(module, view.chainId, draft.from);
  const isUsable = from && from.standing !== 'hidden' && from.obstacle === undefined;
  const account = await module.accounts.get(view.chainId, isUsable ? from.address : '');
  const { payments } = checkSeveral(
    draft,
    await loadKnown(module, view.chainId, account.address, view.draft.form),
  );
  if (!payments) return undefined;
  const { token } = draft.typed;
  return { account, calls: payments.map(({ to, amount }) => createTransfer(token, to, amount)) };
}

/** True for a name that leads to another address than the form shows. */
function leadsElsewhere(draft: Draft | undefined, name: string, address?: string): boolean {
  const addressBefore = draft?.found.find(({ text }) => text === name)?.address;
  return addressBefore !== undefined && address !== undefined && !sameFelt(addressBefore, address);
}
