// A dapp on starknetkit, through its injected connector.
import { RpcProvider } from 'starknet';
import { InjectedConnector } from 'starknetkit/injected';
import { showModule } from '../src/index';
import { message, transfer } from './requests';

showModule({ pollMs: 200 });

const connector = new InjectedConnector({ options: { id: 'xnet', name: 'Xnet' } });
const told: unknown[] = [];
connector.on('change', ({ account, chainId }) => told.push([account, String(chainId)]));

const kit = {
  standing: async () => [connector.available(), connector.name, await connector.ready()],

  async connect(): Promise<[string, string]> {
    const { account, chainId } = await connector.connect();
    return [account ?? '', `0x${chainId?.toString(16)}`];
  },

  async execute(nodeUrl: string): Promise<boolean> {
    const provider = new RpcProvider({ nodeUrl });
    const account = await connector.account(provider);
    const { transaction_hash } = await account.execute([transfer, transfer]);
    const receipt = await provider.waitForTransaction(transaction_hash, { retryInterval: 100 });
    return receipt.isSuccess();
  },

  async signAndVerify(nodeUrl: string): Promise<boolean> {
    const provider = new RpcProvider({ nodeUrl });
    const account = await connector.account(provider);
    const signature = await account.signMessage(message);
    return provider.verifyMessageInStarknet(message, signature, account.address);
  },

  switchNetwork: (chainId: string) =>
    connector.request({ type: 'wallet_switchStarknetChain', params: { chainId } } as never),
  told: () => told.splice(0),

  async disconnect(): Promise<boolean> {
    await connector.disconnect();
    // The wallet is still there; the page starts over.
    return connector.available();
  },
};
export type StarknetKit = typeof kit;

Object.assign(window, { kit });
