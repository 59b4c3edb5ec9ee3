// A page like the dapps of the closing module: without our packages, with its method names and
// param shapes, both current (`address`, `calls`, `details`) and previous (`senderAddress`,
// `txnInvocation`, `invocationsDetails`). Only the module id differs.
import { message, STRK, transfer } from './requests';

type Provider = { request(call: { method: string; params?: unknown }): Promise<unknown> };
type Reply = Record<string, unknown>;
export type Contract = { contract: unknown; casm: unknown; classHash: string };

const snapId = 'npm:@xnet/module';

/** Discovered as those dapps do: among the announced wallets, the one that supports modules. */
const provider = new Promise<Provider>((resolve) => {
  addEventListener('eip6963:announceProvider', (event) => {
    const { provider } = (event as CustomEvent<{ provider: Provider }>).detail;
    provider.request({ method: 'wallet_getSnaps' }).then(
      () => resolve(provider),
      () => undefined,
    );
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
});

async function invoke(method: string, params?: object): Promise<unknown> {
  const request = { method, ...(params && { params }) };
  return (await provider).request({
    method: 'wallet_invokeSnap',
    params: { snapId, request },
  });
}

const replies: Record<string, unknown> = {};
/** Calls a method and stores its reply or error under the method's name and the given suffix. */
async function ask(method: string, params?: object, as = ''): Promise<Reply> {
  const failed = ({ code, message, data }: Reply) => ({ failed: { code, message, data } });
  const reply = await invoke(method, params).catch(failed);
  replies[method + (as && ` ${as}`)] = reply;
  return reply as Reply;
}

const bound = (max_amount: string) => ({ max_amount, max_price_per_unit: '0x174876e800' });
const resourceBounds = {
  l1_gas: bound('0x0'),
  l1_data_gas: bound('0x2000'),
  l2_gas: bound('0x2000000'),
};
/** Details that starknet.js 6 builds for a version 3 transaction. */
const invocationsDetails = { version: '0x3', maxFee: '0x0', resourceBounds };

const kit = {
  async connect(): Promise<unknown> {
    const wallet = await provider;
    const installed = await wallet.request({
      method: 'wallet_requestSnaps',
      params: { [snapId]: { version: '*' } },
    });
    await ask('ping');
    await ask('starkNet_getPreferences');
    await ask('starkNet_getStoredNetworks', {});
    const { chainId } = await ask('starkNet_getCurrentNetwork', {});
    await ask('starkNet_switchNetwork', { chainId, enableAutherize: true }, 'before');
    await ask('starkNet_switchNetwork', { chainId, enableAuthorize: true });
    const scan = { startScanIndex: 0, maxScanned: 1, maxMissed: 1, chainId };
    await ask('starkNet_recoverAccounts', scan);
    await ask('starkNet_listAccounts', { chainId });
    await ask('starkNet_getCurrentAccount', { fromState: true, chainId });
    return installed;
  },

  /** Polls many times a second, as those pages do to detect a change of account. */
  async poll(times: number): Promise<unknown[]> {
    const { chainId } = replies.starkNet_getCurrentNetwork as Reply;
    const looks = Array.from({ length: times }, () =>
      invoke('starkNet_getCurrentAccount', { fromState: true, chainId }),
    );
    return (await Promise.all(looks)).map((account) => (account as Reply).address);
  },

  async send(address: string, chainId: string): Promise<void> {
    const own = { address, chainId };
    const before = { senderAddress: address, chainId };
    await ask('starkNet_extractPublicKey', { userAddress: address, chainId });
    const invocations = [{ type: 'INVOKE_FUNCTION', payload: transfer }];
    await ask('starkNet_estimateFee', { ...own, invocations, details: { version: '0x3' } });
    const { transaction_hash: transactionHash } = await ask('starkNet_executeTxn', {
      ...own,
      calls: [transfer],
      details: { version: '0x3', maxFee: '12345678901234567890' },
    });
    const txnInvocation = transfer;
    const older = { ...before, txnInvocation, abis: [], invocationsDetails };
    await ask('starkNet_executeTxn', older, 'before');
    await ask('starkNet_getTransactionStatus', { transactionHash, chainId });
    const days = { contractAddress: STRK, txnsInLastNumOfDays: 10 };
    await ask('starkNet_getTransactions', { ...before, ...days });
    const listed = { pageSize: 10, onlyFromState: true, withDeployTxn: true };
    await ask('starkNet_getTransactions', { ...before, ...days, ...listed }, 'before');
    await ask('starkNet_getValue', { contractAddress: STRK, contractFuncName: 'decimals' });
  },

  async sign(address: string, chainId: string): Promise<void> {
    const own = { address, chainId };
    const signer = { signerAddress: address, chainId };
    const transactions = [transfer];
    const transactionsDetail = {
      walletAddress: address,
      cairoVersion: '1',
      chainId,
      nonce: '0x64',
      ...invocationsDetails,
    };
    await ask('starkNet_signTransaction', { ...own, transactions, transactionsDetail });
    const older = { ...signer, transactions, transactionsDetail, abis: [] };
    await ask('starkNet_signTransaction', older, 'before');
    const declaration = {
      classHash: '0x1',
      senderAddress: address,
      chainId,
      compiledClassHash: '0x2',
      nonce: '0x65',
      ...invocationsDetails,
    };
    await ask('starkNet_signDeclareTransaction', { ...own, details: declaration });
    await ask('starkNet_signDeclareTransaction', { ...signer, transaction: declaration }, 'before');
    const typedDataMessage = message;
    const signature = await ask('starkNet_signMessage', {
      ...own,
      typedDataMessage,
      enableAuthorize: true,
    });
    const earlier = { ...signer, typedDataMessage, enableAutherize: false };
    await ask('starkNet_signMessage', earlier, 'before');
    await ask('starkNet_verifySignedMessage', { ...signer, typedDataMessage, signature });
  },

  /** Calls that concern an account that is not deployed yet. */
  async deployment(chainId: string): Promise<void> {
    const created = { addressIndex: 20, deploy: false, chainId };
    const { address } = await ask('starkNet_createAccount', created);
    const data = await ask('starkNet_getDeploymentData', { address, chainId });
    const transaction = {
      classHash: data.class_hash,
      addressSalt: data.salt,
      constructorCalldata: data.calldata,
      contractAddress: address,
      nonce: '0x0',
      chainId,
      ...invocationsDetails,
    };
    const params = { signerAddress: address, transaction, chainId };
    await ask('starkNet_signDeployAccountTransaction', params);
  },

  async declare(address: string, chainId: string, payload: Contract): Promise<void> {
    const { contract, casm } = payload;
    const contractPayload = { contract, casm };
    await ask('starkNet_declareContract', { senderAddress: address, contractPayload, chainId });
  },

  async wallet(address: string, chainId: string): Promise<void> {
    const token = { tokenAddress: STRK, tokenName: 'Starknet Token', tokenSymbol: 'STRK' };
    await ask('starkNet_addErc20Token', { ...token, tokenDecimals: 18, chainId });
    await ask('starkNet_getStoredErc20Tokens', { chainId });
    const held = { tokenAddress: STRK, userAddress: address, chainId };
    await ask('starkNet_getErc20TokenBalance', held);
    await ask('starkNet_displayPrivateKey', { address, chainId });
    await ask('starkNet_addAccount', { accountName: 'Second', chainId });
    await ask('starkNet_switchAccount', { chainId, accountAddress: address }, 'before');
    await ask('starkNet_switchAccount', { chainId, address });
    await ask('starkNet_setAccountName', { chainId, address, accountName: 'First' });
    await ask('starkNet_toggleAccountVisibility', { chainId, address, visibility: false });
    await ask('starkNet_upgradeAccContract', { contractAddress: address, maxFee: '0', chainId });
    await ask('starkNet_getStarkName', { userAddress: address, chainId });
    await ask('starkNet_getAddrFromStarkName', { chainId, starkName: 'xnet.stark' });
  },

  replies: () => replies,
};
export type ClosingKit = typeof kit;

Object.assign(window, { kit });
