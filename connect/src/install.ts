import { type ChoiceOptions, createChoice } from './choice';
import { type Client, createClient } from './client';
import { createConnection } from './connection';
import { discover, runsModules } from './discover';
import { isKnownHost, type Provider } from './provider';
import { registerWallet, toStandardWallet } from './standardWallet';
import { toWindowObject } from './windowObject';

/** Options of showing the module. */
export type ShowOptions = ChoiceOptions & {
  /** Polling interval in milliseconds while there are listeners; default: 2,000. */
  pollMs?: number | undefined;
};

/** The module behind a client in every form that dapps use. */
function shapesBy(client: Client, pollMs = 2_000) {
  const connection = createConnection(client, { pollMs });
  return {
    /** Client of the module. */
    client,
    /** Connection of the page. */
    connection,
    /** For get-starknet 4 and `WalletAccount`. */
    windowObject: toWindowObject(connection),
    /** For get-starknet 5 and 6, and `WalletAccountV5`, `V6`. */
    standardWallet: toStandardWallet(connection),
  };
}

/** The module of one wallet in every form that dapps use. */
export const createShapes = (
  provider: Provider,
  { pollMs, choose: _choose, ...options }: ShowOptions = {},
) => shapesBy(createClient({ provider, ...options }), pollMs);
/** The module of one wallet in every form that dapps use. */
export type Shapes = ReturnType<typeof createShapes>;

/** An event of a wallet, and what is called back on it. */
type Listening = Parameters<NonNullable<Provider['on']>>;

/** A client that reports the events of wallets that come later, too, once they are added. */
function rememberListeners(client: Client) {
  const { provider } = client;
  const listeners: Listening[] = [];
  return {
    client: {
      ...client,
      provider: {
        ...provider,
        on(...listening: Listening): void {
          listeners.push(listening);
          provider.on?.(...listening);
        },
        removeListener(...[event, listener]: Listening): void {
          const index = listeners.findIndex(([name, one]) => name === event && one === listener);
          if (index >= 0) listeners.splice(index, 1);
          provider.removeListener?.(event, listener);
        },
      },
    },
    follow(added: Provider): void {
      for (const listening of listeners) added.on?.(...listening);
    },
  };
}

/**
 * Exposes the module where dapps look for wallets: as `window.starknet_xnet` and through the wallet
 * standard. If a wallet is known to run modules, in the turn in which it announces itself; any other
 * is asked first. Call it before the page mounts, as libraries such as starknet-react look only once.
 * With several wallets, the one that has the module is used, else the one that installs it. If none
 * does, the module is hidden.
 *
 * @returns a function that undoes it: stops waiting for a wallet, or removes the module
 */
export function showModule(
  { pollMs, ...options }: ShowOptions = {},
  onShown?: (shapes: Shapes) => void,
): () => void {
  let hide: (() => void) | undefined;
  let shapes: Shapes | undefined;
  let isOver = false;
  const choice = createChoice(options, {
    onUnfit: () => {
      hide?.();
      hide = undefined;
    },
    onLate: () => hide ?? look(),
  });
  const { client, follow } = rememberListeners(choice.client);
  function show(): void {
    if (isOver) return;
    const isNew = !shapes;
    shapes ??= shapesBy(client, pollMs);
    hide ??= expose(shapes);
    if (isNew) onShown?.(shapes);
  }
  /** Hides it again if no wallet runs modules; shows it if an unknown one does. */
  function look(): void {
    void choice.ranked().then((fit) => fit.length > 0 && show());
  }
  const end = discover((detail) => {
    choice.add(detail);
    follow(detail.provider);
    if (isKnownHost(detail.info)) show();
    look();
  });
  return () => {
    isOver = true;
    end();
    hide?.();
  };
}

/** @returns a function that undoes it */
function expose({ windowObject, standardWallet }: Shapes): () => void {
  const place: { starknet_xnet?: unknown } = window as object;
  Object.defineProperty(place, 'starknet_xnet', {
    value: windowObject,
    enumerable: true,
    configurable: true,
  });
  const unregister = registerWallet(standardWallet);
  return () => {
    unregister();
    if (place.starknet_xnet === windowObject) delete place.starknet_xnet;
  };
}

/**
 * For get-starknet's discovery: `createStore({ eip1193Adapters: [getStarknetAdapter] })`. A wallet
 * that is not known to run modules is asked first, and then registered by the wallet standard, where
 * the same store finds it.
 */
export function getStarknetAdapter(info: { rdns: string }, provider: Provider) {
  const { standardWallet } = createShapes(provider);
  if (isKnownHost(info)) return standardWallet;
  void runsModules({ info, provider }).then((does) => does && registerWallet(standardWallet));
  return null;
}
