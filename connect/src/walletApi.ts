import type { Client } from './client';
import { addressesIn, type Connection } from './connection';
import { codeOf, dataOf, messageOf } from './provider';

/** Versions of the Starknet wallet API and of the node API, as the module reports them. */
export const apiVersions = ['0.7', '0.10'];
export const specVersions = ['0.9', '0.10'];

/** Error codes and names of the Starknet wallet API (starknet-specs, wallet_rpc.json). */
const names: Readonly<Record<number, string>> = {
  111: 'NOT_ERC20',
  112: 'UNLISTED_NETWORK',
  113: 'USER_REFUSED_OP',
  114: 'INVALID_REQUEST_PAYLOAD',
  115: 'ACCOUNT_ALREADY_DEPLOYED',
  116: 'DEPLOYMENT_DATA_NOT_AVAILABLE',
  117: 'CHAIN_ID_NOT_SUPPORTED',
  162: 'API_VERSION_NOT_SUPPORTED',
  163: 'UNKNOWN_ERROR',
};

/** An error of the Starknet wallet API, by code and message; `data` holds the module's own. */
export class WalletApiError extends Error {
  override readonly name = 'WalletApiError';
  constructor(
    readonly code: number,
    readonly data?: unknown,
    options?: { cause?: unknown },
  ) {
    super(`An error occurred (${names[code] ?? names[163]})`, options);
  }
}

/** Maps the wallet's own codes; the module sends the wallet API's code in `data`. */
const byCode: Readonly<Record<number, number>> = {
  4001: 113,
  [-32600]: 114,
  [-32602]: 114,
  4902: 117,
};

/** Converts an error of the module or the wallet to one of the Starknet wallet API. */
export function toApiError(error: unknown): WalletApiError {
  if (error instanceof WalletApiError) return error;
  const data = dataOf(error);
  const told = data.walletRpcError as { code?: unknown } | undefined;
  const code = told?.code ?? byCode[Number(codeOf(error))];
  return new WalletApiError(
    typeof code === 'number' ? code : 163,
    { code: codeOf(error), message: messageOf(error), ...data },
    { cause: error },
  );
}

type Fields = Readonly<Record<string, unknown>>;
type Context = { connection: Connection; client: Client; params: Fields };
/** Untyped on purpose: the module validates what a page sends. */
type Loose = (method: string, params?: object) => Promise<unknown>;

const fail = (code: number, data?: unknown): never => {
  throw new WalletApiError(code, data);
};
/** True if both denote the same chain id; pages may send anything. */
const sameChain = (known: string, given: unknown): boolean => {
  try {
    return BigInt(known) === BigInt(given as string);
  } catch {
    return false;
  }
};
const padded = (felt: unknown) =>
  `0x${BigInt(felt as string)
    .toString(16)
    .padStart(64, '0')}`;

/** The current account and network; connects, with a dialog, if the page is not connected yet. */
async function inUse({ connection }: Context): Promise<{ chainId: string; address: string }> {
  const state = await connection.look();
  const { currentAccount, network } = state?.currentAccount ? state : await connection.connect();
  return { chainId: network.chainId, address: currentAccount ?? fail(163) };
}

/** The current network; only requires that the page may call the module. */
async function network({ connection, client }: Context): Promise<string> {
  if (!(await client.isInstalled())) await client.install();
  return (await connection.look())?.network.chainId ?? fail(163);
}

const call = (one: Fields) => ({
  contractAddress: one.contract_address ?? one.contractAddress,
  entrypoint: one.entry_point ?? one.entrypoint,
  calldata: one.calldata ?? [],
});

const answers: Readonly<Record<string, (context: Context, invoke: Loose) => Promise<unknown>>> = {
  wallet_supportedWalletApi: async () => apiVersions,
  wallet_supportedSpecs: async () => specVersions,
  wallet_getPermissions: async ({ connection }) =>
    addressesIn(await connection.look()).length > 0 ? ['accounts'] : [],
  wallet_requestAccounts: async ({ connection, params }) =>
    addressesIn(params.silent_mode === true ? await connection.look() : await connection.connect()),
  wallet_requestChainId: network,

  async wallet_switchStarknetChain(context, invoke) {
    const { chainId, silent_mode } = context.params;
    // Switching to another network needs a dialog.
    if (silent_mode === true) return sameChain(await network(context), chainId) || fail(113);
    await network(context);
    // The older name distinguishes a refusal from an unknown network.
    await invoke('starkNet_switchNetwork', { chainId });
    await context.connection.look();
    return true;
  },

  async wallet_addStarknetChain(context, invoke) {
    await network(context);
    const served = (await invoke('xnet_getStoredNetworks')) as { chainId: string }[];
    return served.some(({ chainId }) => sameChain(chainId, context.params.chain_id)) || fail(117);
  },

  async wallet_watchAsset(context, invoke) {
    const { type, options } = context.params as { type?: unknown; options?: Fields };
    if (type !== 'ERC20' || options?.address === undefined) return fail(114);
    const { chainId } = await inUse(context);
    const { address: tokenAddress, name, symbol, decimals } = options;
    const token = { tokenAddress, tokenName: name, tokenSymbol: symbol, tokenDecimals: decimals };
    await invoke('xnet_addErc20Token', { chainId, ...token });
    return true;
  },

  wallet_deploymentData: async (context, invoke) =>
    invoke('xnet_getDeploymentData', await inUse(context)),

  async wallet_addInvokeTransaction(context, invoke) {
    const { calls, proof } = context.params;
    if (!Array.isArray(calls) || proof !== undefined) return fail(114);
    const account = await inUse(context);
    const sent = (await invoke('xnet_executeTxn', {
      ...account,
      calls: calls.map(call),
    })) as Fields;
    return { transaction_hash: padded(sent.transaction_hash) };
  },

  async wallet_addDeclareTransaction(context, invoke) {
    const { compiled_class_hash, class_hash, contract_class } = context.params;
    const { chainId, address: senderAddress } = await inUse(context);
    const contractPayload = {
      contract: contract_class,
      compiledClassHash: compiled_class_hash,
      classHash: class_hash,
    };
    const sent = (await invoke('xnet_declareContract', {
      chainId,
      senderAddress,
      contractPayload,
    })) as Fields;
    return {
      transaction_hash: padded(sent.transaction_hash),
      class_hash: padded(sent.class_hash),
    };
  },

  async wallet_signTypedData(context, invoke) {
    const { chainId, address: signerAddress } = await inUse(context);
    const asked = { chainId, signerAddress, typedDataMessage: context.params };
    return invoke('starkNet_signMessage', asked);
  },
};

const isSupported = (version: unknown): boolean =>
  version === undefined ||
  apiVersions.some((one) => version === one || String(version).startsWith(`${one}.`));

/**
 * The Starknet wallet API as one function. Unsupported requests, such as private transactions, fail
 * with error 163; every error has a code and a message of that API.
 */
export const createWalletApi =
  (connection: Connection) =>
  // biome-ignore lint/suspicious/noExplicitAny: callers bring the types of their own version of the API
  async ({ type, params }: { type: string; params?: unknown }): Promise<any> => {
    const { client } = connection;
    try {
      const given = (params ?? {}) as Fields;
      if (!isSupported(given.api_version)) fail(162, apiVersions.join(', '));
      const answer = Object.hasOwn(answers, type) ? answers[type] : undefined;
      if (!answer) return fail(163, `${type} is not known.`);
      const { api_version: _version, ...own } = given;
      return await answer({ connection, client, params: own }, client.request as Loose);
    } catch (error) {
      throw toApiError(error);
    }
  };
