// The page of a dapp that connects by libraries that are not ours. Everything that a test asks is on
// `window.kit`; what comes and goes is JSON.
import { getStarknet } from '@starknet-io/get-starknet-core';
import { createStore } from '@starknet-io/get-starknet-discovery';
import {
  type Call,
  type DeclareContractPayload,
  RpcProvider,
  type TypedData,
  WalletAccount,
  WalletAccountV5,
  WalletAccountV6,
} from 'starknet';
import { findWallet, getStarknetAdapter, type Shapes, showModule } from '../src/index';

type Kind = 'WalletAccount' | 'WalletAccountV5' | 'WalletAccountV6';
type Account = WalletAccount | WalletAccountV5 | WalletAccountV6;

let shapes: Shapes | undefined;
showModule({ pollMs: 200 }, (shown) => {
  shapes = shown;
});

const shown = (): Shapes => {
  if (!shapes) throw new Error('No wallet has announced itself.');
  return shapes;
};
const accounts = new Map<Kind, Account>();
const accountOf = (kind: Kind): Account => {
  const account = accounts.get(kind);
  if (!account) throw new Error(`${kind} is not connected.`);
  return account;
};
const told: unknown[] = [];

const kit = {
  async connect(kind: Kind, nodeUrl: string, silent: boolean): Promise<string> {
    const provider = new RpcProvider({ nodeUrl });
    const { windowObject, standardWallet } = shown();
    const by = { WalletAccount, WalletAccountV5, WalletAccountV6 }[kind];
    // Each of them takes the shape of its own time.
    const wallet = (kind === 'WalletAccount' ? windowObject : standardWallet) as never;
    const account = await by.connect(provider, wallet, '1', undefined, silent);
    accounts.set(kind, account);
    return account.address;
  },

  async execute(kind: Kind, calls: Call | Call[]): Promise<boolean> {
    const account = accountOf(kind);
    const { transaction_hash } = await account.execute(calls);
    return (await account.provider.waitForTransaction(transaction_hash)).isSuccess();
  },

  async declare(kind: Kind, payload: DeclareContractPayload): Promise<string> {
    const account = accountOf(kind);
    const { transaction_hash, class_hash } = await account.declare(payload);
    await account.provider.waitForTransaction(transaction_hash);
    return class_hash;
  },

  async deploy(kind: Kind, classHash: string, constructorCalldata: string[]): Promise<string> {
    const account = accountOf(kind);
    const { transaction_hash, contract_address } = await account.deploy({
      classHash,
      constructorCalldata,
    });
    await account.provider.waitForTransaction(transaction_hash);
    return account.provider.getClassHashAt([contract_address].flat()[0] ?? '');
  },

  async signAndVerify(kind: Kind, message: TypedData): Promise<boolean> {
    const account = accountOf(kind);
    const signature = await account.signMessage(message);
    return account.provider.verifyMessageInStarknet(message, signature, account.address);
  },

  /** Of a page that was never connected starknet.js makes no account: it wants an address. */
  async silently(): Promise<unknown[]> {
    const { windowObject, standardWallet } = shown();
    const params = { silent_mode: true };
    return [
      await windowObject.request({ type: 'wallet_requestAccounts', params }),
      (await standardWallet.features['standard:connect'].connect({ silent: true })).accounts,
    ];
  },

  permissions: (kind: Kind) => accountOf(kind).getPermissions(),
  switchNetwork: (kind: Kind, chainId: string) =>
    accountOf(kind).switchStarknetChain(chainId as never),
  watchAsset: (kind: Kind, address: string) =>
    accountOf(kind).watchAsset({ type: 'ERC20', options: { address } }),
  deploymentData: () => shown().windowObject.request({ type: 'wallet_deploymentData' }),

  async estimate(address: string, calls: Call[]): Promise<string> {
    const params = { address, invocations: calls, chainId: '0x534e5f5345504f4c4941' };
    const { suggestedMaxFee } = await shown().client.request('xnet_estimateFee', params as never);
    return suggestedMaxFee;
  },

  /** What the discoveries of two generations list, by name. */
  async listed(): Promise<{ four: string[]; five: string[]; byAdapter: string[] }> {
    const available = await getStarknet().getAvailableWallets();
    const names = (store: ReturnType<typeof createStore>) =>
      store.getWallets().map(({ name }) => name);
    const standard = createStore({ eip1193Adapters: [] });
    const adapted = createStore({ eip1193Adapters: [getStarknetAdapter as never] });
    return {
      four: available.map(({ name }) => name),
      five: names(standard),
      byAdapter: names(adapted),
    };
  },

  async enableByFour(): Promise<string[]> {
    const starknet = getStarknet();
    const [wallet] = await starknet.getAvailableWallets();
    if (!wallet) throw new Error('None is listed.');
    const enabled = await starknet.enable(wallet, { silent_mode: true });
    return enabled.request({ type: 'wallet_requestAccounts', params: { silent_mode: true } });
  },

  async wallet(): Promise<string> {
    return (await findWallet()).info.rdns;
  },

  listen(): void {
    const { windowObject } = shown();
    windowObject.on('accountsChanged', (list) => told.push(['accountsChanged', list ?? null]));
    windowObject.on('networkChanged', (chainId) => told.push(['networkChanged', chainId ?? null]));
  },
  told: () => told.splice(0),
};
export type Kit = typeof kit;

Object.assign(window, { kit });
