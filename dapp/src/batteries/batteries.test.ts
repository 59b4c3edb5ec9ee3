import { describe, expect, it } from '@jest/globals';
import { mainnet, sepolia } from '../chain/networks';
import { methods } from '../methods/catalogue';
import { findForm } from '../methods/groups';
import { walletApiCalls } from '../methods/walletApi';
import { batteries } from './batteries';
import type { Case, Facts } from './battery';

const factsOf = (account: string): Facts => ({
  account,
  chainId: sepolia,
  otherChainId: mainnet,
  nowSeconds: Math.floor(Date.now() / 1_000),
  lastHash: null,
  makeClass: null,
});
const every = batteries.flatMap(({ id, cases }) =>
  cases.map((one): [string, Case] => [`${id}/${one.id}`, one]),
);

describe('the batteries', () => {
  it('names every case and every battery uniquely, fit for a link', () => {
    expect(new Set(every.map(([name]) => name)).size).toBe(every.length);
    for (const [name] of every) expect(name).toMatch(/^[a-z-]+\/[\w.-]+$/u);
  });

  it('checks every method of the module and every call of the wallet API', () => {
    const checked = (id: string) =>
      batteries.find((battery) => battery.id === id)?.cases.map((one) => one.id);
    expect(checked('methods')?.sort()).toEqual(methods.map(({ name }) => name).sort());
    expect(checked('wallet-api')).toEqual(walletApiCalls.map(({ name }) => name));
  });

  it.each(every)('sends JSON and expects something in %s', async (_, one) => {
    const facts = { ...factsOf('0x1'), makeClass: async () => ({}) };
    for (const { requests, expected } of one.steps) {
      const made = await requests(facts, []);
      expect(made.length).toBeGreaterThan(0);
      expect(JSON.parse(JSON.stringify(made))).toEqual(made);
      if ('kinds' in expected) expect(expected.kinds.length).toBeGreaterThan(0);
    }
  });

  it('counts the dialogs of every case, those of methods that always ask among them', () => {
    const asks = (name: string) => findForm(name)?.['x-prompts'] === 'always';
    const cases = batteries.find(({ id }) => id === 'methods')?.cases ?? [];
    expect(cases.filter(({ id, dialogs }) => asks(id) && dialogs === 0)).toEqual([]);
  });
});
