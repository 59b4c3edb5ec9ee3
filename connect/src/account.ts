import { type Call, toCall } from './calls';
import type { Client, Params, RequestOptions, Result } from './client';
import type { ChainId, ChainName, Connection, State } from './connection';
import { getErrorKind } from './failures';
import { feeToken, outsideClasses } from './moduleLists';
import { inHex } from './provider';
import { createSignIn, type SignedIn, type SignInRequest } from './signIn';
import { type Outcome, type StatusOptions, waitForOutcome } from './transaction';
import type { TypedData } from './typedData';

/** Details of a transaction that a page may choose; the module fills in the rest. */
export type ExecuteOptions = RequestOptions & Params<'xnet_executeTxn'>['details'];
/** A contract to deploy. */
export type DeployRequest = {
  /** Hash of its class, which is declared. */
  readonly classHash: string;
  /** Felts of its constructor; none by default. */
  readonly constructorCalldata?: readonly (string | number | bigint)[] | undefined;
  /** Default: a random one. */
  readonly salt?: string | bigint | undefined;
};

/** The Universal Deployer (docs.openzeppelin.com, "UDC"). */
const deployer = '0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf';

/**
 * Abilities of an account, so that a page offers nothing else. All is false for one that the module no
 * longer offers to the page: the user has hidden it or ended its access, or a guardian or a device
 * must sign, too. Of a guardian or a device that was added elsewhere, the module learns with its next
 * search or upgrade; a call that it refuses then fails with the kind `needsOtherSigner`.
 */
export type Capabilities = {
  /** Several calls in one transaction: all succeed, or none. */
  readonly batching: boolean;
  /**
   * Others can send for it, without STRK (SNIP-9): the paymaster of the user's settings, and that of a
   * page, which executes what the account signs by `signMessage`.
   */
  readonly gasless: boolean;
};

/** Data with which others deploy an account, as in the Starknet wallet API and in SNIP-29. */
export type DeploymentData = Result<'xnet_getDeploymentData'>;

const randomFelt = (): string =>
  `0x${crypto.getRandomValues(new Uint32Array(7)).reduce((text, one) => text + one.toString(16), '')}`;

type Own = { readonly address: string; readonly chainId: ChainId };

/** Options of `Account.history`: pages, age, one contract. */
export type HistoryOptions = RequestOptions &
  Omit<Params<'xnet_getTransactions'>, 'senderAddress' | 'chainId'>;

/** Reads of the chain that show no dialog. */
function createReads(client: Client, account: Own): Pick<Account, 'balance' | 'history' | 'read'> {
  const { address, chainId } = account;
  return {
    async balance(tokenAddress = feeToken, options) {
      const { balancePending } = await client.request(
        'xnet_getErc20TokenBalance',
        { tokenAddress, userAddress: address, chainId },
        options,
      );
      return BigInt(balancePending);
    },

    history: ({ signal, ...which } = {}) =>
      client.request(
        'xnet_getTransactions',
        { ...which, senderAddress: address, chainId },
        { signal },
      ),

    read(call, options) {
      const { contractAddress, entrypoint, calldata } = toCall(call);
      return client.request(
        'xnet_getValue',
        { contractAddress, contractFuncName: entrypoint, contractCallData: calldata, chainId },
        options,
      );
    },
  };
}

/** Actions of an account on the chain. */
function createTransactions(
  client: Client,
  account: Own,
): Pick<Account, 'execute' | 'estimate' | 'waitFor' | 'declare'> {
  const { address, chainId } = account;
  return {
    execute: (calls, { signal, ...details } = {}) =>
      client.request(
        'xnet_executeTxn',
        { ...account, calls: [calls].flat().map(toCall), details },
        { signal },
      ),

    estimate: (calls, options) =>
      client.request(
        'xnet_estimateFee',
        { ...account, invocations: [calls].flat().map(toCall) },
        options,
      ),

    waitFor(transaction, options) {
      const hash = typeof transaction === 'string' ? transaction : transaction.transaction_hash;
      return waitForOutcome(client, { transactionHash: hash, chainId }, options);
    },

    declare: (contractPayload, options) =>
      client.request(
        'xnet_declareContract',
        { chainId, senderAddress: address, contractPayload },
        options,
      ),
  };
}

/** Signatures of messages, with the user. */
function createSignatures(
  client: Client,
  account: Own & Pick<Account, 'publicKey'>,
): Pick<Account, 'signMessage' | 'signIn'> {
  const { address, chainId } = account;
  const signMessage: Account['signMessage'] = async (typedData, options) => [
    ...(await client.request(
      'starkNet_signMessage',
      { chainId, signerAddress: address, typedDataMessage: typedData },
      options,
    )),
  ];
  return {
    signMessage,
    async signIn({ signal, ...request }) {
      const typedData = createSignIn(account, request);
      return { ...account, typedData, signature: await signMessage(typedData, { signal }) };
    },
  };
}

type Sent = { transaction_hash: string };

const deployWith =
  (execute: Account['execute'], read: Account['read']): Account['deploy'] =>
  async ({ classHash, constructorCalldata = [], salt = randomFelt() }, options) => {
    const calldata = [classHash, salt, 0, constructorCalldata.length, ...constructorCalldata].map(
      String,
    );
    const call = { contractAddress: deployer, entrypoint: 'deployContract', calldata };
    // The deployer returns the address even in a dry run.
    const [contract_address = ''] = await read(call, options);
    const reply = await execute(call, options);
    return { ...reply, contract_address };
  };

/**
 * One account of the user on one network. Results that starknet.js has, too, keep its spelling
 * (`transaction_hash`); all others are in camelCase.
 */
export type Account = {
  /** In 64 digits. */
  readonly address: string;
  /** In hex. */
  readonly chainId: ChainId;
  /** On the STARK curve; the signer of an older account may have changed since. */
  readonly publicKey: string | undefined;
  /** Client of the module, for every other method. */
  readonly client: Client;
  /** Sends calls as one transaction, with the user. Either all succeed or none. */
  execute(calls: Call | readonly Call[], options?: ExecuteOptions): Promise<Sent>;
  /** The fee of calls, and the most that the module would let it cost; shows no dialog. */
  estimate(
    calls: Call | readonly Call[],
    options?: RequestOptions,
  ): Promise<Result<'xnet_estimateFee'>>;
  /** Waits until a transaction of this network settles. A reverted one has its reason. */
  waitFor(transaction: string | Readonly<Sent>, options?: StatusOptions): Promise<Outcome>;
  /** Declares a class, with the user. */
  declare(
    contractPayload: Params<'xnet_declareContract'>['contractPayload'],
    options?: RequestOptions,
  ): Promise<Result<'xnet_declareContract'>>;
  /** Deploys a contract of a declared class, with the user. */
  deploy(
    request: DeployRequest,
    options?: ExecuteOptions,
  ): Promise<Sent & { contract_address: string }>;
  /**
   * Balance of a token, in its smallest unit, with the transactions of the pending block; of STRK by
   * default. Shows no dialog.
   */
  balance(tokenAddress?: string | bigint, options?: RequestOptions): Promise<bigint>;
  /** Newest transactions of the account, those of other wallets, too. Shows no dialog. */
  history(options?: HistoryOptions): Promise<Result<'xnet_getTransactions'>>;
  /** Result of a view of a contract on this network, as felts. Shows no dialog. */
  read(call: Call, options?: RequestOptions): Promise<Result<'xnet_getValue'>>;
  /** Signs typed data (SNIP-12), with the user. @returns r and s */
  signMessage(typedData: TypedData, options?: RequestOptions): Promise<string[]>;
  /** Asks the user to sign in to this page (SNIP-86). Check the reply on your server. */
  signIn(request: SignInRequest & RequestOptions): Promise<SignedIn>;
  /**
   * Data with which a page's paymaster deploys the account; undefined once it is deployed. Shows no dialog,
   * and asks the chain. @throws the errors of xnet_getDeploymentData
   */
  deploymentData(options?: RequestOptions): Promise<DeploymentData | undefined>;
  /** Abilities of the account that not every account has. Shows no dialog. */
  capabilities(options?: RequestOptions): Promise<Capabilities>;
  /**
   * Switches the page to another network, with the user. This account stays what it is.
   * @returns the user's account there
   */
  switchChain(chainId: ChainId | ChainName, options?: RequestOptions): Promise<Account>;
  /** Revokes the page's access to all accounts; the next `connect` asks the user again. */
  disconnect(options?: RequestOptions): Promise<void>;
  /**
   * Calls back when the user's account or network is another; undefined: not connected.
   * @returns a function that stops it
   */
  onChange(changed: (now: Account | undefined) => void): () => void;
};

/**
 * One account of the user on one network: every call names both. It stays what it is when the user
 * switches to another; `onChange` then tells.
 */
export function createAccount(connection: Connection, state: State): Account {
  const { client } = connection;
  const chainId: ChainId = state.network.chainId;
  const address = state.currentAccount ?? '';
  const accountOnChain = { address, chainId };
  const publicKey = state.accounts.find((one) => one.address === address)?.publicKey;

  const reads = createReads(client, accountOnChain);
  const transactions = createTransactions(client, accountOnChain);

  return {
    address,
    chainId,
    publicKey,
    client,
    ...reads,
    ...transactions,
    ...createSignatures(client, { ...accountOnChain, publicKey }),
    deploy: deployWith(transactions.execute, reads.read),
    disconnect: connection.disconnect,

    async switchChain(otherChain, options) {
      const params = { chainId: inHex(otherChain) as ChainId };
      await client.request('starkNet_switchNetwork', params, options);
      // On another network, the page may not see an account yet.
      return createAccount(connection, await connection.connect(options));
    },

    async capabilities(options) {
      const now = await client.request('xnet_getState', undefined, options);
      // The reply lists the accounts of the network in use: of another, the page knows what it saw.
      const { accounts } = now.network.chainId === chainId ? now : state;
      const sharedAccount = accounts.find((one) => one.address === address);
      return {
        batching: sharedAccount !== undefined,
        gasless: outsideClasses.includes(sharedAccount?.accountClass ?? ''),
      };
    },

    deploymentData: (options) =>
      client.request('xnet_getDeploymentData', accountOnChain, options).catch((error) => {
        if (getErrorKind(error) === 'accountDeployed') return undefined;
        throw error;
      }),

    onChange(changed) {
      let last = `${address} ${chainId}`;
      return connection.listen((now) => {
        const next = now?.currentAccount ? `${now.currentAccount} ${now.network.chainId}` : '';
        if (next === last) return;
        last = next;
        changed(now && next ? createAccount(connection, now) : undefined);
      });
    },
  };
}
