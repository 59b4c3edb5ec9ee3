import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../../test/chain/trialNode';
import {
  limitBalances,
  type PaymasterServer,
  startPaymasterServer,
  suggestedMaximum,
} from '../../../../test/review/paymasterServer';
import { callsIn, friend, openSend, startSendNode } from '../../../../test/wallet/openSend';
import { sepolia } from '../../../networks/sepolia';
import { chainIds, sameFelt } from '../../../schema/primitives';
import { knownTokens, parseUint256 } from '../../../starknet/tokens/erc20';
import { sendParts } from '../../../ui/home/send';

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode();
});
afterEach(() => node.stop());

const open = (options: Parameters<typeof openSend>[1] = {}) => openSend(node, options);

describe('Max on the page that sends', () => {
  it('leaves at Max exactly what the review asks at most as a fee', async () => {
    const { fillIn, press, review, fields, dialogs } = await open();
    await fillIn('to', friend);
    await press(sendParts.max);
    const { amount = '' } = await fields();
    expect(Number(amount)).toBeLessThan(100);
    expect(Number(amount)).toBeGreaterThan(99);
    await review();
    const [calldata = []] = callsIn(node);
    const sent = parseUint256(calldata.slice(-2)) ?? 0n;
    const [transaction] = node.sent;
    const bounds = Object.values(transaction?.resource_bounds ?? {});
    const fee = bounds.reduce(
      (sum, { max_amount, max_price_per_unit }) =>
        sum + BigInt(max_amount) * BigInt(max_price_per_unit),
      0n,
    );
    expect(sent + fee).toBe(node.says.balance);
    expect(dialogs).toHaveLength(1);
  });

  it('explains at Max why nothing can be sent', async () => {
    node.says.balance = 0n;
    const { fillIn, press, now, fields } = await open();
    await press(sendParts.max);
    expect((await fields()).amount).toBe('0');
    expect(await now()).toContain('You have no STRK to send.');
    node.says.balance = 10n ** 12n;
    await fillIn('amount', '');
    await press(sendParts.max);
    expect(await now()).toContain('The fee can cost all the STRK that you have');
  });

  it('puts in no amount of a balance that cannot be read', async () => {
    const { fillIn, press, now, fields } = await open();
    await fillIn('token', sepolia.tokens.USDC.address);
    node.says.instead.starknet_call = () => ({ error: { code: -32603, message: 'Internal' } });
    await press(sendParts.max);
    expect((await fields()).amount).toBeNull();
    expect(await now()).toMatch(/"title":"Send","severity":"danger"/u);
  });

  it('sends less than Max had put in if the balance is smaller by then, and shows it', async () => {
    const { fillIn, press, review, fields } = await open();
    await fillIn('token', sepolia.tokens.USDC.address);
    await fillIn('to', friend);
    await press(sendParts.max);
    node.says.balance = 7n * 10n ** 18n;
    const before = await fields();
    await review();
    expect(before.amount).toBe('100000000000000');
    expect(callsIn(node).map((calldata) => parseUint256(calldata.slice(-2)))).toEqual([
      7n * 10n ** 18n,
    ]);
  });

  it('forgets Max if another token is chosen', async () => {
    const { fillIn, press, fields, review, now, dialogs } = await open();
    await fillIn('to', friend);
    await press(sendParts.max);
    await fillIn('token', sepolia.tokens.USDC.address);
    expect((await fields()).amount).toBe('');
    await review();
    expect(await now()).toContain('Enter how much.');
    expect(dialogs).toEqual([]);
  });

  it('does not put Max in if another token was chosen meanwhile', async () => {
    const page = await open({
      fetch: async (url, init) => {
        // The fee of the most is being worked out.
        if (String(init?.body).includes('simulate'))
          await page.fillIn('token', sepolia.tokens.USDC.address);
        return fetch(url, init);
      },
    });
    await page.press(sendParts.max);
    expect(await page.fields()).toMatchObject({ token: sepolia.tokens.USDC.address, amount: null });
  });

  it('offers all of a token that pays no fee', async () => {
    const { fillIn, press, fields } = await open();
    await fillIn('token', sepolia.tokens.USDC.address);
    await press(sendParts.max);
    expect((await fields()).amount).toBe('100000000000000');
  });

  describe('without STRK for the fee', () => {
    type Asked = { request: { contract_address: string } };
    const { ETH, STRK } = knownTokens;
    const HELD = 10n ** 18n;
    let paymaster: PaymasterServer;
    beforeEach(async () => {
      const { starknet_call: usual } = node.says.instead;
      node.says.balance = HELD;
      node.says.instead.starknet_call = (params: Asked) =>
        sameFelt(params.request.contract_address, STRK.address)
          ? { result: ['0x0', '0x0'] }
          : (usual?.(params as never) ?? { result: [] });
      paymaster = await startPaymasterServer();
      limitBalances(paymaster, (token) => (sameFelt(token, STRK.address) ? 0n : HELD));
    });
    afterEach(() => paymaster.stop());

    async function openWithPaymaster(token: string) {
      const page = await open();
      await page.module.settings.paymasters.choose(chainIds.sepolia, { url: paymaster.url });
      await page.fillIn('token', token);
      await page.fillIn('to', friend);
      return page;
    }
    const executed = () =>
      paymaster.asked.filter(({ method }) => method === 'paymaster_executeTransaction');

    it('leaves what a paymaster asks of the token that pays it, and a tenth', async () => {
      const { press, review, fields, now } = await openWithPaymaster(ETH.address);
      await press(sendParts.max);
      const { amount } = await fields();
      expect(amount).toBe('0.999967');
      expect((suggestedMaximum * 11n) / 10n).toBe(33n * 10n ** 12n);
      expect(await now()).toContain('Everything except the fee.');
      await review();
      expect(executed()).toHaveLength(1);
    });

    it('offers all of a token if the paymaster takes another one', async () => {
      const { press, fields } = await openWithPaymaster(sepolia.tokens.USDC.address);
      await press(sendParts.max);
      expect((await fields()).amount).toBe('1000000000000');
    });

    it('says that the fee is not left if all is typed', async () => {
      const { fillIn, review, now } = await openWithPaymaster(ETH.address);
      await fillIn('amount', '1');
      await review();
      expect(await now()).toContain('does not have enough for this and its fee');
      expect(executed()).toEqual([]);
    });
  });
});
