import { createFeed, type Feed } from './feed';
import { watchChain } from './localChain';
import type { Platform } from './platform';
import { deleteSaved } from './saved';
import type { Command } from './view';
import { openWallet, type Wallet, type WalletOptions } from './wallet';

export type Host = {
  /** During a reset: the wallet that follows. */
  wallet(): Promise<Wallet>;
  feed: Feed;
  /** Runs a command of the wallet's page. @returns an error message for the user, or null */
  run(command: Command): Promise<string | null>;
};

export type HostOptions = Pick<
  WalletOptions,
  'phrase' | 'locale' | 'allowMainnet' | 'dialogLimit' | 'oneDialog'
> & {
  /** JSON-RPC URL of the local chain that the module uses; null for none. */
  localChain: string | null;
};

/** Holds this process's only wallet, which a reset replaces. */
export async function openHost(options: HostOptions, platform: Platform): Promise<Host> {
  const feed = createFeed(() => ({ ...wallet.snapshot(), localChain: chain.view() }));
  const { phrase, locale, allowMainnet, dialogLimit, oneDialog = false, localChain } = options;
  const open = () =>
    openWallet({
      platform,
      phrase,
      locale,
      allowMainnet,
      dialogLimit,
      oneDialog,
      onChange: () => feed.changed(),
      isActive: () => feed.followers() > 0,
    });
  let wallet = await open();
  let ready = Promise.resolve(wallet);
  const chain = watchChain(localChain, platform, () => feed.changed());

  async function reset(): Promise<void> {
    const begin = async (): Promise<void> => {
      await wallet.close();
      await deleteSaved(platform);
      await chain.forget();
      wallet = await open();
    };
    const begun = begin();
    const then = () => wallet;
    ready = begun.then(then, then);
    await begun;
    feed.changed();
  }

  async function act(command: Command): Promise<void> {
    const { interfaces, faults, ...now } = await ready;
    if (command.do === 'decide') await now.decide(command.id, command);
    else if (command.do === 'input') interfaces.input(command.input);
    else if (command.do === 'openPage') await interfaces.openPage(command.kind);
    else if (command.do === 'closePage') interfaces.closePage();
    else if (command.do === 'install') await now.install();
    else if (command.do === 'openRequest') now.openRequest(command.id, command.isOpen);
    else if (command.do === 'fault') faults.choose(command.name, command.isOn);
    else if (command.do === 'disconnect') now.disconnect(command.origin);
    else await reset();
  }

  return {
    wallet: () => ready,
    feed,
    run: (command) =>
      act(command).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : 'That failed.'),
      ),
  };
}
