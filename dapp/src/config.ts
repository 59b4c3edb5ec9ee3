export type LocalChain = { readonly chainId: string; readonly url: string };

/**
 * The node service on this machine, with a key that `npm start` has made for this page alone. Its
 * secret reaches this page only, from a server on loopback.
 */
export type ServiceAccess = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** A contract of the local Ethereum chain that counts the blocks in slot 0 of its storage. */
  readonly counter: string;
};

/** What the server of this page says about its surroundings (`GET /config.json`). */
export type Config = {
  readonly moduleId: string;
  /** Origin of the developer wallet; null where only installed wallets are used. */
  readonly walletUrl: string | null;
  /** A layer-2 node with a faucet; null where the page works with public networks only. */
  readonly localChain: LocalChain | null;
  /** Null where none is running. */
  readonly service: ServiceAccess | null;
};

export async function loadConfig(request: typeof fetch): Promise<Config> {
  const response = await request('/config.json');
  if (!response.ok) throw new Error(`The server of this page answered ${response.status}.`);
  return (await response.json()) as Config;
}
