import type { Outcome, StarknetNode } from '../clients/starknet/node';
import { starknet_call } from '../clients/starknet/starknet_call';
import { fail } from '../errors';
import { readUint256 } from '../starknet/erc20';
import { toHex } from '../starknet/felt';
import { selectorOf } from '../starknet/selector';

/** Tokens have one of these names, or both (SNIP-2 and the Cairo 0 tokens before it). */
const entryPoints = ['balanceOf', 'balance_of'] as const;

/**
 * Balance of a holder, now and with the block in the making, in one HTTP request.
 * @throws notToken when the contract does not answer as a token, and the node's errors
 */
export async function readBalances(
  node: StarknetNode,
  token: string,
  holder: string,
): Promise<{ balancePending: string; balanceLatest: string }> {
  const blocks = ['pre_confirmed', 'latest'] as const;
  const answers = await node.batch(
    blocks.flatMap((block_id) =>
      entryPoints.map((name) =>
        starknet_call({
          request: {
            contract_address: token,
            entry_point_selector: selectorOf(name),
            calldata: [holder],
          },
          block_id,
        }),
      ),
    ),
  );
  const [pendingAnswers, latestAnswers] = [answers.slice(0, 2), answers.slice(2)];
  return {
    balancePending: toHex(balanceIn(pendingAnswers)),
    // A token deployed in the block in the making has no balances in the latest one.
    balanceLatest: toHex(latestAnswers.some(({ ok }) => ok) ? balanceIn(latestAnswers) : 0n),
  };
}

/** Of the answers to both names, the one that a token gave. */
function balanceIn(answers: readonly Outcome<readonly string[]>[]): bigint {
  for (const answer of answers) {
    if (!answer.ok && answer.error.data.nodeCode === undefined) throw answer.error;
    const balance = answer.ok ? readUint256(answer.value) : undefined;
    if (balance !== undefined) return balance;
  }
  return fail('notToken');
}
