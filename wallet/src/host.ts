import { createFeed, type Feed } from './feed';
import { watchChain } from './localChain';
import type { Options } from './options';
import { deleteSaved } from './saved';
import { openWallet, type Wallet } from './wallet';

export type Host = {
  /** During a reset: the wallet that follows. */
  wallet(): Promise<Wallet>;
  feed: Feed;
  /** Deletes the wallet's state and starts over. */
  reset(): Promise<void>;
};

/** Holds this process's only wallet, which a reset replaces. */
export async function openHost(options: Options): Promise<Host> {
  const feed = createFeed(() => ({ ...wallet.snapshot(), localChain: chain.view() }));
  const open = () =>
    openWallet({
      phrase: options.phrase,
      locale: options.locale,
      dataFolder: options.dataFolder,
      moduleFolder: options.moduleFolder,
      allowMainnet: options.allowMainnet,
      dialogLimit: options.dialogLimit,
      onChange: () => feed.changed(),
      isActive: () => feed.followers() > 0,
    });
  let wallet = await open();
  let ready = Promise.resolve(wallet);
  const chain = watchChain(options, () => feed.changed());

  return {
    wallet: () => ready,
    feed,
    async reset() {
      const begin = async (): Promise<void> => {
        await wallet.close();
        await deleteSaved(options.dataFolder);
        await chain.forget();
        wallet = await open();
      };
      const begun = begin();
      const then = () => wallet;
      ready = begun.then(then, then);
      await begun;
      feed.changed();
    },
  };
}
