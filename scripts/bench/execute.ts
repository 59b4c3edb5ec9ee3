import { join } from 'node:path';
import { Account, config, RpcProvider } from 'starknet';
import { withPrivateKey } from '../../src/starknet/accounts/keys';
import type { NodeProxy } from '../../test/chain/proxy';
import { nonceOf, ONE, openAccount, transfer } from '../../test/node/account';
import vectors from '../../test/vectors/accounts.json';
import { entropyOf } from '../../test/wallet/fakeWallet';
import { openModule } from '../../test/wallet/openModule';
import { openBare } from './bareWallet';
import { median } from './median';
import type { RealWallet } from './realWallet';
import { openSaved } from './walletCalls';

export type Execution = {
  who: string;
  /** Milliseconds added to each HTTP request. */
  delayMs: number;
  /** From the call to the hash. */
  ms: number;
  requests: number;
};

export const IN_WALLET = 'xnet_executeTxn in the wallet';
export const STARKNET_JS = 'Account.execute';
/** The floor: what wallet and node take of any module. */
export const BARE = 'a bare module: one dialog, one simulation';

/** Plenty for a transfer on the local chain. */
const resourceBounds = {
  l1_gas: { max_amount: 0n, max_price_per_unit: 10n ** 10n },
  l1_data_gas: { max_amount: 1_000n, max_price_per_unit: 10n ** 10n },
  l2_gas: { max_amount: 10n ** 7n, max_price_per_unit: 10n ** 10n },
};

/** The account of an index, in the hands of starknet.js. */
async function starknetAccount(chainUrl: string, proxyUrl: string, addressIndex: number) {
  const { address } = await openAccount(chainUrl, { addressIndex, funds: 100n * ONE });
  const signer = withPrivateKey(
    entropyOf(vectors.mnemonic),
    addressIndex,
    (key) => `0x${Buffer.from(key).toString('hex')}`,
  );
  // It would say of each block how few transactions it holds.
  config.set('logLevel', 'ERROR');
  const provider = new RpcProvider({ nodeUrl: proxyUrl });
  return { address, account: new Account({ provider, address, signer, cairoVersion: '1' }) };
}

/** The same warm transfer by each way in turn, round after round. */
export async function measureExecution(
  chainUrl: string,
  proxy: NodeProxy,
  options: { module: string; data: string; delaysMs: readonly number[]; rounds: number },
): Promise<Execution[]> {
  const ready = await openAccount(chainUrl, { addressIndex: 0, funds: 100n * ONE });
  const module = openModule({ sepoliaUrl: proxy.url, stored: ready.state });
  const usual = await starknetAccount(chainUrl, proxy.url, 1);
  const given = await starknetAccount(chainUrl, proxy.url, 2);

  const calls = transfer(1n);
  const wallets: RealWallet[] = [];
  /** In the wallet of the vendor, a process of its own, with so many records. */
  const inWallet = async (who: string, records: number, addressIndex: number) => {
    const { module, data } = options;
    const saved = { module, data: join(data, `${records}`), records, addressIndex };
    const { wallet, address } = await openSaved(chainUrl, saved);
    wallets.push(wallet);
    return {
      who,
      async run() {
        await wallet.measure('quiet');
        return async () => (await wallet.measure('xnet_executeTxn', { address, calls })).ms;
      },
    };
  };
  /** With an account that the module has made. */
  const bare = async () => {
    const addressIndex = 13;
    const own = { module: options.module, data: join(options.data, 'bare-account') };
    const { wallet: first, address } = await openSaved(chainUrl, {
      ...own,
      records: 0,
      addressIndex,
    });
    await first.stop();
    const wallet = await openBare(join(options.data, 'bare'));
    wallets.push(wallet);
    const params = { url: proxy.url, address, addressIndex, calls: [calls] };
    return { who: BARE, run: async () => async () => (await wallet.measure('send', params)).ms };
  };
  const ways: { who: string; run: () => Promise<() => Promise<unknown>> }[] = [
    {
      who: 'xnet_executeTxn',
      run: async () => () => module.invoke('xnet_executeTxn', { address: ready.address, calls }),
    },
    await inWallet(IN_WALLET, 0, 11),
    await inWallet(`${IN_WALLET}, 10,000 records`, 10_000, 12),
    await bare(),
    { who: STARKNET_JS, run: async () => () => usual.account.execute(calls) },
    {
      who: 'Account.execute, nonce, tip and bounds given',
      async run() {
        const nonce = await nonceOf(chainUrl, given.address);
        return () => given.account.execute(calls, { nonce: nonce ?? 0n, tip: 0n, resourceBounds });
      },
    },
  ];

  const measured: Execution[] = [];
  for (const delayMs of options.delaysMs) {
    proxy.setDelay(delayMs);
    const times = new Map(ways.map(({ who }) => [who, [] as number[]]));
    const counts = new Map<string, number>();
    // The first round warms up, and is not counted.
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const { who, run } of ways) {
        const execute = await run();
        proxy.reset();
        const started = performance.now();
        const told = await execute();
        // What happens in another process is measured there.
        const ms = typeof told === 'number' ? told : performance.now() - started;
        if (round > 0) times.get(who)?.push(ms);
        // Now and then the tracker of another wallet asks at the same time.
        counts.set(who, Math.min(proxy.requests(), counts.get(who) ?? Number.POSITIVE_INFINITY));
      }
    }
    for (const { who } of ways)
      measured.push({
        ...{ who, delayMs, ms: median(times.get(who) ?? []) },
        requests: counts.get(who) ?? 0,
      });
  }
  for (const wallet of wallets) await wallet.stop();
  return measured;
}
