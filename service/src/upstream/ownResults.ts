import { array, boolean, coerce, define, nullable, optional, type } from '@metamask/superstruct';
import { EthUncle } from '@xnet/clients/schema/ethereum/block';
import {
  Address,
  arrayOfStruct,
  Data,
  EthQuantity,
  Hash,
} from '@xnet/clients/schema/ethereum/primitives';
import { EthReceipt } from '@xnet/clients/schema/ethereum/receipt';
import { EthTransaction } from '@xnet/clients/schema/ethereum/transaction';
import type { AnyStruct } from '@xnet/clients/schema/field';

const padded = /^0x[\da-f]{1,64}$/i;
const OtherSpelling = define<string | number>(
  'a number in another spelling',
  (value) =>
    (typeof value === 'string' && padded.test(value)) ||
    (Number.isSafeInteger(value) && (value as number) >= 0),
);
/** A number in hex; some nodes pad it, or send it as a number. */
const Quantity = coerce(EthQuantity, OtherSpelling, (value) => `0x${BigInt(value).toString(16)}`);

/** A log; what a pending block does not say yet is null. */
const Log = type({
  address: Address,
  topics: array(Hash),
  data: Data,
  blockHash: nullable(Hash),
  blockNumber: nullable(EthQuantity),
  transactionHash: nullable(Hash),
  transactionIndex: nullable(EthQuantity),
  logIndex: nullable(EthQuantity),
  removed: optional(nullable(boolean())),
});

/** Results of methods that the clients do not have. */
export const ownResults: Readonly<Record<string, AnyStruct>> = {
  eth_blobBaseFee: Quantity,
  eth_blockNumber: Quantity,
  eth_chainId: Quantity,
  eth_estimateGas: Quantity,
  eth_gasPrice: Quantity,
  eth_getBalance: Quantity,
  eth_getBlockTransactionCountByHash: nullable(Quantity),
  eth_getBlockTransactionCountByNumber: nullable(Quantity),
  eth_getLogs: arrayOfStruct(Log),
  eth_getTransactionByBlockHashAndIndex: nullable(EthTransaction),
  eth_getTransactionByHash: nullable(EthTransaction),
  eth_getTransactionCount: Quantity,
  eth_getTransactionReceipt: nullable(EthReceipt),
  eth_getUncleByBlockHashAndIndex: nullable(EthUncle),
  eth_getUncleCountByBlockHash: nullable(Quantity),
  eth_getUncleCountByBlockNumber: nullable(Quantity),
  eth_maxPriorityFeePerGas: Quantity,
};
