import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { type PaymasterServer, startPaymasterServer } from '../../../test/review/paymasterServer';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { findConfirm, findConfirmName } from '../../../test/wallet/openAsking';
import { friend, openSend, startSendNode } from '../../../test/wallet/openSend';
import { chainIds, sameFelt } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { sendParts } from '../../ui/home/send';
import { getSubmitName } from '../../ui/home/view';
import { reviewParts } from '../../ui/review/dialog';

const { ETH, STRK } = knownTokens;
const chainId = chainIds.sepolia;
const QUESTION = 'Pay fees in another token';

type Asked = { request: { contract_address: string } };

let node: TrialNode;
let paymaster: PaymasterServer;
let carriedOut: number;
/** Tokens that the account holds. */
let heldTokens: readonly string[];
beforeEach(async () => {
  carriedOut = 0;
  heldTokens = [ETH.address];
  node = await startSendNode();
  const usual = node.says.instead.starknet_call;
  node.says.instead.starknet_call = (params: Asked) => {
    const answer = usual?.(params as never) ?? { result: [] };
    const { contract_address } = params.request;
    const isToken =
      'result' in answer && Array.isArray(answer.result) && answer.result.length === 2;
    if (!isToken || heldTokens.some((token) => sameFelt(token, contract_address))) return answer;
    return { result: ['0x0', '0x0'] };
  };
  paymaster = await startPaymasterServer({
    relay: async () => {
      carriedOut += 1;
      return '0x7e57';
    },
  });
});
afterEach(async () => {
  await node.stop();
  await paymaster.stop();
});

/** The page of an account without STRK, at the review of a payment of 1 ETH. */
async function openReview({ isLocal = false } = {}) {
  const page = await openSend(node, {
    byHand: true,
    ...(!isLocal && { paymasterUrl: paymaster.url }),
  });
  await page.fillIn(sendParts.token, ETH.address);
  await page.fillIn(sendParts.amount, '1');
  await page.fillIn(sendParts.to, friend);
  await page.press(getSubmitName(sendParts.form));
  const chosen = async () => (await page.module.settings.paymasters.shown())[chainId];
  const confirm = async () => {
    // Nobody else says here what a fee is worth: that has to be understood.
    const names = listParts(await page.tree()).map(({ props }) => String(props.name));
    const tick = names.find((name) => name.startsWith('understand.'));
    if (tick !== undefined) await page.input({ type: 'InputChangeEvent', name: tick, value: true });
    await page.press(await findConfirmName(page));
  };
  return { ...page, chosen, confirm };
}

describe('an account without STRK for the fee', () => {
  it('hears of the public paymaster, which hears nothing before the user agrees', async () => {
    const { now, chosen, confirm } = await openReview();
    expect(await now()).toContain(QUESTION);
    expect(await now()).toContain(new URL(paymaster.url).host);
    expect(await now()).toContain('in another token: ETH.');
    expect(paymaster.asked).toEqual([]);
    expect(await chosen()).toBeUndefined();
    await confirm();
    expect(await chosen()).toBe(new URL(paymaster.url).host);
    expect(await now()).not.toContain(QUESTION);
    expect(carriedOut).toBe(0);
    await confirm();
    expect(carriedOut).toBe(1);
  });

  it('asks nothing about the paymaster the next time', async () => {
    const page = await openReview();
    await page.confirm();
    await page.press(reviewParts.leave);
    await page.press(getSubmitName(sendParts.form));
    expect(await page.now()).not.toContain(QUESTION);
    await page.confirm();
    expect(carriedOut).toBe(1);
  });

  it('stays as it was if the user refuses', async () => {
    const { press, chosen, fields } = await openReview();
    await press(reviewParts.leave);
    expect(await chosen()).toBeUndefined();
    expect(paymaster.asked).toEqual([]);
    expect(await fields()).toMatchObject({ token: ETH.address, amount: '1', to: friend });
  });

  it('signs nothing if the user leaves between the two questions', async () => {
    const page = await openReview();
    let release = () => {};
    const holding = new Promise<void>((resolve) => {
      release = resolve;
    });
    const usual = node.says.instead.starknet_call;
    let isHeld = true;
    node.says.instead.starknet_call = (params) => {
      if (!isHeld) return usual?.(params) ?? { result: [] };
      return holding.then(() => usual?.(params)) as never;
    };
    const confirming = page.confirm();
    while (!(await page.now()).includes('"key":"waiting"')) await new Promise(setImmediate);
    const leaving = page.press(reviewParts.leave);
    isHeld = false;
    release();
    await Promise.all([confirming, leaving]);
    expect(await findConfirm(page)).toBeUndefined();
    expect(carriedOut).toBe(0);
  });

  it('draws the second question under numbers that the first never had', async () => {
    const page = await openReview();
    const first = await findConfirmName(page);
    await page.confirm();
    expect(await findConfirmName(page)).not.toBe(first);
    await page.press(first);
    expect(carriedOut).toBe(0);
    expect(listParts(await page.tree()).map(({ type }) => type)).toContain('Footer');
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'holds no listed token',
      async () => {
        heldTokens = [];
        return (await openReview()).now();
      },
    ],
    ['is on a local chain', async () => (await openReview({ isLocal: true })).now()],
  ])('hears that funds are missing if it %s', async (_, open) => {
    expect(await open()).not.toContain(QUESTION);
    expect(paymaster.asked).toEqual([]);
  });

  it('asks nothing if the payment would fail for another reason', async () => {
    node.says.instead.starknet_estimateFee = ({
      simulation_flags,
    }: {
      simulation_flags: string[];
    }) =>
      simulation_flags.includes('SKIP_FEE_CHARGE')
        ? { error: { code: 41, message: 'Transaction execution error', data: {} } }
        : { error: { code: 54, message: 'Account balance is smaller' } };
    const { now } = await openReview();
    expect(await now()).not.toContain(QUESTION);
  });

  it('shows no offer of a paymaster if the account has STRK', async () => {
    heldTokens = [ETH.address, STRK.address];
    const { now } = await openReview();
    expect(await now()).not.toContain(QUESTION);
  });
});
