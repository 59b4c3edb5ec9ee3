// A dapp that connects through third-party libraries. Tests use `window.kit`; arguments and results
// are JSON.
import { getStarknet } from '@starknet-io/get-starknet-core';
import { createStore } from '@starknet-io/get-starknet-discovery';
import * as nine from 'starknet-9';
import * as ten from 'starknet-10';
import { findWallet, getStarknetAdapter, type Shapes, showModule } from '../src/index';

type Call = ten.Call;
/** These classes share the methods used here, but are nominally different types. */
type Account = ten.WalletAccount;

type Given = Shapes & { nodeUrl: string; silent: boolean };
const at10 = ({ nodeUrl }: Given) => new ten.RpcProvider({ nodeUrl });
const at9 = ({ nodeUrl }: Given) => new nine.RpcProvider({ nodeUrl });
/** Cairo version, no paymaster, and whether to connect silently. */
const rest = ({ silent }: Given) => ['1', undefined, silent] as const;

/** Each in the form of its own version, with its types: this code also compiles in a dapp. */
const kinds = {
  '10.8 WalletAccount': (given: Given) =>
    ten.WalletAccount.connect(at10(given), given.windowObject, ...rest(given)),
  '10.8 WalletAccountV5': (given: Given) =>
    ten.WalletAccountV5.connect(at10(given), given.standardWallet, ...rest(given)),
  '10.8 WalletAccountV6': (given: Given) =>
    ten.WalletAccountV6.connect(at10(given), given.standardWallet, ...rest(given)),
  '9.4 WalletAccount': (given: Given) =>
    nine.WalletAccount.connect(at9(given), given.windowObject, ...rest(given)),
  '9.4 WalletAccountV5': (given: Given) =>
    nine.WalletAccountV5.connect(at9(given), given.standardWallet, ...rest(given)),
};
export type Kind = keyof typeof kinds;
let shapes: Shapes | undefined;
showModule({ pollMs: 200 }, (shown) => {
  shapes = shown;
});

const shown = (): Shapes => {
  if (!shapes) throw new Error('No wallet has announced itself.');
  return shapes;
};
const accounts = new Map<Kind, { account: Account; provider: ten.RpcProvider }>();
const accountOf = (kind: Kind) => {
  const account = accounts.get(kind);
  if (!account) throw new Error(`${kind} is not connected.`);
  return account;
};
const told: unknown[] = [];

/** This chain is fast; by default the libraries poll every five seconds. */
const settled = (provider: ten.RpcProvider, hash: string) =>
  provider.waitForTransaction(hash, { retryInterval: 100 });

const kit = {
  async connect(kind: Kind, nodeUrl: string, silent: boolean): Promise<string> {
    const account = (await kinds[kind]({ ...shown(), nodeUrl, silent })) as Account;
    accounts.set(kind, { account, provider: new ten.RpcProvider({ nodeUrl }) });
    return account.address;
  },

  async execute(kind: Kind, calls: Call | Call[]): Promise<boolean> {
    const { account, provider } = accountOf(kind);
    const { transaction_hash } = await account.execute(calls);
    return (await settled(provider, transaction_hash)).isSuccess();
  },

  async declare(kind: Kind, payload: ten.DeclareContractPayload): Promise<string> {
    const { account, provider } = accountOf(kind);
    const { transaction_hash, class_hash } = await account.declare(payload);
    await settled(provider, transaction_hash);
    return class_hash;
  },

  async deploy(kind: Kind, classHash: string, constructorCalldata: string[]): Promise<string> {
    const { account, provider } = accountOf(kind);
    const { transaction_hash, contract_address } = await account.deploy({
      classHash,
      constructorCalldata,
    });
    await settled(provider, transaction_hash);
    return provider.getClassHashAt([contract_address].flat()[0] ?? '');
  },

  async signAndVerify(kind: Kind, message: ten.TypedData): Promise<boolean> {
    const { account, provider } = accountOf(kind);
    const signature = await account.signMessage(message);
    return provider.verifyMessageInStarknet(message, signature, account.address);
  },

  /** starknet.js creates no account for a page that was never connected: it needs an address. */
  async silently(): Promise<unknown[]> {
    const { windowObject, standardWallet } = shown();
    const params = { silent_mode: true };
    return [
      await windowObject.request({ type: 'wallet_requestAccounts', params }),
      (await standardWallet.features['standard:connect'].connect({ silent: true })).accounts,
    ];
  },

  /** All accounts that the page sees silently, the current one first. */
  accounts: () =>
    shown().windowObject.request({ type: 'wallet_requestAccounts', params: { silent_mode: true } }),
  permissions: (kind: Kind) => accountOf(kind).account.getPermissions(),
  switchNetwork: (kind: Kind, chainId: string) =>
    accountOf(kind).account.switchStarknetChain(chainId as never),
  watchAsset: (kind: Kind, address: string) =>
    accountOf(kind).account.watchAsset({ type: 'ERC20', options: { address } }),
  deploymentData: () => shown().windowObject.request({ type: 'wallet_deploymentData' }),

  async estimate(kind: Kind, calls: Call[]): Promise<string> {
    return (await accountOf(kind).account.estimateInvokeFee(calls)).overall_fee.toString();
  },

  /** The fee that the module itself estimates. */
  async estimateByClient(address: string, invocations: Call[]): Promise<string> {
    const params = { address, invocations, chainId: '0x534e5f5345504f4c4941' };
    return (await shown().client.request('xnet_estimateFee', params as never)).suggestedMaxFee;
  },

  /** Creates an account and makes it current for the page. @returns its address */
  async anotherAccount(): Promise<string> {
    const { client } = shown();
    const { address } = await client.request('xnet_addAccount');
    await client.request('xnet_switchAccount', { address });
    return address;
  },

  /** Wallet names that the discovery of each library generation lists. */
  async listed(): Promise<{ four: string[]; five: string[]; byAdapter: string[] }> {
    const available = await getStarknet().getAvailableWallets();
    const names = (store: ReturnType<typeof createStore>) =>
      store.getWallets().map(({ name }) => name);
    const standard = createStore({ eip1193Adapters: [] });
    const adapted = createStore({ eip1193Adapters: [getStarknetAdapter] });
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
export type StarknetJs = typeof kit;

Object.assign(window, { kit });
