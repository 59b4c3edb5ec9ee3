import { expect } from '@jest/globals';
import { hash } from 'starknet';
import { askChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { STRK } from '../node/account';
import { createPayload, readDeclarables } from '../node/declarable';
import { createReply, type FormCases, refuses, replies } from './formAnswers';
import type { Scene } from './formScene';
import { signingCases } from './signingCases';

const felt = expect.stringMatching(/^0x[0-9a-f]{1,64}$/u);
const address = expect.stringMatching(/^0x[0-9a-f]{64}$/u);
const wei = expect.stringMatching(/^[1-9][0-9]*$/u);
const sepolia = { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia };
const mainnet = { name: 'Mainnet', chainId: chainIds.mainnet };

/** Does not wait: the node creates a block per transaction. */
const succeeded = async ({ chainUrl }: Scene, transaction_hash: string): Promise<void> =>
  expect(
    await askChain(chainUrl, 'starknet_getTransactionStatus', { transaction_hash }),
  ).toMatchObject({ finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' });

/** One case per method of the dapp. Samples name the current account. */
export const formCases: FormCases = {
  ...signingCases,
  ping: { check: replies('pong') },
  xnet_addAccount: {
    fill: () => ({ accountName: 'Holidays' }),
    check: (outcome) =>
      expect(createReply(outcome)).toMatchObject({ address, accountName: 'Holidays' }),
  },
  xnet_addErc20Token: {
    fill: () => ({ tokenDecimals: '18' }),
    check: (outcome) =>
      expect(createReply(outcome)).toMatchObject({ symbol: 'ETH', name: 'Ether', decimals: 18 }),
  },
  xnet_createAccount: { check: replies({ transaction_hash: null, address }) },
  xnet_declareContract: {
    fill: async ({ chainUrl }) => ({
      contractPayload: JSON.stringify(
        createPayload((await readDeclarables(chainUrl)).declarable('Form')),
      ),
    }),
    check: async (outcome, scene) => {
      const { transaction_hash, class_hash } = createReply<Record<string, string>>(outcome);
      await succeeded(scene, transaction_hash ?? '');
      expect(
        await askChain(scene.chainUrl, 'starknet_getClass', { block_id: 'latest', class_hash }),
      ).toMatchObject({ abi: expect.stringContaining('test::Form') });
    },
  },
  xnet_displayPrivateKey: {
    fill: ({ account }) => ({ userAddress: account.address }),
    check: (outcome, _scene, dialogs) => {
      replies(null)(outcome);
      const [question, key, ...more] = dialogs;
      expect(question).toContain('Show private key');
      expect(key).toContain('Hidden. Show it');
      expect(more).toEqual([]);
    },
  },
  xnet_estimateAccountDeployFee: {
    check: (outcome) => expect(createReply(outcome)).toMatchObject({ suggestedMaxFee: wei }),
  },
  xnet_estimateFee: {
    check: (outcome) =>
      expect(createReply(outcome)).toMatchObject({ suggestedMaxFee: wei, includeDeploy: false }),
  },
  xnet_executeTxn: {
    check: async (outcome, scene) =>
      succeeded(scene, createReply<{ transaction_hash: string }>(outcome).transaction_hash),
  },
  xnet_extractPublicKey: {
    check: (outcome, { account }) => replies(account.publicKey)(outcome),
  },
  // The naming contracts are not on this chain.
  xnet_getAddrFromStarkName: { check: refuses('unknownName', -32025) },
  xnet_getCurrentAccount: {
    check: (outcome) =>
      expect(createReply(outcome)).toMatchObject({ address, chainId: chainIds.sepolia }),
  },
  xnet_getCurrentNetwork: { check: replies(sepolia) },
  xnet_getDeploymentData: {
    fill: ({ second }) => ({ address: second.address }),
    check: (outcome, { second }) => {
      const data = createReply<Record<string, string> & { calldata: string[] }>(outcome);
      const { salt = '', class_hash = '', calldata } = data;
      expect(BigInt(salt)).toBe(BigInt(second.publicKey));
      const made = hash.calculateContractAddressFromHash(salt, class_hash, calldata, 0);
      expect(BigInt(made)).toBe(BigInt(second.address));
    },
  },
  xnet_getErc20TokenBalance: {
    check: (outcome) => {
      const { balanceLatest = '' } = createReply<Record<string, string>>(outcome);
      expect(BigInt(balanceLatest) > 10n ** 20n).toBe(true);
    },
  },
  xnet_getPreferences: { check: replies({ locale: 'en', currency: 'usd' }) },
  xnet_getStarkName: { check: replies(null) },
  xnet_getState: {
    check: (outcome, { account }) =>
      expect(createReply(outcome)).toMatchObject({
        network: sepolia,
        accounts: expect.arrayContaining([expect.objectContaining({ address: account.address })]),
      }),
  },
  xnet_getStoredErc20Tokens: {
    check: (outcome) =>
      expect(createReply<{ symbol: string }[]>(outcome).map(({ symbol }) => symbol)).toEqual(
        expect.arrayContaining(['ETH', 'STRK']),
      ),
  },
  xnet_getStoredNetworks: {
    check: replies(expect.arrayContaining([mainnet, sepolia])),
  },
  xnet_getTransactionStatus: {
    fill: ({ deployHash }) => ({ transactionHash: deployHash }),
    check: replies('ACCEPTED_ON_L2'),
  },
  xnet_getTransactions: {
    fill: () => ({ withDeployTxn: 'true', pageSize: '25' }),
    check: (outcome, { deployHash }) =>
      expect(createReply(outcome)).toContainEqual(
        expect.objectContaining({
          txnHash: deployHash,
          txnType: 'deploy',
          status: 'ACCEPTED_ON_L2',
        }),
      ),
  },
  xnet_getValue: {
    check: async (outcome, { chainUrl }) => {
      const request = {
        contract_address: STRK,
        entry_point_selector: hash.getSelectorFromName('totalSupply'),
        calldata: [],
      };
      const supply = await askChain(chainUrl, 'starknet_call', { request, block_id: 'latest' });
      replies(supply)(outcome);
    },
  },
  xnet_listAccounts: {
    check: (outcome, { account }) =>
      expect(createReply(outcome)).toContainEqual(
        expect.objectContaining({ address: account.address, publicKey: account.publicKey }),
      ),
  },
  xnet_recoverAccounts: {
    check: (outcome, { account }) =>
      expect(createReply(outcome)).toMatchObject([
        {
          address: account.address,
          deployed: true,
          version: expect.any(String),
          strkBalance: felt,
        },
      ]),
  },
  // Sent by the companion, which needs no grant: the other sites continue with theirs.
  xnet_revokeGrants: { companion: true, check: replies(null) },
  xnet_setAccountName: {
    companion: true,
    fill: ({ second }) => ({ address: second.address, accountName: 'Rent' }),
    check: (outcome) => expect(createReply(outcome)).toMatchObject({ accountName: 'Rent' }),
  },
  xnet_switchAccount: {
    fill: ({ second }) => ({ address: second.address }),
    check: (outcome, { second }) =>
      expect(createReply(outcome)).toMatchObject({ address: second.address }),
  },
  // Already the current network, so no dialog opens; another test covers the user's refusal.
  xnet_switchNetwork: { check: replies(true) },
  xnet_toggleAccountVisibility: {
    companion: true,
    fill: ({ third }) => ({ address: third.address, visibility: 'false' }),
    check: (outcome, { third }) =>
      expect(createReply(outcome)).toMatchObject({ address: third.address, visibility: false }),
  },
  // New accounts have the newest class.
  xnet_upgradeAccContract: {
    fill: ({ account }) => ({ contractAddress: account.address }),
    check: refuses('noUpgrade', -32024),
  },
  'rpc.discover': {
    check: (outcome) =>
      expect(createReply(outcome)).toMatchObject({
        openrpc: expect.any(String),
        methods: expect.arrayContaining([expect.objectContaining({ name: 'xnet_executeTxn' })]),
      }),
  },
};
