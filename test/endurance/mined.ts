import { askChain, createBlock } from '../../scripts/start/localChain';
import type { ChainTransaction } from '../node/account';
import { getSender } from '../node/signedTransaction';

/** Closes the block. @returns the account's transactions in it, sorted by nonce */
export async function mine(chainUrl: string, address: string): Promise<ChainTransaction[]> {
  await createBlock(chainUrl);
  const { transactions } = await askChain<{ transactions: ChainTransaction[] }>(
    chainUrl,
    'starknet_getBlockWithTxs',
    { block_id: 'latest' },
  );
  return transactions
    .filter((each) => BigInt(getSender(each)) === BigInt(address))
    .sort((one, other) => Number(one.nonce) - Number(other.nonce));
}
