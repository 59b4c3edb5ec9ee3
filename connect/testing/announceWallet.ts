import { randomUUID } from 'node:crypto';
import type { TestWallet } from './testWallet';

/** The parts of a Playwright page that are used. */
type Page = {
  exposeBinding(
    name: string,
    callback: (source: { frame: { url(): string } }, text: string) => Promise<string>,
  ): Promise<unknown>;
  addInitScript(script: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
};

/** The events that a page may hear (EIP-1193). */
const events = ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'];

/** How a wallet announces itself; by default as the developer wallet. */
export type Announced = { readonly name: string; readonly rdns: string };
const developerWallet = { name: 'Xnet test wallet', rdns: 'org.xnet.developer-wallet' };

/**
 * Announces the wallet (EIP-6963) to every page loaded from now on, under that page's origin. Call
 * it before `page.goto`, and again for each further wallet that the browser has.
 */
export async function announceWallet(
  page: Page,
  wallet: TestWallet,
  announced: Announced = developerWallet,
): Promise<void> {
  const binding = `xnetTestWallet_${announced.rdns.replace(/\W/gu, '_')}`;
  await page.exposeBinding(binding, async ({ frame }, text) => {
    const provider = wallet.providerFor(new URL(frame.url()).origin);
    try {
      return JSON.stringify({ result: (await provider.request(JSON.parse(text))) ?? null });
    } catch (error) {
      const { code, message, data } = error as { code?: number; message: string; data?: unknown };
      return JSON.stringify({ error: { code: code ?? -32603, message, data } });
    }
  });
  const { on } = wallet.providerFor('null');
  for (const event of events)
    on(event, () => {
      // A page that is being closed or loaded hears nothing.
      page.evaluate(`window.${binding}_event?.('${event}')`).catch(() => undefined);
    });
  await page.addInitScript(
    `(${announcing})(${JSON.stringify({ binding, uuid: randomUUID(), ...announced })})`,
  );
}

/** Runs in the page, hence text: nothing of this file is in scope there. */
const announcing = `({ binding, uuid, name, rdns }) => {
  const request = async (call) => {
    const { result, error } = JSON.parse(await window[binding](JSON.stringify(call)));
    if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data });
    return result;
  };
  const listeners = new Map();
  const of = (event) => listeners.get(event) ?? new Set();
  const on = (event, listener) => void listeners.set(event, of(event).add(listener));
  const removeListener = (event, listener) => void of(event).delete(listener);
  window[binding + '_event'] = (event) => of(event).forEach((listener) => listener());
  const info = {
    uuid,
    name,
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    rdns,
  };
  const provider = { request, on, removeListener };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}`;
