import { type Account, createAccount } from './account';
import { padded } from './calls';
import { type Client, type Params, type RequestOptions, withSignal } from './client';
import { type Connection, listAddresses } from './connection';
import { apiVersions, chains, specVersions } from './moduleLists';
import { getCode, getData, getMessage, inHex } from './provider';
import type { TypedData } from './typedData';
import type { WalletApi } from './walletApiTypes';

/** Names of the errors 111 to 118 of the Starknet wallet API (starknet-specs, wallet_rpc.json). */
const names =
  'NOT_ERC20 UNLISTED_NETWORK USER_REFUSED_OP INVALID_REQUEST_PAYLOAD ACCOUNT_ALREADY_DEPLOYED DEPLOYMENT_DATA_NOT_AVAILABLE CHAIN_ID_NOT_SUPPORTED NOT_REGISTERED'.split(
    ' ',
  );
const nameOf = (code: number): string => {
  if (code === 162) return 'API_VERSION_NOT_SUPPORTED';
  return names[code - 111] ?? 'UNKNOWN_ERROR';
};

/**
 * An error of the Starknet wallet API. Its message is that of the API, followed by what the module
 * or the wallet says; `data` holds the module's own.
 */
export class WalletApiError extends Error {
  /** Tells it from other errors across bundles. */
  override readonly name = 'WalletApiError';
  constructor(
    /** Code of the wallet API. */
    readonly code: number,
    /** Error of the module or the wallet. */
    readonly data?: unknown,
    options?: { cause?: unknown },
  ) {
    const message = typeof data === 'string' ? data : getData({ data }).message;
    super(`An error occurred (${nameOf(code)})${message ? `: ${message}` : ''}`, options);
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
  const data = getData(error);
  const walletError = data.walletRpcError as { code?: unknown } | undefined;
  const code = walletError?.code ?? byCode[Number(getCode(error))];
  return new WalletApiError(
    typeof code === 'number' ? code : 163,
    { code: getCode(error), message: getMessage(error), ...data },
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
/** True if both denote the same chain id, in hex or as CAIP-2; pages may send anything. */
const sameChain = (ownChain: unknown, requestedChain: unknown): boolean => {
  try {
    return BigInt(ownChain as string) === BigInt(inHex(requestedChain) as string);
  } catch {
    return false;
  }
};
/** The account in use; connects, with a dialog, if the page is not connected yet. */
async function inUse({ connection }: Context): Promise<Account> {
  const state = await connection.look();
  return createAccount(connection, state?.currentAccount ? state : await connection.connect());
}

const notConnected = 'The page is not connected.';
/** The network in use. Shows no dialog, so that a page that is not connected does not learn it. */
const network = async ({ connection }: Context): Promise<string> =>
  (await connection.look())?.network.chainId ?? fail(163, notConnected);

const answers: Readonly<Record<string, (context: Context, invoke: Loose) => Promise<unknown>>> = {
  wallet_supportedWalletApi: async () => apiVersions,
  wallet_supportedSpecs: async () => specVersions,
  wallet_getPermissions: async ({ connection }) =>
    listAddresses(await connection.look()).length > 0 ? ['accounts'] : [],
  wallet_requestAccounts: async ({ connection, params }) =>
    listAddresses(
      params.silent_mode === true ? await connection.look() : await connection.connect(),
    ),
  wallet_requestChainId: network,

  async wallet_switchStarknetChain(context, invoke) {
    const { connection, client, params } = context;
    const { chainId, silent_mode } = params;
    // Switching to another network needs a dialog.
    if (silent_mode === true)
      return sameChain((await connection.look())?.network.chainId, chainId) || fail(117);
    if (!(await client.isInstalled())) await client.install();
    // The older name distinguishes a refusal from an unknown network.
    await invoke('starkNet_switchNetwork', { chainId });
    await connection.look();
    return true;
  },

  wallet_addStarknetChain: async ({ params }) =>
    Object.values(chains).some((one) => sameChain(one, params.chain_id)) ||
    fail(163, 'The module does not serve it.'),

  async wallet_watchAsset(context, invoke) {
    const { type, options } = context.params as { type?: unknown; options?: Fields };
    if (type !== 'ERC20' || options?.address === undefined)
      return fail(114, 'Expected type ERC20 and options.address.');
    const { chainId } = await inUse(context);
    const { address: tokenAddress, name, symbol, decimals } = options;
    const token = { tokenAddress, tokenName: name, tokenSymbol: symbol, tokenDecimals: decimals };
    await invoke('xnet_addErc20Token', { chainId, ...token });
    return true;
  },

  async wallet_deploymentData({ connection }, invoke) {
    const { currentAccount: address, network } = (await connection.look()) ?? {};
    if (!address) return fail(116, notConnected);
    return invoke('xnet_getDeploymentData', { chainId: network?.chainId, address });
  },

  async wallet_addInvokeTransaction(context) {
    const { calls, proof, proof_facts } = context.params;
    if (proof !== undefined || proof_facts !== undefined)
      return fail(
        114,
        'Proofs are not supported: the module does not serve proofs, whose facts would be part of what is signed.',
      );
    if (!Array.isArray(calls)) return fail(114, 'Expected calls as a list.');
    const { execute } = await inUse(context);
    const { transaction_hash } = await execute(calls);
    return { transaction_hash: padded(transaction_hash) };
  },

  async wallet_addDeclareTransaction(context) {
    const { compiled_class_hash, class_hash, contract_class } = context.params;
    const { declare } = await inUse(context);
    const declaration = await declare({
      contract: contract_class,
      compiledClassHash: compiled_class_hash,
      classHash: class_hash,
    } as Params<'xnet_declareContract'>['contractPayload']);
    return {
      transaction_hash: padded(declaration.transaction_hash),
      class_hash: padded(declaration.class_hash),
    };
  },

  wallet_signTypedData: async (context) =>
    (await inUse(context)).signMessage(context.params as TypedData),
};

const NO_PRIVACY =
  'Private transfers are not supported: the module makes no client-side proofs, so no user is registered through it.';
/** Methods of the private pool. */
const privately = /^wallet_strk20/u;

const isSupported = (version: unknown): boolean =>
  version === undefined ||
  apiVersions.some((one) => version === one || String(version).startsWith(`${one}.`));

/** The Starknet wallet API: typed for its methods, and open for those of other versions. */
export type WalletApiRequest = {
  <T extends keyof WalletApi>(
    call: { type: T; params?: WalletApi[T]['params'] | undefined },
    options?: RequestOptions,
  ): Promise<WalletApi[T]['result']>;
  // biome-ignore lint/suspicious/noExplicitAny: libraries bring the types of their own version of the API
  (call: { type: string; params?: unknown }, options?: RequestOptions): Promise<any>;
};

/**
 * The Starknet wallet API as one function. Unknown requests fail with error 163; every error has a
 * code and a message of that API. A signal ends the wait, as in `client.request`.
 */
export const createWalletApi = (connection: Connection): WalletApiRequest => {
  const { client } = connection;
  const answerTo = async (type: string, fields: Fields): Promise<unknown> => {
    if (typeof fields !== 'object' || Array.isArray(fields))
      fail(114, 'Expected params as an object.');
    if (!isSupported(fields.api_version)) fail(162, apiVersions.join(', '));
    if (privately.test(type)) fail(118, NO_PRIVACY);
    const answer = Object.hasOwn(answers, type) ? answers[type] : undefined;
    if (!answer) return fail(163, `The module does not serve ${type}.`);
    const { api_version: _version, ...params } = fields;
    return answer({ connection, client, params }, client.request as Loose);
  };
  return ({ type, params }: { type: string; params?: unknown }, options?: RequestOptions) =>
    withSignal(answerTo(type, (params ?? {}) as Fields), options?.signal).catch((error) => {
      throw options?.signal?.aborted ? error : toApiError(error);
    });
};
