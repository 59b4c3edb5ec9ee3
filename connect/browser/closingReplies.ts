import { expect } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { STRK } from '../foreign/requests';

/** Every name that the closing module answers, except the one that deploys Cairo 0 accounts. */
export const closingNames = [
  'ping',
  ...[
    'getPreferences',
    'extractPublicKey',
    'getCurrentNetwork',
    'getStoredNetworks',
    'switchNetwork',
    'addErc20Token',
    'recoverAccounts',
    'executeTxn',
    'declareContract',
    'getDeploymentData',
    'signMessage',
    'signTransaction',
    'signDeclareTransaction',
    'signDeployAccountTransaction',
    'getCurrentAccount',
    'listAccounts',
    'setAccountName',
    'switchAccount',
    'addAccount',
    'createAccount',
    'displayPrivateKey',
    'getErc20TokenBalance',
    'getTransactionStatus',
    'estimateFee',
    'verifySignedMessage',
    'getTransactions',
    'upgradeAccContract',
    'getStarkName',
    'getAddrFromStarkName',
    'getValue',
    'getStoredErc20Tokens',
    'toggleAccountVisibility',
  ].map((name) => `starkNet_${name}`),
];

const felt = expect.stringMatching(/^0x[0-9a-f]{1,64}$/u);
const signature = [felt, felt];
const decimal = expect.stringMatching(/^(0x[0-9a-f]+|\d+)$/u);
const accountOf = (address: unknown) =>
  expect.objectContaining({
    address,
    addressSalt: felt,
    publicKey: felt,
    addressIndex: expect.any(Number),
    derivationPath: expect.any(String),
    chainId: chainIds.sepolia,
    isDeployed: expect.any(Boolean),
    deployRequired: false,
    upgradeRequired: false,
  });
const failing = (code: number, kind: string) => ({
  failed: expect.objectContaining({ code, data: expect.objectContaining({ kind }) }),
});
const network = expect.objectContaining({ chainId: chainIds.sepolia, name: expect.any(String) });
const record = expect.objectContaining({
  txnHash: felt,
  txnType: 'INVOKE_FUNCTION',
  senderAddress: felt,
  finalityStatus: expect.any(String),
  executionStatus: 'SUCCEEDED',
  timestamp: expect.any(Number),
  accountCalls: expect.any(Object),
});

/** The replies, destructured as pages of that time did. */
export const digested = (address: string, classHash: string): Record<string, unknown> => ({
  ping: 'pong',
  starkNet_getPreferences: { locale: 'en', currency: 'usd' },
  starkNet_getStoredNetworks: expect.arrayContaining([network]),
  starkNet_getCurrentNetwork: network,
  'starkNet_switchNetwork before': true,
  starkNet_switchNetwork: true,
  starkNet_recoverAccounts: [accountOf(address)],
  starkNet_listAccounts: expect.arrayContaining([accountOf(address)]),
  starkNet_getCurrentAccount: accountOf(address),
  starkNet_extractPublicKey: felt,
  starkNet_estimateFee: expect.objectContaining({
    suggestedMaxFee: decimal,
    unit: 'wei',
    includeDeploy: false,
  }),
  starkNet_executeTxn: { transaction_hash: felt },
  'starkNet_executeTxn before': { transaction_hash: felt },
  starkNet_getTransactionStatus: {
    finalityStatus: 'ACCEPTED_ON_L2',
    executionStatus: 'SUCCEEDED',
    failureReason: null,
  },
  starkNet_getTransactions: expect.arrayContaining([record]),
  'starkNet_getTransactions before': expect.arrayContaining([record]),
  starkNet_getValue: ['0x12'],
  starkNet_signTransaction: signature,
  'starkNet_signTransaction before': signature,
  starkNet_signDeclareTransaction: signature,
  'starkNet_signDeclareTransaction before': signature,
  starkNet_signMessage: signature,
  'starkNet_signMessage before': signature,
  starkNet_verifySignedMessage: true,
  starkNet_createAccount: expect.objectContaining({ address: felt }),
  starkNet_getDeploymentData: {
    address: felt,
    class_hash: felt,
    salt: felt,
    calldata: expect.arrayContaining([felt]),
    version: 1,
  },
  starkNet_signDeployAccountTransaction: signature,
  starkNet_declareContract: { transaction_hash: felt, class_hash: classHash },
  starkNet_addErc20Token: expect.anything(),
  starkNet_getStoredErc20Tokens: expect.arrayContaining([
    expect.objectContaining({ address: STRK, symbol: 'STRK', decimals: 18 }),
  ]),
  starkNet_getErc20TokenBalance: expect.objectContaining({ balancePending: decimal }),
  starkNet_displayPrivateKey: null,
  starkNet_addAccount: accountOf(felt),
  'starkNet_switchAccount before': accountOf(address),
  starkNet_switchAccount: accountOf(address),
  // Reserved for its own companion dapp, there and here.
  starkNet_setAccountName: failing(4100, 'unauthorized'),
  starkNet_toggleAccountVisibility: failing(4100, 'unauthorized'),
  starkNet_upgradeAccContract: failing(-32024, 'noUpgrade'),
  // This chain has no naming contract.
  starkNet_getStarkName: null,
  starkNet_getAddrFromStarkName: failing(-32025, 'unknownName'),
});
