import {
  createClient,
  createConnection,
  createWalletApi,
  followProvider,
  type Provider,
  type State,
} from '@xnet/connect';
import type { Log } from '../log/log';

/** The name of the module's method, or of the wallet's own. */
const labelOf = ({ method, params }: Parameters<Provider['request']>[0]): string =>
  (params as { request?: { method: string } } | undefined)?.request?.method ?? method;

/** A provider that logs every request. */
const noted = (provider: Provider, log: Log): Provider => ({
  request: (call) =>
    log.record({ to: 'wallet', label: labelOf(call), request: call }, () => provider.request(call)),
});

type Parts = { readonly provider: Provider; readonly moduleId: string; readonly log: Log };

/** The module of a wallet: its client, and a way to follow changes. */
export function openModule({ provider, moduleId, log }: Parts) {
  // Polling is not logged.
  const connection = createConnection(createClient({ provider, moduleId }));
  const client = createClient({ provider: noted(provider, log), moduleId });
  const answer = createWalletApi(createConnection(client));
  return {
    client,
    /** Sends a request of the Starknet wallet API, as libraries do. */
    askWalletApi(type: string, params?: unknown): Promise<unknown> {
      const request = { type, ...(params !== undefined && { params }) };
      return log.record({ to: 'walletApi', label: type, request }, () => answer(request));
    },
    /** Starts polling. Never rejects. */
    watch: (): void => void connection.look().catch(() => undefined),
    /** Calls back on wallet events; not all wallets emit them, so also when `isOther` is true. */
    follow(onChange: () => void, isOther: (now: State | undefined) => boolean): () => void {
      const ends = [
        followProvider(provider, onChange),
        connection.listen((now) => {
          if (isOther(now)) onChange();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
