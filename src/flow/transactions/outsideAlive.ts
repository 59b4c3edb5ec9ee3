import type { StarknetNode } from '../../clients/starknet/node';
import { starknet_call } from '../../clients/starknet/starknet_call';
import type { Module } from '../../module';
import { selectorOf } from '../../starknet/selector';
import type { OutsideSigned } from '../../state/outsideSigned';

/**
 * What others can still carry out for an account: its time is not over, and its nonce not used, as
 * far as a node tells. One HTTP request where something was signed, else none.
 */
export async function outsideAlive(
  module: Module,
  node: Pick<StarknetNode, 'batch'>,
  { chainId, account, now }: { chainId: string; account: string; now: number },
): Promise<OutsideSigned[]> {
  const signed = await module.outsideSigned.alive(chainId, account, now);
  if (signed.length === 0) return [];
  const answers = await node.batch(
    signed.map(({ nonce }) =>
      starknet_call({
        request: {
          contract_address: account,
          entry_point_selector: selectorOf('is_valid_outside_execution_nonce'),
          calldata: [nonce],
        },
        block_id: 'pre_confirmed',
      }),
    ),
  );
  return signed.filter((_, at) => {
    const answer = answers[at];
    const [isValid] = answer?.ok ? answer.value : [];
    return isValid === undefined || BigInt(isValid) !== 0n;
  });
}
