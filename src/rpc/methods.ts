/** The wallet-module API. One line per method; the export name is the wire name. */
export { xnet_createAccount } from './xnet_createAccount';
export { xnet_estimateAccountDeployFee } from './xnet_estimateAccountDeployFee';
export { xnet_estimateFee } from './xnet_estimateFee';
export { xnet_executeTxn } from './xnet_executeTxn';
export { xnet_extractPublicKey } from './xnet_extractPublicKey';
export { xnet_getCurrentNetwork } from './xnet_getCurrentNetwork';
export { xnet_getErc20TokenBalance } from './xnet_getErc20TokenBalance';
export { xnet_getTransactionStatus } from './xnet_getTransactionStatus';
export { xnet_getTransactions } from './xnet_getTransactions';
export { xnet_switchNetwork } from './xnet_switchNetwork';
