import type { Client } from '@xnet/connect';
import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import { askChain, neighbour } from './localChain';
import type { ChainId } from './networks';
import { tokens } from './tokens';

/** Selector of `balanceOf`. */
const BALANCE_OF = '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e';

/**
 * Whether the module's node is this chain, in whatever wallet: both tell the same balance of an
 * account that only this chain has funded. Never an error.
 */
export async function readsChain(
  invoke: Client['request'],
  chain: LocalChain,
  log: Log,
): Promise<boolean> {
  try {
    const holder = await neighbour(chain, log);
    if (holder === null) return false;
    const request = {
      contract_address: tokens.STRK,
      entry_point_selector: BALANCE_OF,
      calldata: [holder],
    };
    const [moduleBalance, nodeBalance] = await Promise.all([
      askChain<string[]>(chain, log, 'starknet_call', { request, block_id: 'latest' }),
      invoke('xnet_getValue', {
        contractAddress: tokens.STRK,
        contractFuncName: 'balanceOf',
        contractCallData: [holder],
        // For any other, the module answers with an error.
        chainId: chain.chainId as ChainId,
      }),
    ]);
    const [funded, nodeAmount] = [moduleBalance, nodeBalance].map(([low = '0x0']) => BigInt(low));
    return funded !== 0n && funded === nodeAmount;
  } catch {
    return false;
  }
}
