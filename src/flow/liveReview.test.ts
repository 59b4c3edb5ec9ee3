import { describe, expect, it } from '@jest/globals';
import { openSponsor } from '../../test/openSponsor';
import { openWithChoices } from './liveReview';

const PAYMASTER = 'https://paymaster.example/';
const PRICES = 'https://prices.example';

/** A module whose node answers only once paymaster and price source were asked. */
async function open() {
  const asked = new Set<string>();
  let release = () => {};
  const allAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const opened = await openSponsor(PAYMASTER, {
    priceUrl: PRICES,
    async fetch(url) {
      const host = new URL(String(url)).host;
      asked.add(host);
      if (asked.size === 3) release();
      if (host.startsWith('127.')) await allAsked;
      return new Response('', { status: 404 });
    },
  });
  await opened.module.prices.choose('avnu');
  return { ...opened, asked };
}

describe('paymaster and price source', () => {
  it('are asked while the node is, so that no dialog waits for one after the other', async () => {
    const { module, review, asked } = await open();
    const { context, account, calls } = review;
    const wish = { context, account, calls, details: {} };
    await expect(openWithChoices(module, wish)).rejects.toMatchObject({ kind: 'nodeFault' });
    expect([...asked].sort()).toEqual(['127.0.0.1:9', 'paymaster.example', 'prices.example']);
  });
});
