import { define } from '@metamask/superstruct';
import { EthQuantity } from '../schema/ethereum/primitives';
import { defineEthMethod } from './method';

/**
 * @example BigInt(await node.read(eth_chainId())) // 1n on Ethereum's Mainnet
 */
export const eth_chainId = defineEthMethod({
  name: 'eth_chainId',
  summary: 'The chain id of the network, in hex (EIP-695).',
  // Superstruct's tuples have at least one part.
  params: define<[]>('no params', (value) => Array.isArray(value) && value.length === 0),
  result: EthQuantity,
});
