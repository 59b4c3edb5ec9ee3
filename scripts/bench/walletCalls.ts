import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import type { NodeProxy } from '../../test/chain/proxy';
import { transferCall } from '../../test/chain/transferCall';
import { shortMessage } from '../../test/messages/shortMessage';
import { withHistory } from '../../test/wallet/history';
import { readState } from '../../wallet/src/persistence/stateText';
import { fund } from '../start/localChain';
import { countCalls, startRealWallet, type WalletCounts } from './realWallet';

const ONE = 10n ** 18n;
const chainId = '0x534e5f5345504f4c4941';
/** Longer than a busy machine takes between two calls of which neither waits for the other. */
const REST_MS = 500;
const message = shortMessage({ text: 'Hello' });

/**
 * The count of a site's repeated requests is written once in ten seconds (src/state/activity.ts),
 * during whichever request is then running. What a user approved is written at once.
 */
const COUNT_OF_REQUESTS = 'activity.newest';
const asks: ReadonlySet<string> = new Set(['xnet_executeTxn', 'xnet_signMessage']);

const stateFile = (data: string) => join(data, 'state.json');
const savedState = async (data: string) => readState(await readFile(stateFile(data), 'utf8'));

type Saved = { module: string; data: string; records: number; addressIndex?: number };

/**
 * Creates a wallet's data folder with a deployed account that has this many settled records.
 * @returns the address of the account
 */
export async function saveAccount(
  chainUrl: string,
  { module, data, records, addressIndex = 0 }: Saved,
): Promise<string> {
  const first = await startRealWallet(module, data);
  const { result } = await first.measure('xnet_createAccount', { addressIndex });
  const { address } = result as { address: string };
  await fund(chainUrl, address, 1_000n * ONE);
  await first.measure('xnet_createAccount', { addressIndex, deploy: true });
  await first.stop();
  // A module that is older than these sources has its own form of records.
  if (records === 0) return address;
  const state = { plain: await savedState(data), secret: {} };
  const { plain } = withHistory(state, { chainId, addresses: [address], count: records });
  await writeFile(stateFile(data), JSON.stringify(plain));
  return address;
}

export const createActions = (address: string) => {
  const calls = transferCall(knownTokens.STRK.address, '0x7e57', 1n);
  return {
    xnet_executeTxn: { address, calls },
    xnet_signMessage: { address, typedDataMessage: message },
    xnet_estimateFee: { address, invocations: calls },
    xnet_getTransactionStatus: { transactionHash: '' },
    xnet_getTransactions: { senderAddress: address, pageSize: 25 },
    xnet_extractPublicKey: { userAddress: address },
  };
};

export type Counted = Record<
  string,
  WalletCounts & {
    names: Record<string, number>;
    /** HTTP requests, and bytes of the node's responses. */
    requests: number;
    bytes: number;
    /** Size of the module's whole state as stored by the wallet, after the action. */
    stateBytes: number;
  }
>;

/**
 * Counts the calls of each action to wallet and node, while nothing else runs: some actions right
 * after a start, all of them in a warm module.
 */
export async function countWalletCalls(
  chainUrl: string,
  proxy: NodeProxy,
  folders: { module: string; data: string },
): Promise<Counted> {
  const address = await saveAccount(chainUrl, { ...folders, records: 30 });
  const start = () => startRealWallet(folders.module, folders.data);
  const actions = createActions(address);
  const counted: Counted = {};
  let wallet = await start();
  async function count(method: keyof typeof actions, phase: 'first' | 'warm'): Promise<void> {
    proxy.reset();
    const measured = await wallet.measure(method, actions[method], REST_MS);
    const { result } = measured;
    const calls = measured.calls.filter(({ key }) => key !== COUNT_OF_REQUESTS || asks.has(method));
    if (method === 'xnet_executeTxn') {
      const { transaction_hash } = result as { transaction_hash: string };
      actions.xnet_getTransactionStatus.transactionHash = transaction_hash;
    }
    const names: Record<string, number> = {};
    for (const { name, key } of calls) {
      const callName = key === null ? name : `${name} ${key.replaceAll(/0x[0-9a-f]{8,}/gu, '…')}`;
      names[callName] = (names[callName] ?? 0) + 1;
    }
    const stateBytes = Buffer.byteLength(JSON.stringify(await savedState(folders.data)));
    const wire = { requests: proxy.requests(), bytes: proxy.bytes() };
    counted[`${method}, ${phase}`] = {
      ...countCalls(calls),
      names,
      ...wire,
      stateBytes,
    };
  }
  try {
    // The first transfer creates the recipient's balance and costs more than later ones.
    await wallet.measure('xnet_executeTxn', actions.xnet_executeTxn);
    for (const first of ['xnet_executeTxn', 'xnet_signMessage'] as const) {
      await wallet.measure('quiet');
      await wallet.stop();
      wallet = await start();
      await wallet.measure('quiet');
      await count(first, 'first');
    }
    const methods = Object.keys(actions) as (keyof typeof actions)[];
    for (const method of methods) await wallet.measure(method, actions[method]);
    // The second time is counted.
    for (const method of methods) {
      await wallet.measure('quiet');
      await count(method, 'warm');
    }
    return counted;
  } finally {
    await wallet.stop();
  }
}
