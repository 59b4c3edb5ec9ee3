import {
  type EthCall,
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
  eth_getProof,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getUncleByBlockNumberAndIndex,
} from '@xnet/clients';

/** The client's Ethereum methods by name, for recordings, which hold the name as text. */
export const ethereumMethods: Record<string, (...params: never[]) => EthCall> = {
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
  eth_getProof,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getUncleByBlockNumberAndIndex,
};
