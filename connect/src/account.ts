import { type Call, toCall } from './calls';
import type { Client, Params, RequestOptions, Result } from './client';
import type { ChainId, Connection, State } from './connection';
import { getErrorKind } from './failures';
import { outsideClasses } from './moduleLists';
import { createSignIn, type SignedIn, type SignInRequest } from './signIn';
import { type Outcome, type StatusOptions, waitForOutcome } from './transaction';
import type { TypedData } from './typedData';

/** Details of a transaction that a page may choose; the module fills in the rest. */
export type ExecuteOptions = RequestOptions & Params<'xnet_executeTxn'>['details'];
export type DeployRequest = {
  readonly classHash: string;
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

/** Actions of an account on the chain. */
function createTransactions(client: Client, account: Own) {
  const { address, chainId } = account;

  /** Sends calls as one transaction, with the user. Either all succeed or none. */
  const execute = async (
    calls: Call | readonly Call[],
    { signal, ...details }: ExecuteOptions = {},
  ): Promise<{ transaction_hash: string }> =>
    client.request(
      'xnet_executeTxn',
      { ...account, calls: [calls].flat().map(toCall), details },
      { signal },
    );

  return {
    execute,

    /** The fee of calls, and the most that the module would let it cost; shows no dialog. */
    estimate: (
      calls: Call | readonly Call[],
      options?: RequestOptions,
    ): Promise<Result<'xnet_estimateFee'>> =>
      client.request(
        'xnet_estimateFee',
        { ...account, invocations: [calls].flat().map(toCall) },
        options,
      ),

    /** Waits until a transaction of this network settles. A reverted one has its reason. */
    waitFor: (
      transaction: string | { readonly transaction_hash: string },
      options?: StatusOptions,
    ): Promise<Outcome> => {
      const hash = typeof transaction === 'string' ? transaction : transaction.transaction_hash;
      return waitForOutcome(client, { transactionHash: hash, chainId }, options);
    },

    /** Declares a class, with the user. */
    declare: (
      contractPayload: Params<'xnet_declareContract'>['contractPayload'],
      options?: RequestOptions,
    ): Promise<Result<'xnet_declareContract'>> =>
      client.request(
        'xnet_declareContract',
        { chainId, senderAddress: address, contractPayload },
        options,
      ),
  };
}

/** Deploys a contract of a declared class, with the user. */
const deployWith =
  (client: Client, { chainId }: Own, execute: ReturnType<typeof createTransactions>['execute']) =>
  async (
    { classHash, constructorCalldata = [], salt = randomFelt() }: DeployRequest,
    options?: ExecuteOptions,
  ): Promise<{ transaction_hash: string; contract_address: string }> => {
    const calldata = [classHash, salt, 0, constructorCalldata.length, ...constructorCalldata].map(
      String,
    );
    const contractAddress = deployer;
    const entrypoint = 'deployContract';
    // The deployer returns the address even in a dry run.
    const [contract_address = ''] = await client.request(
      'xnet_getValue',
      { contractAddress, contractFuncName: entrypoint, contractCallData: calldata, chainId },
      options,
    );
    const reply = await execute({ contractAddress, entrypoint, calldata }, options);
    return { ...reply, contract_address };
  };

/** One account of the user on one network. */
export type Account = ReturnType<typeof createTransactions> & {
  /** In 64 digits. */
  readonly address: string;
  /** In hex. */
  readonly chainId: ChainId;
  /** On the STARK curve; the signer of an older account may have changed since. */
  readonly publicKey: string | undefined;
  /** Deploys a contract of a declared class, with the user. */
  readonly deploy: ReturnType<typeof deployWith>;
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

  const transactions = createTransactions(client, accountOnChain);

  const signMessage = async (typedData: TypedData, options?: RequestOptions): Promise<string[]> => [
    ...(await client.request(
      'starkNet_signMessage',
      { chainId, signerAddress: address, typedDataMessage: typedData },
      options,
    )),
  ];

  return {
    address,
    chainId,
    publicKey,
    ...transactions,
    deploy: deployWith(client, accountOnChain, transactions.execute),
    signMessage,

    capabilities: async (options?: RequestOptions): Promise<Capabilities> => {
      const now = await client.request('xnet_getState', undefined, options);
      // The reply lists the accounts of the network in use: of another, the page knows what it saw.
      const { accounts } = now.network.chainId === chainId ? now : state;
      const sharedAccount = accounts.find((one) => one.address === address);
      return {
        batching: sharedAccount !== undefined,
        gasless: outsideClasses.includes(sharedAccount?.accountClass ?? ''),
      };
    },

    deploymentData: (options?: RequestOptions): Promise<DeploymentData | undefined> =>
      client.request('xnet_getDeploymentData', accountOnChain, options).catch((error) => {
        if (getErrorKind(error) === 'accountDeployed') return undefined;
        throw error;
      }),

    async signIn({ signal, ...request }: SignInRequest & RequestOptions): Promise<SignedIn> {
      const typedData = createSignIn(accountOnChain, request);
      return {
        ...accountOnChain,
        publicKey,
        typedData,
        signature: await signMessage(typedData, { signal }),
      };
    },

    onChange: (changed: (now: Account | undefined) => void): (() => void) => {
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
