import type { Call } from '../../src/schema/call';
import { getSelector } from '../../src/starknet/selector';

export const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/**
 * Moves in a game, if decoded with the Cairo 1 encoding. A Cairo 0 account decodes the same felts
 * as two other calls, one of which is a transfer.
 */
export const hidingCalls: readonly Call[] = [
  {
    contractAddress: '0x6a3e',
    entrypoint: 'play',
    calldata: [
      '0x0',
      STRK,
      getSelector('transfer'),
      '0x0',
      '0x3',
      '0x6',
      '0xbad',
      '0xffffffff',
      '0x0',
    ],
  },
  { contractAddress: '0x6a3e', entrypoint: 'end', calldata: [] },
];
