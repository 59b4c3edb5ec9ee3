import {
  type EthCall,
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
  eth_getProof,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getUncleByBlockNumberAndIndex,
} from '@xnet/clients';

/** What the client asks of nodes of Ethereum, by name: recordings hold the name as text. */
export const ethereumMethods: Record<string, (...params: never[]) => EthCall> = {
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
  eth_getProof,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getUncleByBlockNumberAndIndex,
};
