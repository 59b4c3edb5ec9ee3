import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, startFaultServer } from '../../../test/chain/faultServer';
import { NOW, openSponsor, PAYMASTER_KEY } from '../../../test/review/openSponsor';
import {
  type BuiltAnswer,
  callsOfVersion2,
  type PaymasterServer,
  payment,
  startPaymasterServer,
  suggestedMaximum,
} from '../../../test/review/paymasterServer';
import { createClock } from '../../../test/wallet/clock';
import { chainIds, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { medianCalldata, oracles } from '../../starknet/tokens/oracle';
import { drawFact } from '../../ui/review/draw';
import { FeePart, feesInFull, MaximumFee } from '../../ui/review/fee';
import { sponsoredDetails, sponsoredFee } from './options';
import { fetchSponsoredReview, SPONSORED } from './sponsor';

const PRICES = 'https://prices.example';
const ETH = knownTokens.ETH.address;
const STRK = 10n ** 18n;

type ViewCall = { contract_address: string; calldata: string[] };

let server: PaymasterServer;
beforeEach(async () => {
  server = await startPaymasterServer({ key: PAYMASTER_KEY });
});
afterEach(() => server.stop());

/** A module whose prices say that one ETH is worth so many STRK, or that has none. */
async function open(strkForEth?: number, options: Parameters<typeof openSponsor>[1] = {}) {
  const { fetch } = globalThis;
  const opened = await openSponsor(server.url, {
    key: '',
    priceUrl: PRICES,
    ...options,
    async fetch(url, init) {
      if (!String(url).startsWith(PRICES)) return fetch(url, init);
      const usd = String(init?.body).includes(ETH) ? 0.5 * (strkForEth ?? 0) : 0.5;
      const tokens = [ETH, knownTokens.STRK.address];
      return Response.json(tokens.map((address) => ({ address, starknetMarket: { usd } })));
    },
  });
  if (strkForEth !== undefined) await opened.module.settings.prices.choose('avnu');
  return opened;
}
/** Takes so many times the suggested fee in tokens, and tells of STRK what it likes. */
const taking =
  (times: bigint, rate = 1_000n * STRK) =>
  (built: BuiltAnswer, calls: Parameters<typeof callsOfVersion2>[0]) => {
    const amount = times * suggestedMaximum;
    built.fee.suggested_max_fee_in_gas_token = toHex(amount);
    built.fee.gas_token_price_in_strk = toHex(rate);
    const all = [...calls.slice(0, -1), payment(ETH, amount)];
    built.typed_data.message.Calls = callsOfVersion2(all);
  };

describe('the fee of a paymaster in tokens', () => {
  it('shows as the fee all that leaves, whatever the paymaster expects', async () => {
    const { pay } = await open();
    const { expected, maximum, symbol } = sponsoredFee((await pay(ETH)).payer, []);
    expect(expected).toBe('0.00003');
    expect(maximum).toBe('0.00003');
    expect(symbol).toBe('ETH');
  });

  it('names an added token with doubt wherever it is named', async () => {
    const added = toAddress('0xadded');
    const { pay, module } = await open();
    const token = { address: added, name: 'Added', symbol: 'TTT', decimals: 18 };
    await module.tokens.save(chainIds.sepolia, token);
    const { payer } = await pay(added);
    const fee = sponsoredFee(payer, []);
    const say = await module.dialogs.saying();
    const { facts } = sponsoredDetails(payer, chainIds.sepolia);
    const drawn = [
      MaximumFee({ fee, say }),
      FeePart({ fee, wished: {}, say }),
      ...[...feesInFull(fee), ...facts].map((fact) => drawFact(fact, say)),
    ];
    expect(JSON.stringify(drawn).match(/TTT \(unverified\)/gu)?.length).toBeGreaterThan(3);
    expect(JSON.stringify(drawn)).not.toMatch(/TTT(?! \(unverified\))/u);
  });

  // @promise P20.2
  it('converts to STRK by the paymaster’s price without another, and keeps the own fee', async () => {
    const { pay } = await open();
    const review = await pay(ETH);
    expect(review.payer.fee.inStrk).toEqual({
      amount: String(suggestedMaximum * 1_000n),
      rate: String(1_000n * STRK),
      by: 'paymaster',
    });
    expect(review.fee.maximum).toBe(String(suggestedMaximum * 1_000n));
    expect(sponsoredFee(review.payer, []).notes?.slice(1)).toEqual([
      {
        as: 'text',
        label: { say: 'fees.inStrk' },
        value: {
          say: 'fees.byPaymaster',
          with: {
            amount: { amount: '0.03', symbol: 'STRK' },
            rate: { amount: '1000', symbol: 'STRK' },
            token: 'ETH',
          },
        },
      },
      {
        as: 'text',
        label: { say: 'fees.sentYourself' },
        value: { amount: '0.01', symbol: 'STRK' },
      },
    ]);
  });

  // @promise P20.1
  it('converts by the chosen price source, against a paymaster that lies', async () => {
    // One STRK for an ETH, it says.
    server.lie(taking(1n, STRK));
    const { pay } = await open(1_200);
    const { payer, fee } = await pay(ETH);
    expect(payer.fee.inStrk).toMatchObject({ rate: String(1_200n * STRK), by: 'prices' });
    expect(fee.maximum).toBe(String(suggestedMaximum * 1_200n));
    const { money, notes } = sponsoredFee(payer, []);
    const dollars = { amount: '0.018', symbol: 'USD', isExact: true };
    expect(money).toEqual({ expected: dollars, maximum: dollars });
    expect(notes?.[1]).toMatchObject({
      value: { say: 'fees.byPrices', with: { rate: { amount: '1200', symbol: 'STRK' } } },
    });
  });

  describe('where no source is turned on', () => {
    let node: FaultServer;
    /** What the oracle tells from now on, with STRK at half a dollar. */
    let tells: (strkForEth: number, ageSeconds?: number) => void;
    beforeEach(async () => {
      let [rate, age] = [1_200, 60];
      tells = (strkForEth, ageSeconds = 60) => {
        [rate, age] = [strkForEth, ageSeconds];
      };
      const [, ether] = medianCalldata(ETH, chainIds.sepolia) ?? [];
      node = await startFaultServer((method, params) => {
        if (method === 'starknet_chainId') return { result: chainIds.sepolia };
        if (method === 'starknet_specVersion') return { result: '0.10.0' };
        const { contract_address, calldata } = (params as { request: ViewCall }).request;
        if (!sameFelt(contract_address, oracles[chainIds.sepolia]))
          return { error: { code: 20, message: 'Contract not found' } };
        const price = toHex((BigInt(calldata[1] === ether ? rate : 1) * 10n ** 8n) / 2n);
        const updated = toHex(BigInt(NOW / 1_000 - age));
        return { result: [price, '0x8', updated, '0x5', '0x0', '0x0'] };
      });
    });
    afterEach(() => node.stop());

    // @promise P20.1
    it('converts by the oracle on the chain, in one request, against a paymaster that lies', async () => {
      server.lie(taking(1n, STRK));
      const { pay } = await open(undefined, { sepoliaUrl: node.url });
      const { payer, fee } = await pay(ETH);
      expect(payer.fee.inStrk).toMatchObject({ rate: String(1_200n * STRK), by: 'chain' });
      expect(fee.maximum).toBe(String(suggestedMaximum * 1_200n));
      const { money, notes } = sponsoredFee(payer, []);
      expect(money).toBeUndefined();
      expect(notes?.[1]).toMatchObject({
        value: { say: 'fees.byChain', with: { rate: { amount: '1200', symbol: 'STRK' } } },
      });
      expect(node.seen).toHaveLength(1);
    });

    it('refuses a fee far above the own one by the oracle, whatever the paymaster says', async () => {
      server.lie(taking(1n, 1n));
      tells(4_000);
      const { pay } = await open(undefined, { sepoliaUrl: node.url });
      await expect(pay(ETH)).rejects.toMatchObject({ kind: 'feeAboveLimit' });
    });

    // @promise P20.1
    it('falls back to the paymaster’s price if the oracle is stale, ignorant or absent', async () => {
      const { pay } = await open(undefined, { sepoliaUrl: node.url });
      const by = async () => (await pay(ETH)).payer.fee.inStrk?.by;
      await expect(by()).resolves.toBe('chain');
      tells(1_200, 3_601);
      await expect(by()).resolves.toBe('paymaster');
      tells(0);
      await expect(by()).resolves.toBe('paymaster');
      node.always({ kind: 'status', status: 404 });
      await expect(by()).resolves.toBe('paymaster');
    });

    it('waits for the oracle no longer than a second and a half', async () => {
      const clock = createClock({ pausesUpToMs: 0 });
      node.always({ kind: 'hang' });
      const { pay } = await open(undefined, { sepoliaUrl: node.url, ...clock });
      const paid = pay(ETH);
      await node.received(1);
      clock.advance(1_500);
      expect((await paid).payer.fee.inStrk?.by).toBe('paymaster');
    });

    it('asks the oracle for nothing if the paymaster pays, or a source is turned on', async () => {
      const { pay } = await open(1_000, { key: PAYMASTER_KEY, sepoliaUrl: node.url });
      await pay(SPONSORED);
      await pay(ETH);
      expect(node.seen).toEqual([]);
    });
  });

  it('limits the fee by what is taken in tokens, not by what is told in STRK', async () => {
    server.lie(taking(3n));
    const { pay } = await open();
    expect((await pay(ETH)).fee.maximum).toBe(String(3n * suggestedMaximum * 1_000n));
    server.lie(taking(4n));
    await expect(pay(ETH)).rejects.toMatchObject({ kind: 'feeAboveLimit' });
  });

  it.each([
    ['takes it', ETH, 'fees.carriedByPaymaster', 3],
    ['pays it', SPONSORED, 'fees.paidByPaymaster', 1],
  ])('notes whether the paymaster %s', async (_, payWith, say, count) => {
    const { pay } = await open(undefined, { key: PAYMASTER_KEY });
    const { payer } = await pay(payWith);
    const shown = sponsoredFee(payer, []);
    expect(shown.notes?.[0]).toEqual({
      as: 'sentence',
      value: { say, with: { host: payer.host } },
    });
    expect(shown.notes?.length).toBe(count);
    expect(shown.payWith?.chosen).toEqual(payWith);
    expect(shown).not.toHaveProperty('money');
  });

  it('refuses a fee without a price of the token', async () => {
    server.lie(taking(1n, 0n));
    const { pay } = await open();
    await expect(pay(ETH)).rejects.toMatchObject({ kind: 'paymasterFault' });
  });

  // @promise P20.3
  it('compares with the account’s own fee, however often it is asked', async () => {
    const { module, pay, review } = await open();
    const again = await fetchSponsoredReview(module, await pay(ETH), ETH);
    expect(again.payer.own).toEqual(review.fee);
  });
});
