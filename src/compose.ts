import type { SnapsProvider } from '@metamask/snaps-sdk';
import { defaultEndpoints } from './clients/starknet/defaults';
import { createStarknetNode, type StarknetNode } from './clients/starknet/node';
import { starknet_blockNumber } from './clients/starknet/starknet_blockNumber';
import { createHttp } from './clients/transport/http';
import { keysOf } from './flow/keys';
import type { Module } from './module';
import type { ChainId } from './schema/primitives';
import { accountsOf } from './state/accounts';
import { networksOf } from './state/networks';
import { type OwnEndpoint, settingsOf } from './state/settings';
import { createStore, type Storage } from './state/store';
import { transactionsOf } from './state/transactions';
import { dialogsOf } from './ui/dialogs';

export type Platform = {
  wallet: Pick<SnapsProvider, 'request'>;
  fetch: typeof globalThis.fetch;
  /** Unix milliseconds. */
  now: () => number;
  /** Endpoints that the build was given in place of the public ones. */
  endpoints?: Partial<Record<ChainId, readonly OwnEndpoint[]>>;
};

/** SLIP-44 number of Starknet. */
const COIN_TYPE = 9004;

/** Puts the module together from what a wallet gives. */
export function createModule({ wallet, fetch, now, endpoints = {} }: Platform): Module {
  const store = createStore(walletStorage(wallet));
  const http = createHttp({ fetch, now });
  const settings = settingsOf(store);
  const nodes = new Map<string, StarknetNode>();

  const nodeOver = (chainId: ChainId, chosen: readonly OwnEndpoint[]) => {
    const name = JSON.stringify([chainId, chosen]);
    const node = nodes.get(name) ?? createStarknetNode({ http, endpoints: chosen, chainId });
    nodes.set(name, node);
    return node;
  };

  return {
    accounts: accountsOf(store),
    networks: networksOf(store),
    settings,
    transactions: transactionsOf(store),
    dialogs: dialogsOf(wallet),
    keys: keysOf(() =>
      wallet.request({ method: 'snap_getBip44Entropy', params: { coinType: COIN_TYPE } }),
    ),
    async node(chainId) {
      const own = await settings.endpoints(chainId);
      return nodeOver(
        chainId,
        own.length > 0 ? own : (endpoints[chainId] ?? defaultEndpoints[chainId]),
      );
    },
    async checkEndpoint(chainId, endpoint) {
      const node = createStarknetNode({ http, endpoints: [endpoint], chainId });
      await node.read(starknet_blockNumber());
    },
    wakeTracker: (afterSeconds) =>
      // The job of every minute looks, too: a wallet without background events is only slower.
      scheduleOnce(wallet, 'trackTransactions', afterSeconds).catch(() => undefined),
    inTurn: store.inTurn,
    now,
  };
}

const walletStorage = (wallet: Platform['wallet']): Storage => ({
  get: (key, secrecy) =>
    wallet.request({ method: 'snap_getState', params: { key, encrypted: secrecy === 'secret' } }),
  async set(key, value, secrecy) {
    await wallet.request({
      method: 'snap_setState',
      // Everything that is stored has passed a struct of JSON values.
      params: { key, value: value as never, encrypted: secrecy === 'secret' },
    });
  },
});

/** Schedules a background event unless one of its kind is waiting already. */
async function scheduleOnce(wallet: Platform['wallet'], method: string, afterSeconds: number) {
  const waiting = await wallet.request({ method: 'snap_getBackgroundEvents' });
  if (waiting.some(({ request }) => request.method === method)) return;
  await wallet.request({
    method: 'snap_scheduleBackgroundEvent',
    params: { duration: `PT${afterSeconds}S`, request: { method } },
  });
}
