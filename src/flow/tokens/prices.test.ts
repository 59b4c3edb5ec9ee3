import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import feeTexts from '../../../locales/text/en/fees.json';
import { type ExplorerServer, startExplorerServer } from '../../../test/chain/explorerServer';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { createSay } from '../../ui/text/words';
import { feeInMoney, fetchMoney, worth } from './prices';

const chainId = chainIds.mainnet;
const STRK = 10n ** 18n;
const say = createSay(feeTexts);
const usd = (amount: string) => ({ amount, symbol: 'USD', isExact: true });

let server: ExplorerServer;
beforeEach(async () => {
  const { address } = knownTokens.STRK;
  server = await startExplorerServer(() => ({ body: [{ address, globalMarket: { usd: 0.25 } }] }));
});
afterEach(() => server.stop());
const open = () => openModule({ priceUrl: server.url }).module;

describe('an amount in money', () => {
  it('shows money only while the user has a price source turned on', async () => {
    const module = open();
    await expect(fetchMoney(module, chainId, STRK)).resolves.toBeUndefined();
    expect(server.asked).toEqual([]);
    await module.settings.prices.choose('avnu');
    await expect(fetchMoney(module, chainId, STRK)).resolves.toEqual(usd('0.25'));
    await module.settings.prices.choose('off');
    await expect(fetchMoney(module, chainId, STRK)).resolves.toBeUndefined();
    expect(server.asked).toHaveLength(1);
  });

  it('converts expected and maximum fee in one request', async () => {
    const module = open();
    await module.settings.prices.choose('avnu');
    const fee = { expected: String(STRK / 100n), maximum: String(STRK * 4n) };
    await expect(feeInMoney(module, chainId, fee)).resolves.toEqual({
      expected: usd('0.0025'),
      maximum: usd('1.00'),
    });
    await expect(feeInMoney(module, chainId, { ...fee, expected: null })).resolves.toEqual({
      expected: null,
      maximum: usd('1.00'),
    });
    expect(server.asked).toHaveLength(1);
  });

  it('omits the amount if the source fails', async () => {
    const module = open();
    await module.settings.prices.choose('avnu');
    server.answer(() => ({ status: 500 }));
    const fee = { expected: '1', maximum: '1' };
    await expect(feeInMoney(module, chainId, fee)).resolves.toBeUndefined();
  });

  it.each([
    [0n, '0.00 USD'],
    [1n, 'less than 0.0001 USD'],
    [STRK / 2_000n, '0.00012 USD'],
    [STRK / 250n, '0.0010 USD'],
    [STRK / 7n, '0.035 USD'],
    [STRK, '0.25 USD'],
    [5n * STRK, '1.25 USD'],
    [4_000_000n * STRK, '1,000,000.00 USD'],
  ])('formats an amount so that its size is seen: %s', (fri, text) => {
    expect(say(worth(fri, 18, 0.25))).toBe(text);
  });

  it('rounds down, never up', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 30n),
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (fri, dollars) => {
          const text = say(worth(fri, 18, dollars));
          const exact = (Number(fri) / 1e18) * dollars;
          if (text.startsWith('less')) expect(exact).toBeLessThan(0.000_100_1);
          else
            expect(Number.parseFloat(text.replaceAll(',', ''))).toBeLessThanOrEqual(
              exact * 1.000_001 + 1e-9,
            );
        },
      ),
    );
  });
});
