import type { Client } from '@xnet/connect';
import type { Log } from './log/log';
import { isWalletApiCall } from './methods/walletApi';
import { say } from './texts';
import type { Wallet } from './wallet/discovery';
import { textError } from './wallet/failure';
import { openModule } from './wallet/openModule';

/** The module of the selected wallet, which changes when another wallet is picked. */
export function createModuleLink({ moduleId, log }: { moduleId: string; log: Log }) {
  let module: ReturnType<typeof openModule> | null = null;
  let unfollow = () => {};

  function client(): Client {
    if (!module) throw textError(say('failures.pickWallet'));
    return module.client;
  }

  return {
    client,
    current: () => module?.client,
    /** Rejects a wallet's answer if another wallet was selected while waiting. */
    requireStill(client: Client): void {
      if (client !== module?.client) throw textError(say('failures.otherWallet'));
    },
    /** Calls a method with any name and params, as a form has them. */
    call(method: string, params?: unknown): Promise<unknown> | undefined {
      if (isWalletApiCall(method)) return module?.askWalletApi(method, params);
      return client().request(method as never, params as never);
    },
    watch: () => module?.watch(),
    open(
      { provider }: Wallet,
      ...follow: Parameters<ReturnType<typeof openModule>['follow']>
    ): void {
      unfollow();
      module = openModule({ provider, moduleId, log });
      unfollow = module.follow(...follow);
    },
    close(): void {
      module = null;
      unfollow();
    },
  };
}

export type ModuleLink = ReturnType<typeof createModuleLink>;
