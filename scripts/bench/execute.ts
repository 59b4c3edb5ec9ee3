import { readFile } from 'node:fs/promises';
import { Account, config, RpcProvider } from 'starknet';
import { withPrivateKey } from '../../src/starknet/accounts/keys';
import type { NodeProxy } from '../../test/chain/proxy';
import { nonceOf, ONE, openAccount, transfer } from '../../test/node/account';
import vectors from '../../test/vectors/accounts.json';
import { entropyOf, fakeWallet } from '../../test/wallet/fakeWallet';
import { openModule } from '../../test/wallet/openModule';
import { fund } from '../start/localChain';
import { median } from './median';
import { startInSandbox } from './sandbox';

export type Execution = {
  who: string;
  /** Milliseconds added to each HTTP request. */
  delayMs: number;
  /** From the call to the hash. */
  ms: number;
  requests: number;
};

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
  options: { bundle: string; delaysMs: readonly number[]; rounds: number },
): Promise<Execution[]> {
  const ready = await openAccount(chainUrl, { addressIndex: 0, funds: 100n * ONE });
  const module = openModule({ sepoliaUrl: proxy.url, stored: ready.state });
  const usual = await starknetAccount(chainUrl, proxy.url, 1);
  const given = await starknetAccount(chainUrl, proxy.url, 2);

  const wallet = fakeWallet();
  const sandbox = await startInSandbox(await readFile(options.bundle, 'utf8'), wallet.wallet);
  wallet.pages.listen(sandbox.input);
  const inside = (await sandbox.invoke('xnet_createAccount', { addressIndex: 3 })) as {
    address: string;
  };
  await fund(chainUrl, inside.address, 100n * ONE);
  await sandbox.invoke('xnet_createAccount', { addressIndex: 3, deploy: true });

  const calls = transfer(1n);
  const ways: { who: string; run: () => Promise<() => Promise<unknown>> }[] = [
    {
      who: 'xnet_executeTxn',
      run: async () => () => module.invoke('xnet_executeTxn', { address: ready.address, calls }),
    },
    {
      who: 'xnet_executeTxn in the sandbox',
      run: async () => () => sandbox.invoke('xnet_executeTxn', { address: inside.address, calls }),
    },
    { who: 'Account.execute', run: async () => () => usual.account.execute(calls) },
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
        await execute();
        const ms = performance.now() - started;
        if (round > 0) times.get(who)?.push(ms);
        counts.set(who, proxy.requests());
      }
    }
    for (const { who } of ways)
      measured.push({
        ...{ who, delayMs, ms: median(times.get(who) ?? []) },
        requests: counts.get(who) ?? 0,
      });
  }
  await sandbox.stop();
  return measured;
}
