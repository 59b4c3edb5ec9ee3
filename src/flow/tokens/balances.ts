import { fail, ModuleError } from '@xnet/clients/errors';
import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { findNetwork } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { knownToken, parseUint256 } from '../../starknet/tokens/erc20';
import { batchTogether, view, viewResult } from '../chain/batchTogether';

/** Tokens have one or both of these names (SNIP-2 and the Cairo 0 tokens before it). */
const entryPoints = ['balanceOf', 'balance_of'] as const;
const blocks = ['pre_confirmed', 'latest'] as const;

type BalanceResult = { balancePending: string; balanceLatest: string };

/**
 * A holder's token balances, latest and pre-confirmed, in the order of the tokens: one HTTP request
 * for up to 25 of them. Each token has its own outcome: notToken if the contract does not respond
 * as a token, or the node's error. A token on no list whose response is more than a node sends, or
 * keeps it waiting, costs no other token its balance.
 */
export async function fetchAllBalances(
  node: StarknetNode,
  holder: string,
  tokens: readonly string[],
): Promise<Outcome<BalanceResult>[]> {
  const network = findNetwork(node.chainId);
  const isListed = (token: string) =>
    network !== undefined && knownToken(token, network.chainId) !== undefined;
  const groups = [
    tokens.filter(isListed),
    ...tokens.filter((token) => !isListed(token)).map((token) => [token]),
  ];
  const outcomes = await batchTogether(
    node,
    groups.map((group) => (shared) => fetchGroup(shared, holder, group)),
  );
  const byToken = new Map(outcomes.flat());
  return tokens.flatMap((token) => byToken.get(token) ?? []);
}

async function fetchGroup(
  node: StarknetNode,
  holder: string,
  tokens: readonly string[],
): Promise<(readonly [token: string, outcome: Outcome<BalanceResult>])[]> {
  const answers = await node.batch(tokens.flatMap((token) => balanceCalls(token, holder)));
  const perToken = blocks.length * entryPoints.length;
  return tokens.map((token, index) => [
    token,
    balancesIn(answers.slice(index * perToken, (index + 1) * perToken)),
  ]);
}

/**
 * The same for one token.
 * @throws notToken, and the node's errors
 */
export async function fetchBalances(
  node: StarknetNode,
  token: string,
  holder: string,
): Promise<BalanceResult> {
  const [balances] = await fetchAllBalances(node, holder, [token]);
  if (!balances?.ok) throw balances?.error;
  return balances.value;
}

const balanceCalls = (token: string, holder: string) =>
  blocks.flatMap((block_id) => entryPoints.map((name) => view(token, name, [holder], block_id)));

function balancesIn(answers: readonly Outcome<readonly string[]>[]): Outcome<BalanceResult> {
  const [pending, latest] = [answers.slice(0, 2), answers.slice(2)];
  try {
    const balancePending = toHex(balanceIn(pending));
    // A token deployed in the pre-confirmed block has no balances in the latest one.
    const balanceLatest = toHex(latest.some(viewResult) ? balanceIn(latest) : 0n);
    return { ok: true, value: { balancePending, balanceLatest } };
  } catch (error) {
    if (error instanceof ModuleError) return { ok: false, error };
    throw error;
  }
}

/** The response that a token gave to either name. */
function balanceIn(answers: readonly Outcome<readonly string[]>[]): bigint {
  for (const answer of answers) {
    const balance = parseUint256(viewResult(answer) ?? []);
    if (balance !== undefined) return balance;
  }
  return fail('notToken');
}
