import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { openSend, sendingAccounts, startSendNode } from '../../../test/wallet/openSend';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { writePaymentRequest } from '../../starknet/paymentRequest';
import { knownTokens } from '../../starknet/tokens/erc20';
import { receiveParts } from '../../ui/home/receive';
import { sendParts } from '../../ui/home/send';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const USDC = sepolia.tokens.USDC.address;
const [own = '', second = ''] = sendingAccounts.map(({ address }) => address);

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode();
});
afterEach(() => node.stop());

async function open() {
  const page = await openSend(node);
  await page.press(getLinkName('receive', own));
  const ask = (token: string, amount: string) =>
    page.input({ type: 'FormSubmitEvent', name: receiveParts.ask, value: { token, amount } });
  return { ...page, ask };
}

describe('the page that receives', () => {
  it('makes a request with token and amount, as link and as QR code, which the form that sends reads', async () => {
    const { ask, now, press, fillIn, fields } = await open();
    await ask(USDC, '12.5');
    const link = writePaymentRequest(chainId, { token: USDC, to: own, amount: 12_500_000n });
    expect(await now()).toContain('Asks for 12.5 USDC');
    expect(await now()).toContain(`"value":"${link}"`);
    await press(getLinkName('send'));
    await fillIn(sendParts.to, link);
    expect(await fields()).toMatchObject({ token: USDC, to: own, amount: '12.5' });
    expect(await now()).toContain('This is the account that you send from.');
  });

  it.each(['', '0', '1.2.3', '0.0000001', '-1'])('makes no request of “%s”', async (amount) => {
    const { ask, now } = await open();
    await ask(USDC, amount);
    expect(await now()).toContain('Not accepted');
    expect(await now()).not.toContain('Asks for');
  });

  it('makes no request of a token on no list', async () => {
    const { ask, now } = await open();
    await ask(toAddress(0x77n), '1');
    expect(await now()).not.toContain('Asks for');
  });

  it('names the source of money on each network', async () => {
    const { now } = await open();
    expect(await now()).toContain(sepolia.faucet);
    const onMainnet = openPage({
      stored: {
        plain: {
          network: chainIds.mainnet,
          accounts: { [chainIds.mainnet]: storedAccounts(chainIds.mainnet, 1) },
        },
      },
    });
    await onMainnet.press(getLinkName('receive'));
    const text = await onMainnet.now();
    expect(text).toContain('StarkGate');
    expect(text).not.toContain(sepolia.faucet);
  });
});

describe('a request that is pasted into the form that sends', () => {
  const request = { token: knownTokens.ETH.address, to: second, amount: 5n * 10n ** 17n };

  it('fills token, recipient and amount', async () => {
    const { press, fillIn, fields, now } = await open();
    await press(getLinkName('send'));
    await fillIn(sendParts.to, writePaymentRequest(chainId, request));
    expect(await fields()).toMatchObject({ token: request.token, to: second, amount: '0.5' });
    expect(await now()).toContain('Your own: Account 2');
  });

  it.each([
    ['of another network', writePaymentRequest(chainIds.mainnet, request), 'for another network'],
    [
      'of a token on no list',
      writePaymentRequest(chainId, { ...request, token: '0x77' }),
      'not on your list',
    ],
  ])('keeps the form as it was for a request %s, and says why', async (_, link, reason) => {
    const { press, fillIn, fields, now, review, dialogs } = await open();
    await press(getLinkName('send'));
    await fillIn(sendParts.amount, '1');
    await fillIn(sendParts.to, link);
    expect(await fields()).toMatchObject({ to: link, amount: '1' });
    expect(await now()).toContain(reason);
    await review();
    expect(dialogs).toEqual([]);
  });
});
