import { watchBuild } from './buildWatch';
import { watchChain } from './chain/localChain';
import { deriveKeys, isRecoveryPhrase } from './controllers/keys';
import type { Platform } from './controllers/platform';
import { createFeed, type Feed } from './feed';
import { deleteSaved } from './persistence/saved';
import { normalizePhrase } from './protocol/phrases';
import type { ChainCommand, Command } from './protocol/view';
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
  /** True to take each new build of the module as it appears, and not only at the start. */
  watch?: boolean;
};

/** Holds this process's only wallet, which a reset replaces. */
export async function openHost(options: HostOptions, platform: Platform): Promise<Host> {
  const feed = createFeed(() => ({ ...wallet.snapshot(), localChain: chain.view() }));
  const { phrase: first, localChain, watch, ...choices } = options;
  let current: Chosen = { phrase: normalizePhrase(first), platform };
  const open = () =>
    openWallet({
      ...choices,
      ...current,
      onChange: () => feed.changed(),
      isActive: () => feed.followers() > 0,
    });
  let wallet = await open();
  let ready = Promise.resolve(wallet);
  const chain = watchChain(localChain, platform, () => feed.changed());

  /** Closes the wallet, and opens the one that follows after `change`, if any. */
  async function replace(change?: () => Promise<void>): Promise<void> {
    const begin = async (): Promise<void> => {
      await wallet.close();
      await change?.();
      wallet = await open();
    };
    const beginning = ready.then(begin);
    const then = () => wallet;
    ready = beginning.then(then, then);
    await beginning;
    feed.changed();
  }

  /** As when a user restores another wallet: each phrase has its own module, state and sites. */
  async function usePhrase(words: string): Promise<void> {
    const chosen = await choose(words, platform, first);
    await replace(async () => {
      current = chosen;
    });
  }

  async function act(command: Command): Promise<void> {
    const now = await ready;
    switch (command.do) {
      case 'reset':
        return replace(async () => {
          await deleteSaved(current.platform);
          await chain.forget();
        });
      case 'usePhrase':
        return usePhrase(command.phrase);
      case 'snapshotChain':
      case 'revertChain':
      case 'increaseTime':
      case 'setTime':
        return chain.control(command);
      default:
        return obey(now, command);
    }
  }

  if (watch) watchBuild(platform.readBuild, () => wallet, replace);

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

/** A phrase, and where its files are. */
type Chosen = Pick<WalletOptions, 'phrase' | 'platform'>;

/**
 * Files of the phrase with which the wallet was started have plain names, as in older data folders.
 *
 * @throws an Error for the user if the words are not a phrase
 */
async function choose(words: string, platform: Platform, first: string): Promise<Chosen> {
  const phrase = normalizePhrase(words);
  if (!(await isRecoveryPhrase(phrase))) throw new Error('These words are not a recovery phrase.');
  if (phrase === normalizePhrase(first)) return { phrase, platform };
  const { fingerprint } = await deriveKeys(phrase);
  const file = (name: string) => platform.file(`${fingerprint}-${name}`);
  return { phrase, platform: { ...platform, file } };
}

type WalletCommand = Exclude<Command, ChainCommand | { do: 'reset' | 'usePhrase' }>;

/** Runs a command that needs no other wallet. */
async function obey({ interfaces, faults, ...now }: Wallet, command: WalletCommand): Promise<void> {
  if (command.do === 'decide') await now.decide(command.id, command);
  else if (command.do === 'input') interfaces.input(command.input);
  else if (command.do === 'openPage') await interfaces.openPage(command.kind);
  else if (command.do === 'closePage') interfaces.leavePage();
  else if (command.do === 'install') await now.install();
  else if (command.do === 'openRequest') now.openRequest(command.id, command.isOpen);
  else if (command.do === 'fault') faults.choose(command.name, command.isOn);
  else now.disconnect(command.origin);
}
