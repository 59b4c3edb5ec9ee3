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
  /** A page's way to the wallet: no answer comes by it any more once the wallet's worker has ended. */
  channel(): Channel;
  feed: Feed;
  /** Runs a command of the wallet's page. @returns an error message for the user, or null */
  run(command: Command): Promise<string | null>;
};

/** Requests of one page; during a reset, the wallet that follows answers. */
export type Channel = {
  request(...asked: Parameters<Wallet['request']>): Promise<unknown>;
  siteState(origin: string): Promise<unknown>;
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
  const feed = createFeed(() => ({ ...now().snapshot(), localChain: chain.view() }));
  const { phrase: first, localChain, watch, ...choices } = options;
  let current: Chosen = { phrase: normalizePhrase(first), platform };
  const open = () =>
    openWallet({
      ...choices,
      ...current,
      onChange: () => feed.changed(),
      isActive: () => feed.followers() > 0,
    });
  const { now, ready, replace } = await openSuccession(open, () => feed.changed());
  const chain = watchChain(localChain, platform, () => feed.changed());
  const channels = createChannels(ready);

  /** As seen in the vendor's wallet: open pages hear nothing any more, and the wallet is locked. */
  async function endWorker(): Promise<void> {
    channels.end();
    await replace();
    now().faults.choose('locked', true);
  }

  /** As when a user restores another wallet: each phrase has its own module, state and sites. */
  async function usePhrase(words: string): Promise<void> {
    const chosen = await choose(words, platform, first);
    await replace(async () => {
      current = chosen;
    });
  }

  async function act(command: Command): Promise<void> {
    const wallet = await ready();
    switch (command.do) {
      case 'reset':
        return replace(async () => {
          await deleteSaved(current.platform);
          await chain.forget();
        });
      case 'usePhrase':
        return usePhrase(command.phrase);
      case 'endWorker':
        return endWorker();
      case 'snapshotChain':
      case 'revertChain':
      case 'increaseTime':
      case 'setTime':
        return chain.control(command);
      default:
        return obey(wallet, command);
    }
  }

  if (watch) watchBuild(platform.readBuild, now, replace);

  return {
    wallet: ready,
    channel: channels.open,
    feed,
    run: (command) =>
      act(command).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : 'That failed.'),
      ),
  };
}

/** The wallet in use, and those that follow it. */
async function openSuccession(open: () => Promise<Wallet>, onReplace: () => void) {
  let wallet = await open();
  let ready = Promise.resolve(wallet);
  const now = () => wallet;
  return {
    now,
    ready: () => ready,
    /** Closes the wallet, and opens the one that follows after `change`, if any. */
    async replace(change?: () => Promise<void>): Promise<void> {
      const beginning = ready.then(async () => {
        await wallet.close();
        await change?.();
        wallet = await open();
      });
      ready = beginning.then(now, now);
      await beginning;
      onReplace();
    },
  };
}

/** Channels to the wallet, which hear nothing any more after their worker's end. */
function createChannels(ready: () => Promise<Wallet>) {
  let worker = {};
  const silence = <Answer>() => new Promise<Answer>(() => {});
  return {
    open(): Channel {
      const ownWorker = worker;
      const unlessEnded = async <Answer>(
        ask: (wallet: Wallet) => Answer | Promise<Answer>,
      ): Promise<Answer> => {
        if (ownWorker !== worker) return silence();
        const answer = await ask(await ready());
        return ownWorker === worker ? answer : silence();
      };
      return {
        request: (...asked) => unlessEnded(({ request }) => request(...asked)),
        siteState: (origin) => unlessEnded(({ siteState }) => siteState(origin)),
      };
    },
    end(): void {
      worker = {};
    },
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

type WalletCommand = Exclude<Command, ChainCommand | { do: 'reset' | 'usePhrase' | 'endWorker' }>;

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
