import { say } from './texts';
import { textError } from './wallet/failure';

export type LocalChain = { readonly chainId: string; readonly url: string };

/** How far the local chain's node is built, from the page's server (`GET /chain-build.json`). */
export type ChainBuild =
  | {
      readonly state: 'building';
      /** Parts that are compiled, and all of them; 0 before that is known. */
      readonly done: number;
      readonly total: number;
    }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'ready' };

/**
 * The local node service, with a key that `npm start` created for this page only. Its secret is
 * only sent to this page, from a server on loopback.
 */
export type ServiceAccess = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** A contract on the local Ethereum chain that counts blocks in storage slot 0. */
  readonly counter: string;
};

/**
 * The page's configuration, from its server (`GET /config.json`). On a host of static files it is
 * `dapp/public/config.json`: no parts beside the page, and wallets of the browser alone.
 */
export type Config = {
  readonly moduleId: string;
  /** Origin of the developer wallet; null if only installed wallets are used. */
  readonly walletUrl: string | null;
  /** A layer-2 node with a faucet; null if the page uses public networks only. */
  readonly localChain: LocalChain | null;
  /** True if the local chain's node was still to be built when this page's server started. */
  readonly awaitsChain: boolean;
  /** Null if no service is running. */
  readonly service: ServiceAccess | null;
};

export async function loadConfig(request: typeof fetch): Promise<Config> {
  const response = await request('config.json');
  if (!response.ok)
    throw textError(say('failures.pageServer', { status: String(response.status) }));
  return (await response.json()) as Config;
}
