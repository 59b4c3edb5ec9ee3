import { type Call, toCall } from './calls';
import type { Params, RequestOptions, Result } from './client';
import type { ChainId, Connection, State } from './connection';
import { createSignIn, type SignInRequest } from './signIn';
import { type Outcome, outcomeOf, type StatusOptions } from './transaction';
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

const randomFelt = (): string =>
  `0x${[...crypto.getRandomValues(new Uint8Array(31))].map((one) => one.toString(16).padStart(2, '0')).join('')}`;

export type Account = ReturnType<typeof createAccount>;

/**
 * One account of the user on one network: every call names both. It stays what it is when the user
 * switches to another; `onChange` then tells.
 */
export function createAccount(connection: Connection, state: State) {
  const { client } = connection;
  const chainId: ChainId = state.network.chainId;
  const address = state.currentAccount ?? '';
  const own = { address, chainId };
  const publicKey = state.accounts.find((one) => one.address === address)?.publicKey;

  /** Sends calls as one transaction, with the user. Either all succeed or none. */
  const execute = async (
    calls: Call | readonly Call[],
    { signal, ...details }: ExecuteOptions = {},
  ): Promise<{ transaction_hash: string }> =>
    client.request(
      'xnet_executeTxn',
      { ...own, calls: [calls].flat().map(toCall), details },
      { signal },
    );

  /** Signs typed data (SNIP-12), with the user. @returns r and s */
  const signMessage = async (typedData: TypedData, options?: RequestOptions): Promise<string[]> => [
    ...(await client.request(
      'starkNet_signMessage',
      { chainId, signerAddress: address, typedDataMessage: typedData },
      options,
    )),
  ];

  return {
    /** In 64 digits. */
    address,
    /** In hex. */
    chainId,
    /** On the STARK curve; the signer of an older account may have changed since. */
    publicKey,
    execute,
    signMessage,

    /** The fee of calls, and the most that the module would let it cost; shows no dialog. */
    estimate: (
      calls: Call | readonly Call[],
      options?: RequestOptions,
    ): Promise<Result<'xnet_estimateFee'>> =>
      client.request(
        'xnet_estimateFee',
        { ...own, invocations: [calls].flat().map(toCall) },
        options,
      ),

    /** Waits until a transaction of this network settles. A reverted one has its reason. */
    waitFor: (
      transaction: string | { readonly transaction_hash: string },
      options?: StatusOptions,
    ): Promise<Outcome> => {
      const transactionHash =
        typeof transaction === 'string' ? transaction : transaction.transaction_hash;
      return outcomeOf(client, { transactionHash, chainId }, options);
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

    /** Deploys a contract of a declared class, with the user. */
    async deploy(
      { classHash, constructorCalldata = [], salt = randomFelt() }: DeployRequest,
      options?: ExecuteOptions,
    ): Promise<{ transaction_hash: string; contract_address: string }> {
      const calldata = [classHash, salt, 0, constructorCalldata.length, ...constructorCalldata].map(
        String,
      );
      const call = { contractAddress: deployer, entrypoint: 'deployContract', calldata };
      // The deployer returns the address, also where it only tries.
      const [contractAddress = ''] = await client.request(
        'xnet_getValue',
        {
          contractAddress: deployer,
          contractFuncName: call.entrypoint,
          contractCallData: calldata,
          chainId,
        },
        { signal: options?.signal },
      );
      return { ...(await execute(call, options)), contract_address: contractAddress };
    },

    /** Asks the user to sign in to this page (SNIP-86). Check the reply on your server. */
    async signIn({ signal, ...request }: SignInRequest & RequestOptions) {
      const typedData = createSignIn(own, request);
      return {
        ...own,
        publicKey,
        typedData,
        signature: await signMessage(typedData, { signal }),
      };
    },

    /** Calls back when the user's account or network is another; undefined: not connected. */
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
