import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { knownTokens } from '../starknet/tokens/erc20';

const chainId = chainIds.sepolia;
let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

const bounds = (max_amount: string, max_price_per_unit: string) => ({
  max_amount,
  max_price_per_unit,
});
const resourceBounds = {
  l1_gas: bounds('0x0', '0x59682f00'),
  l1_data_gas: bounds('0x1000', '0x59682f00'),
  l2_gas: bounds('0x1000000', '0x1dcd65000'),
};
const felt = expect.stringMatching(/^0x[0-9a-f]{1,64}$/u);
const signature = [felt, felt];

/** A site that speaks as the client library of the closing module does: its names, params and replies. */
describe('a dapp of the closing module', () => {
  async function open() {
    const opened = openModule({ sepoliaUrl: node.url });
    const network = await opened.invoke('starkNet_getCurrentNetwork', {});
    const [account] = await opened.invoke('starkNet_recoverAccounts', {
      startScanIndex: 0,
      maxScanned: 1,
      maxMissed: 1,
      chainId: network.chainId,
    });
    return { ...opened, address: account.address as string };
  }

  it('finds its account and its network', async () => {
    const { invoke, address } = await open();
    expect(await invoke('ping')).toBe('pong');
    expect(await invoke('starkNet_getStoredNetworks', {})).toContainEqual(
      expect.objectContaining({ chainId }),
    );
    expect(await invoke('starkNet_extractPublicKey', { userAddress: address, chainId })).toEqual(
      felt,
    );
    expect(await invoke('starkNet_getCurrentAccount', { fromState: true, chainId })).toMatchObject({
      address,
      isDeployed: expect.any(Boolean),
      deployRequired: false,
      upgradeRequired: false,
    });
    expect(await invoke('starkNet_switchNetwork', { chainId, enableAutherize: true })).toBe(true);
  });

  it('sends calls, one or several, as its version of starknet.js builds them', async () => {
    const { invoke, address } = await open();
    const call = {
      contractAddress: knownTokens.STRK.address,
      entrypoint: 'transfer',
      calldata: ['0x7', '0x1', '0x0'],
    };
    const invocationsDetails = { version: '0x3', maxFee: '0x0', resourceBounds };
    for (const txnInvocation of [call, [call, call]])
      expect(
        await invoke('starkNet_executeTxn', {
          senderAddress: address,
          txnInvocation,
          abis: [],
          invocationsDetails,
          chainId,
        }),
      ).toEqual({ transaction_hash: felt });
  });

  it('gets signatures that it can digest', async () => {
    const { invoke, address } = await open();
    const transaction = {
      classHash: '0x1',
      compiledClassHash: '0x2',
      nonce: '0x1',
      resourceBounds,
    };
    const transactionsDetail = {
      walletAddress: address,
      cairoVersion: '1',
      chainId,
      nonce: '0x1',
      version: '0x3',
      maxFee: '0x0',
      resourceBounds,
    };
    const transactions = [
      {
        contractAddress: knownTokens.STRK.address,
        entrypoint: 'transfer',
        calldata: ['7', '1', '0'],
      },
    ];
    const by = { signerAddress: address, chainId };
    expect(
      await invoke('starkNet_signTransaction', {
        ...by,
        transactions,
        transactionsDetail,
        abis: [],
      }),
    ).toEqual(signature);
    expect(await invoke('starkNet_signDeclareTransaction', { ...by, transaction })).toEqual(
      signature,
    );
    expect(
      await invoke('starkNet_signMessage', {
        ...by,
        enableAutherize: false,
        typedDataMessage: {
          types: {
            StarkNetDomain: ['name', 'version', 'chainId'].map((name) => ({ name, type: 'felt' })),
            Greeting: [{ name: 'text', type: 'felt' }],
          },
          primaryType: 'Greeting',
          domain: { name: 'Shop', version: '1', chainId: 'SN_SEPOLIA' },
          message: { text: 'Hello' },
        },
      }),
    ).toEqual(signature);
  });
});
