import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../../test/chain/trialNode';
import { listParts } from '../../../../test/wallet/fakeDialogs';
import {
  callsIn,
  friend,
  openSend,
  sendingAccounts,
  startSendNode,
} from '../../../../test/wallet/openSend';
import { sepolia } from '../../../networks/sepolia';
import { knownTokens } from '../../../starknet/tokens/erc20';
import { EVERYTHING, sendParts } from '../../../ui/home/send';
import { getSubmitName } from '../../../ui/home/view';
import { reviewParts } from '../../../ui/review/dialog';
import { answerUserInput } from '../page';

const [, other = ''] = sendingAccounts.map(({ address }) => address);
type Payment = { name: string; token: string; amount?: string };
const payments: Payment[] = [
  ...Object.entries({ ...knownTokens, ...sepolia.tokens }).map(([name, { address }]) => ({
    name,
    token: address,
    amount: '2.5',
  })),
  { name: 'everything', token: EVERYTHING },
];

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode();
});
afterEach(() => node.stop());

type Page = Awaited<ReturnType<typeof openSend>>;

/** Titles and texts in sight. */
const readTexts = async ({ tree }: Page): Promise<unknown[]> =>
  listParts(await tree())
    .filter(({ type }) => ['Heading', 'Text', 'Value', 'Address'].includes(type))
    .map(({ props }) => props.children ?? props.value ?? props.address);

const understand = 'understand.';
const nameOf = async ({ tree }: Page, start: string): Promise<string | undefined> =>
  listParts(await tree())
    .map(({ props }) => String(props.name))
    .find((name) => name.startsWith(start));

/** Asks for the review of a payment. */
async function openReview({ token, amount }: Omit<Payment, 'name'>, to: string) {
  const page = await openSend(node, { byHand: true });
  await page.fillIn(sendParts.token, token);
  if (amount !== undefined) await page.fillIn(sendParts.amount, amount);
  await page.fillIn(sendParts.to, to);
  await page.press(getSubmitName(sendParts.form));
  return page;
}

/** From now on, a module that remembers nothing hears the user. */
function restart({ restarted, pages }: Page): void {
  const module = restarted();
  pages.listen((id, event) => answerUserInput(module, id, event));
}

describe('a payment whose review a restarted module asks again', () => {
  it.each(payments)('equals the one that was asked for: $name', async (payment) => {
    for (const to of [friend, other]) {
      const page = await openReview(payment, to);
      const askedTexts = await readTexts(page);
      restart(page);
      const tick = await nameOf(page, understand);
      const review = page.pages.open('interface-0');
      if (tick !== undefined) await review.fillIn(tick, true);
      else await review.press((await nameOf(page, 'confirm.')) ?? '');
      expect(await readTexts(page)).toEqual(expect.arrayContaining(askedTexts));
      const sentCount = callsIn(node).length;
      await page.answerOnPage('interface-0');
      expect(callsIn(node)).toHaveLength(sentCount + 1);
    }
  });

  it('leads back to what was typed if the user cancels', async () => {
    const page = await openReview({ token: sepolia.tokens.USDC.address, amount: '2.5' }, friend);
    restart(page);
    await page.pages.open('interface-0').press(reviewParts.leave);
    expect(await page.fields()).toEqual({
      token: sepolia.tokens.USDC.address,
      amount: '2.5',
      to: friend,
    });
  });
});
