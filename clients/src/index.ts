/** Public API of `@xnet/clients` for dapps and scripts: clients of the node service's API. */

export { type ErrorKind, errorKinds, ModuleError } from './errors';
export { areBlockReceipts } from './ethereum/completeness';
export { eth_getBlockByHash } from './ethereum/eth_getBlockByHash';
export { eth_getBlockByNumber } from './ethereum/eth_getBlockByNumber';
export { eth_getBlockReceipts } from './ethereum/eth_getBlockReceipts';
export { eth_getProof } from './ethereum/eth_getProof';
export { eth_getTransactionByBlockNumberAndIndex } from './ethereum/eth_getTransactionByBlockNumberAndIndex';
export { eth_getUncleByBlockNumberAndIndex } from './ethereum/eth_getUncleByBlockNumberAndIndex';
export { createEthereumNode, type EthereumNode, type EthOutcome } from './ethereum/ethereum';
export type { EthCall } from './ethereum/method';
export { baseFeeHistory } from './gas/baseFeeHistory';
export { baseFeePercentile } from './gas/baseFeePercentile';
export { busyThreshold } from './gas/busyThreshold';
export { gweiToWei } from './gas/decimal';
export { createGasApi, type GasApi, type GasKey } from './gas/gasApi';
export { suggestedGasFees } from './gas/suggestedGasFees';
export { createIpfsApi, gather, type IpfsApi, type Unverified } from './ipfs/ipfsApi';
export { readNdJson } from './ipfs/ndJson';
export {
  type IpfsObject,
  objectGet,
  objectGetEncoded,
  objectGetUnverified,
} from './ipfs/objectGet';
export { type AccountProof, type ProofFault, verifyProof } from './proofs/verifyProof';
export { type CreditMeter, createCreditMeter } from './transport/creditMeter';
export { batchCredits, getCredits } from './transport/credits';
export type { Endpoint } from './transport/endpoint';
export { type Failure, getFailure } from './transport/failure';
export { createHttp, type Http } from './transport/http';
export { httpRpc, type RpcTransport } from './transport/rpcTransport';
export { createStreams, type Streams } from './transport/stream';
export { webSocketRpc } from './transport/webSocketRpc';
