import type { TypedData } from './typedData';

type Versioned = { readonly api_version?: string };
type WalletCall = {
  readonly contract_address: string;
  readonly entry_point: string;
  readonly calldata?: readonly string[];
};

/** Methods of the Starknet wallet API (starknet-specs, wallet_rpc.json), with params and results. */
export type WalletApi = {
  /** The versions of this API. */
  wallet_supportedWalletApi: { params: Versioned; result: string[] };
  /** The versions of the node API that the module works with. */
  wallet_supportedSpecs: { params: Versioned; result: string[] };
  /** `accounts` once the page is connected. Shows no dialog. */
  wallet_getPermissions: { params: Versioned; result: 'accounts'[] };
  /** Connects and returns the addresses, the current one first; `silent_mode` shows no dialog. */
  wallet_requestAccounts: {
    params: Versioned & { readonly silent_mode?: boolean };
    result: string[];
  };
  /** The chain id in hex. Shows no dialog; 163 before the page is connected. */
  wallet_requestChainId: { params: Versioned; result: string };
  /** Switches the network with the user; `silent_mode` only checks it. */
  wallet_switchStarknetChain: {
    params: Versioned & { readonly chainId: string; readonly silent_mode?: boolean };
    result: true;
  };
  /** True for Starknet Mainnet and Sepolia; no other chain can be added. Shows no dialog. */
  wallet_addStarknetChain: { params: Versioned & { readonly chain_id: string }; result: true };
  /** Adds a token to the user's list, with the user. */
  wallet_watchAsset: {
    params: Versioned & {
      readonly type: 'ERC20';
      readonly options: {
        readonly address: string;
        readonly name?: string;
        readonly symbol?: string;
        readonly decimals?: number;
        readonly image?: string;
      };
    };
    result: true;
  };
  /** The data that deploys the account. Shows no dialog; 115 if it is deployed, 116 before connecting. */
  wallet_deploymentData: {
    params: Versioned;
    result: {
      readonly address: string;
      readonly class_hash: string;
      readonly salt: string;
      readonly calldata: readonly string[];
      readonly version: 0 | 1;
    };
  };
  /** Sends calls as one transaction, with the user. */
  wallet_addInvokeTransaction: {
    params: Versioned & { readonly calls: readonly WalletCall[] };
    result: { transaction_hash: string };
  };
  /** Declares a class, with the user. */
  wallet_addDeclareTransaction: {
    params: Versioned & {
      readonly contract_class: object | string;
      readonly compiled_class_hash?: string;
      readonly class_hash?: string;
    };
    result: { transaction_hash: string; class_hash: string };
  };
  /** Signs typed data (SNIP-12), with the user. */
  wallet_signTypedData: { params: Versioned & TypedData; result: string[] };
};
