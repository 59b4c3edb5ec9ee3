import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import { NOW, openSponsor, PAYMASTER_KEY, sponsoredCalls } from '../../../test/review/openSponsor';
import {
  FEE_TAKER,
  type PaymasterServer,
  startPaymasterServer,
  suggestedMaximum,
} from '../../../test/review/paymasterServer';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import { afterWords, timeWords } from '../transactions/timeWords';
import { sponsoredDetails } from './options';
import { fetchSponsoredReview, isSponsored, SPONSORED } from './sponsor';

const chainId = chainIds.sepolia;
let server: PaymasterServer;
beforeEach(async () => {
  server = await startPaymasterServer({ key: PAYMASTER_KEY });
});
afterEach(() => server.stop());

const ETH = knownTokens.ETH.address;

describe('a transaction that a paymaster carries out', () => {
  it('asks for exactly the calls, the fee in the chosen token, and little time', async () => {
    const {
      pay,
      review: { account },
    } = await openSponsor(server.url);
    await pay(ETH);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toMatchObject({
      method: 'paymaster_buildTransaction',
      params: {
        transaction: {
          type: 'invoke',
          invoke: {
            user_address: account.address,
            calls: sponsoredCalls.map(({ contractAddress, entrypoint, calldata }) => ({
              to: contractAddress,
              selector: getSelector(entrypoint),
              calldata,
            })),
          },
        },
        parameters: {
          version: '0x1',
          fee_mode: { mode: 'default', gas_token: ETH },
          time_bounds: { execute_after: 1, execute_before: NOW / 1000 + 3_600 },
        },
      },
    });
    expect(server.asked[0]?.headers['x-paymaster-api-key']).toBe(PAYMASTER_KEY);
  });

  it('reviews the payment, its receiver and the hash that is signed', async () => {
    const { pay } = await openSponsor(server.url);
    const review = await pay(ETH);
    expect(isSponsored(review)).toBe(true);
    expect(review.transactions).toEqual([]);
    expect(review.payer).toMatchObject({
      host: new URL(server.url).host,
      payWith: ETH,
      fee: {
        symbol: 'ETH',
        amount: String(suggestedMaximum),
        to: toAddress(FEE_TAKER),
      },
    });
    expect(review.fee.maximum).toBe(String(suggestedMaximum * 1_000n));
    const sent = review.payer.sent as Parameters<typeof oracle.getMessageHash>[0];
    expect(BigInt(review.payer.hash)).toBe(
      BigInt(oracle.getMessageHash(sent, review.account.address)),
    );
  });

  it('shows all that is signed beside the calls', async () => {
    const { pay } = await openSponsor(server.url);
    const { payer } = await pay(ETH);
    const { caller, nonce, after, before } = payer.outside;
    const { facts } = sponsoredDetails(payer, chainId);
    const values = facts.map((fact) => ('label' in fact ? [fact.label, fact.value] : [fact.as]));
    expect(values).toEqual([
      [{ say: 'home.set.paymaster' }, payer.host],
      [{ say: 'fees.feeExact' }, { amount: '0.00003', symbol: 'ETH', isExact: true }],
      [{ say: 'fees.feeToken' }, ETH],
      [{ say: 'fees.feeTo' }, toAddress(FEE_TAKER)],
      [{ say: 'fees.caller' }, caller === ANY_CALLER ? { say: 'fees.anyCaller' } : caller],
      [{ say: 'fees.after' }, afterWords(after)],
      [{ say: 'fees.before' }, timeWords(before)],
      [{ say: 'review.network' }, expect.stringContaining(chainId)],
      [{ say: 'fees.version' }, 'SNIP-9, 2'],
      [{ say: 'fees.outsideNonce' }, nonce],
      [{ say: 'fees.messageHash' }, payer.hash],
    ]);
    const free = sponsoredDetails({ ...payer, fee: { ...payer.fee, to: null } }, chainId);
    expect(free.facts).toHaveLength(facts.length - 3);
    for (const [who, label] of [
      [ANY_CALLER, { say: 'fees.anyCaller' }],
      [ETH, ETH],
    ] as const) {
      const outside = { ...payer.outside, caller: who };
      const shown = sponsoredDetails({ ...payer, outside }, chainId).facts[4];
      expect(shown).toMatchObject({ label: { say: 'fees.caller' }, value: label });
    }
  });

  it('costs the account nothing if the paymaster pays', async () => {
    const { pay } = await openSponsor(server.url);
    const { payer, fee } = await pay(SPONSORED);
    expect(payer.fee).toMatchObject({ amount: '0', to: null });
    expect(payer.fee).not.toHaveProperty('inStrk');
    expect(fee).toEqual({ expected: '0', maximum: '0' });
  });

  it('accepts SNIP-9 version 1, which older accounts have', async () => {
    await server.stop();
    server = await startPaymasterServer({ version: '1' });
    const { pay } = await openSponsor(server.url, { key: '' });
    const review = await pay(ETH);
    expect(review.payer.outside).toMatchObject({ version: 1, caller: expect.any(String) });
    expect(review.payer.fee.amount).toBe(String(suggestedMaximum));
  });

  // @promise T14.3
  it('refuses a multiple of the account’s own fee, however often it is asked', async () => {
    const { module, pay, review } = await openSponsor(server.url);
    const dear = { ...review, fee: { expected: '1', maximum: String(suggestedMaximum * 90n) } };
    await expect(fetchSponsoredReview(module, dear, ETH)).rejects.toMatchObject({
      kind: 'feeAboveLimit',
    });
    const again = await fetchSponsoredReview(module, await pay(ETH), ETH);
    expect(again.payer.own).toEqual(review.fee);
  });

  it.each([
    ['a token that is not known', '0xbad'],
    ['a token in another spelling', `${ETH}0`],
  ])('builds nothing for %s', async (_, payWith) => {
    const { pay } = await openSponsor(server.url);
    await expect(pay(payWith)).rejects.toMatchObject({ kind: 'paymasterFault' });
    expect(server.asked).toEqual([]);
  });

  it('builds nothing without a paymaster', async () => {
    const { module, pay } = await openSponsor(server.url);
    await module.settings.paymasters.choose(chainId, undefined);
    await expect(pay(ETH)).rejects.toMatchObject({ kind: 'paymasterFault' });
  });
});
