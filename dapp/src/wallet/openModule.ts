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

/** The provider, with all that is asked through it in the log. */
const noted = (provider: Provider, log: Log): Provider => ({
  request: (call) =>
    log.record({ to: 'wallet', label: labelOf(call), request: call }, () => provider.request(call)),
});

type Parts = { readonly provider: Provider; readonly moduleId: string; readonly log: Log };

/** The module of a wallet: its client, and who tells of changes there. */
export function openModule({ provider, moduleId, log }: Parts) {
  // What is looked at from time to time is not noted.
  const connection = createConnection(createClient({ provider, moduleId }));
  const client = createClient({ provider: noted(provider, log), moduleId });
  const answer = createWalletApi(createConnection(client));
  return {
    client,
    /** Asks as libraries ask any Starknet wallet. */
    askWalletApi(type: string, params?: unknown): Promise<unknown> {
      const request = { type, ...(params !== undefined && { params }) };
      return log.record({ to: 'walletApi', label: type, request }, () => answer(request));
    },
    /** From now on it is looked at from time to time. Never rejects. */
    watch: (): void => void connection.look().catch(() => undefined),
    /** Calls back when the wallet tells of a change, and, since not every wallet does, where `isOther` sees one. */
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
