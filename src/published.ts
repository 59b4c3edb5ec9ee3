/** What `@xnet/module/clients` offers to dapps and scripts: clients of the node service's API. */

export { eth_getBlockByHash } from './clients/ethereum/eth_getBlockByHash';
export { eth_getBlockByNumber } from './clients/ethereum/eth_getBlockByNumber';
export { eth_getBlockReceipts } from './clients/ethereum/eth_getBlockReceipts';
export { eth_getProof } from './clients/ethereum/eth_getProof';
export { eth_getTransactionByBlockNumberAndIndex } from './clients/ethereum/eth_getTransactionByBlockNumberAndIndex';
export { eth_getUncleByBlockNumberAndIndex } from './clients/ethereum/eth_getUncleByBlockNumberAndIndex';
export { createEthereumNode, type EthereumNode } from './clients/ethereum/ethereum';
export { baseFeeHistory } from './clients/gas/baseFeeHistory';
export { baseFeePercentile } from './clients/gas/baseFeePercentile';
export { busyThreshold } from './clients/gas/busyThreshold';
export { gweiToWei } from './clients/gas/decimal';
export { createGasApi, type GasApi } from './clients/gas/gasApi';
export { suggestedGasFees } from './clients/gas/suggestedGasFees';
export { createIpfsApi, gather, type IpfsApi, type Unverified } from './clients/ipfs/ipfsApi';
export { readNdJson } from './clients/ipfs/ndJson';
export { objectGet, objectGetAs, objectGetUnverified } from './clients/ipfs/objectGet';
export { type CreditMeter, createCreditMeter, creditsOf } from './clients/transport/creditMeter';
export type { Endpoint } from './clients/transport/endpoint';
export { failureOf } from './clients/transport/failure';
export { createHttp, type Http } from './clients/transport/http';
export { httpRpc, type RpcTransport } from './clients/transport/rpcTransport';
export { createStreams, type Streams } from './clients/transport/stream';
export { webSocketRpc } from './clients/transport/webSocketRpc';
export { type ErrorKind, ModuleError } from './errors';
export { verifyProof } from './ethereum/verifyProof';
