export type LocalChain = { readonly chainId: string; readonly url: string };

/** What the server of this page says about its surroundings (`GET /config.json`). */
export type Config = {
  readonly moduleId: string;
  /** Origin of the developer wallet; null where only installed wallets are used. */
  readonly walletUrl: string | null;
  /** A layer-2 node with a faucet; null where the page works with public networks only. */
  readonly localChain: LocalChain | null;
};

export async function loadConfig(request: typeof fetch): Promise<Config> {
  const response = await request('/config.json');
  if (!response.ok) throw new Error(`The server of this page answered ${response.status}.`);
  return (await response.json()) as Config;
}
