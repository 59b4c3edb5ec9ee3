import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { openAccount, readFee, readTransaction, transfer } from './account';
import { readDialog, readFri, type Shown } from './readDialog';
import { readMaximum } from './signedTransaction';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain();
}, 180_000);
afterAll(() => chain?.stop());

/** Sends a transfer at a speed chosen in the dialog. */
async function sendAt(speed: string, addressIndex: number) {
  let shown: Shown | undefined;
  let isOn = false;
  const { invoke, address } = await openAccount(
    chain.url,
    { addressIndex },
    {
      async user(_dialog, page) {
        if (!isOn || !page) return true;
        await page.fillIn('speed', speed.toLowerCase());
        const settled = () => {
          const { facts, buttons } = readDialog(page.tree());
          const chosen = facts.find(({ label }) => label === 'Speed')?.value;
          return chosen === speed && !buttons.some((name) => name.startsWith('!'));
        };
        while (!settled()) await page.change();
        shown = readDialog(page.tree());
        return true;
      },
    },
  );
  isOn = true;
  const calls = [transfer(1n)];
  const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls });
  /** The exact value: if it is rounded above, it is repeated below. */
  const fact = (label: string) => shown?.facts.filter((each) => each.label === label).at(-1)?.value;
  return {
    fact,
    signed: await readTransaction(chain.url, transaction_hash),
    paid: await readFee(chain.url, transaction_hash),
  };
}

describe('the speed that a user chooses', () => {
  it('signs the tip and the bounds of the chosen speed, as they were shown', async () => {
    const slow = await sendAt('Slow', 40);
    const normal = await sendAt('Normal', 41);
    const fast = await sendAt('Fast', 42);
    expect([slow, normal, fast].map(({ signed }) => BigInt(signed.tip))).toEqual([
      0n,
      0n,
      100_000_000n,
    ]);
    const maxima = [slow, normal, fast].map(({ signed }) => readMaximum(signed));
    expect(maxima).toEqual([...maxima].sort((a, b) => (a < b ? -1 : 1)));
    for (const { fact, signed, paid } of [slow, normal, fast]) {
      expect(fact('Tip, in FRI per unit of L2 gas')).toBe(
        BigInt(signed.tip).toLocaleString('en-US'),
      );
      expect(readFri(fact('Maximum fee'))).toBe(readMaximum(signed));
      // Nothing else happens on this chain: the expected fee is the paid one, including the tip.
      expect(readFri(fact('Expected'))).toBe(paid);
    }
  }, 60_000);
});
