import { join } from 'node:path';
import { Account, config, RpcProvider } from 'starknet';
import { withPrivateKey } from '../../src/starknet/accounts/keys';
import type { NodeProxy } from '../../test/chain/proxy';
import { shortMessage } from '../../test/messages/shortMessage';
import { ONE, openAccount, readNonce, transfer } from '../../test/node/account';
import vectors from '../../test/vectors/accounts.json';
import { createEntropy } from '../../test/wallet/fakeWallet';
import { openModule } from '../../test/wallet/openModule';
import { buildBare } from './bareWallet';
import { median } from './median';
import { type RealWallet, startRealWallet } from './realWallet';
import { saveAccount } from './walletCalls';

export type Execution = {
  runner: string;
  /** Milliseconds added to each HTTP request. */
  delayMs: number;
  /** Time from the call to the transaction hash. */
  ms: number;
  requests: number;
};
/** Median milliseconds of work that involves no node. */
export type InWallet = {
  /** The first transfer after the module was started. */
  firstTransfer: { moduleMs: number; bare: number };
  signMessage: { moduleMs: number; bare: number; bareUnasked: number };
};

export const IN_WALLET = 'xnet_executeTxn in the wallet';
export const STARKNET_JS = 'Account.execute';
/** The floor: what wallet and node take for any module. */
export const BARE = 'a bare module: one dialog, one simulation';

/** Requests of each kind that a fresh process serves before one is measured. */
const WARM_UPS = 3;
const RECORDS = 10_000;

/** More than enough for a transfer on the local chain. */
const resourceBounds = {
  l1_gas: { max_amount: 0n, max_price_per_unit: 10n ** 10n },
  l1_data_gas: { max_amount: 1_000n, max_price_per_unit: 10n ** 10n },
  l2_gas: { max_amount: 10n ** 7n, max_price_per_unit: 10n ** 10n },
};

/** The account at an index, as a starknet.js account. */
async function starknetAccount(chainUrl: string, proxyUrl: string, addressIndex: number) {
  const { address } = await openAccount(chainUrl, { addressIndex, funds: 100n * ONE });
  const signer = withPrivateKey(
    createEntropy(vectors.mnemonic),
    addressIndex,
    (key) => `0x${Buffer.from(key).toString('hex')}`,
  );
  // Otherwise it would log the low transaction count of each block.
  config.set('logLevel', 'ERROR');
  const provider = new RpcProvider({ nodeUrl: proxyUrl });
  return { address, account: new Account({ provider, address, signer, cairoVersion: '1' }) };
}

/** If `run` returns a number, it is the duration in milliseconds, else the time is taken here. */
type Way = { runner: string; run: () => Promise<() => Promise<unknown>> };
type Messages = Record<'ours' | 'bare' | 'bareUnasked', () => Promise<number>>;

/**
 * Measures each way in turn: a warm transfer, a message. In each round the wallets run in
 * fresh processes; what needs no wallet runs here, with the advantage of a warmer process.
 */
export async function measureWallets(
  chainUrl: string,
  proxy: NodeProxy,
  options: { module: string; data: string; delaysMs: readonly number[]; rounds: number },
): Promise<{ executions: Execution[]; inWallet: InWallet }> {
  const { module, data, delaysMs, rounds } = options;
  const ready = await openAccount(chainUrl, { addressIndex: 0, funds: 100n * ONE });
  const inProcess = openModule({ sepoliaUrl: proxy.url, stored: ready.state });
  const usual = await starknetAccount(chainUrl, proxy.url, 1);
  const starknetJsAccount = await starknetAccount(chainUrl, proxy.url, 2);
  const calls = transfer(1n);
  const typedData = shortMessage({ text: 'Hello' });
  const runners: Way[] = [
    {
      runner: 'xnet_executeTxn',
      run: async () => () => inProcess.invoke('xnet_executeTxn', { address: ready.address, calls }),
    },
    { runner: STARKNET_JS, run: async () => () => usual.account.execute(calls) },
    {
      runner: 'Account.execute, nonce, tip and bounds given',
      async run() {
        const nonce = await readNonce(chainUrl, starknetJsAccount.address);
        return () =>
          starknetJsAccount.account.execute(calls, { nonce: nonce ?? 0n, tip: 0n, resourceBounds });
      },
    },
  ];

  const folders = {
    none: join(data, '0'),
    many: join(data, `${RECORDS}`),
    bare: join(data, 'bare'),
  };
  const save = (folder: string, records: number, addressIndex: number) =>
    saveAccount(chainUrl, { module, data: folder, records, addressIndex });
  const none = await save(folders.none, 0, 11);
  const fullState = await save(folders.many, RECORDS, 12);
  const bareIndex = 13;
  // Uses an account that the module created.
  const bareAddress = await save(join(data, 'bare-account'), 0, bareIndex);
  const bareModule = await buildBare(folders.bare);
  const bareData = join(folders.bare, 'data');
  // Installing starts the module; after a restart, its first request does, as with ours.
  await (await startRealWallet(bareModule, bareData)).stop();

  /** The vendor's wallets, each in its own process. */
  async function openWallets() {
    const emptyWallet = await startRealWallet(module, folders.none);
    const full = await startRealWallet(module, folders.many);
    const bare = await startRealWallet(bareModule, bareData);
    const execute = (runner: string, wallet: RealWallet, method: string, params: object): Way => ({
      runner,
      async run() {
        await wallet.measure('quiet');
        return async () => (await wallet.measure(method, params)).ms;
      },
    });
    const account = { address: bareAddress, addressIndex: bareIndex };
    const sign = async (asks: boolean) =>
      (await bare.measure('sign', { ...account, typedData, asks })).ms;
    const messages: Messages = {
      ours: async () =>
        (
          await emptyWallet.measure('xnet_signMessage', {
            address: none,
            typedDataMessage: typedData,
          })
        ).ms,
      bare: () => sign(true),
      bareUnasked: () => sign(false),
    };
    const sending = { url: proxy.url, ...account, calls: [calls] };
    return {
      messages,
      ways: [
        execute(IN_WALLET, emptyWallet, 'xnet_executeTxn', { address: none, calls }),
        execute(`${IN_WALLET}, 10,000 records`, full, 'xnet_executeTxn', {
          address: fullState,
          calls,
        }),
        execute(BARE, bare, 'send', sending),
      ],
      stop: () => Promise.all([emptyWallet, full, bare].map((wallet) => wallet.stop())),
    };
  }

  const times = new Map<string, number[]>();
  const counts = new Map<string, number>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  async function transferBy({ run }: Way, delayMs: number, name?: string): Promise<void> {
    proxy.setDelay(delayMs);
    const execute = await run();
    proxy.reset();
    const started = performance.now();
    const reply = await execute();
    // Work in another process is measured there.
    const ms = typeof reply === 'number' ? reply : performance.now() - started;
    if (name === undefined) return;
    note(name, ms);
    // Occasionally another wallet's tracker sends requests at the same time.
    counts.set(name, Math.min(proxy.requests(), counts.get(name) ?? Number.POSITIVE_INFINITY));
  }

  let order: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { ways, messages, stop } = await openWallets();
    try {
      const all = [...ways, ...runners];
      order = all.map(({ runner }) => runner);
      for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
        for (const way of all)
          await transferBy(way, 0, warmUp === 0 ? firstOf(way.runner) : undefined);
        for (const ask of Object.values(messages)) await ask();
      }
      for (const delayMs of delaysMs) {
        for (const way of all) await transferBy(way, delayMs, nameOf(way.runner, delayMs));
        for (const [name, ask] of Object.entries(messages)) note(name, await ask());
      }
    } finally {
      await stop();
    }
  }
  proxy.setDelay(0);
  const medianOf = (name: string): number => median(times.get(name) ?? []);
  return {
    executions: delaysMs.flatMap((delayMs) =>
      order.map((runner) => {
        const name = nameOf(runner, delayMs);
        return { runner, delayMs, ms: medianOf(name), requests: counts.get(name) ?? 0 };
      }),
    ),
    inWallet: {
      firstTransfer: { moduleMs: medianOf(firstOf(IN_WALLET)), bare: medianOf(firstOf(BARE)) },
      signMessage: {
        moduleMs: medianOf('ours'),
        bare: medianOf('bare'),
        bareUnasked: medianOf('bareUnasked'),
      },
    },
  };
}

const nameOf = (runner: string, delayMs: number): string => `${runner}, +${delayMs} ms`;
const firstOf = (runner: string): string => `${runner}, first`;
