import type { TestWallet } from './testWallet';

/** The parts of a Playwright page that are used. */
type Page = {
  exposeBinding(
    name: string,
    callback: (source: { frame: { url(): string } }, text: string) => Promise<string>,
  ): Promise<unknown>;
  addInitScript(script: string): Promise<unknown>;
};

/**
 * Announces the wallet (EIP-6963) to every page loaded from now on, under that page's origin. Call
 * it before `page.goto`.
 */
export async function showTo(page: Page, wallet: TestWallet): Promise<void> {
  await page.exposeBinding('xnetTestWallet', async ({ frame }, text) => {
    const provider = wallet.providerFor(new URL(frame.url()).origin);
    try {
      return JSON.stringify({ result: (await provider.request(JSON.parse(text))) ?? null });
    } catch (error) {
      const { code, message, data } = error as { code?: number; message: string; data?: unknown };
      return JSON.stringify({ error: { code: code ?? -32603, message, data } });
    }
  });
  await page.addInitScript(`(${announcing})()`);
}

/** Runs in the page, hence text: nothing of this file is in scope there. */
const announcing = `() => {
  const request = async (call) => {
    const { result, error } = JSON.parse(await window.xnetTestWallet(JSON.stringify(call)));
    if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data });
    return result;
  };
  const info = {
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'Xnet test wallet',
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    rdns: 'org.xnet.developer-wallet',
  };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: { request } }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}`;
