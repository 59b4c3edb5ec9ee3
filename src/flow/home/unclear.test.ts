import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { type PaymasterServer, startPaymasterServer } from '../../../test/review/paymasterServer';
import { createClock } from '../../../test/wallet/clock';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { type AskingPage, findConfirmName } from '../../../test/wallet/openAsking';
import { friend, openSend, startSendNode } from '../../../test/wallet/openSend';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';

/** A paymaster’s reply to a request that it may have carried out. */
const UNKNOWN = { code: 163, message: 'An error occurred (UNKNOWN_ERROR)' };
const unclear = sayEnglish('home.unclearText');
const tryAgain = sayEnglish('errors.nodeUnavailable');

let node: TrialNode;
let server: PaymasterServer;
let relayed: number;
let whenRelayed: () => void;
beforeEach(async () => {
  node = await startSendNode();
  relayed = 0;
  whenRelayed = () => undefined;
  server = await startPaymasterServer({
    async relay() {
      relayed += 1;
      whenRelayed();
      throw UNKNOWN;
    },
  });
});
afterEach(() => Promise.all([node.stop(), server.stop()]));

/** A payment through a paymaster that carries it out and does not say so. */
async function openPayment() {
  // A slow machine must not make the paymaster late.
  const { now, setTimer } = createClock({ pausesUpToMs: 999 });
  const page = await openSend(node, { byHand: true, now, setTimer });
  await page.module.settings.paymasters.choose(chainIds.sepolia, { url: server.url });
  await page.fillIn('to', friend);
  await page.fillIn('amount', '1');
  await page.review();
  await page.fillIn('payWith', knownTokens.ETH.address);
  // No source of prices confirms the paymaster's own.
  await page.fillIn(await nameOf(page, 'understand.'), true);
  return page;
}

const nameOf = async (page: AskingPage, start: string): Promise<string> => {
  const names = listParts(await page.tree()).map(({ props }) => String(props.name));
  return names.find((name) => name.startsWith(start)) ?? start;
};

describe('a payment that may have been sent', () => {
  it('appears as such on the page, and not as one to try again', async () => {
    const page = await openPayment();
    await page.press(await findConfirmName(page));
    expect(relayed).toBe(1);
    expect(await page.now()).toContain(unclear);
    expect(await page.now()).not.toContain(tryAgain);
  });

  it('appears as such on the next page if its own is gone', async () => {
    const page = await openPayment();
    whenRelayed = () => page.pages.leave(undefined);
    await page.press(await findConfirmName(page));
    await page.reopen();
    expect(relayed).toBe(1);
    expect(await page.now()).toContain(unclear);
    expect(await page.now()).not.toContain(tryAgain);
  });
});
