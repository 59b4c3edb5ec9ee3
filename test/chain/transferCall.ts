import type { Call } from '../../src/schema/call';
import { toHex } from '../../src/starknet/felt';
import { uint256Felts } from '../../src/starknet/tokens/erc20';

/** A transfer of an amount in the token's smallest unit. */
export const transferCall = (token: string, recipient: string, amount: bigint): Call => ({
  contractAddress: token,
  entrypoint: 'transfer',
  calldata: [toHex(BigInt(recipient)), ...uint256Felts(amount)],
});
