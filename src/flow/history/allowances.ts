import type { Clients, State } from '../../module';
import { starknet_blockNumber } from '../../remote/starknet/starknet_blockNumber';
import type { Call } from '../../schema/call';
import type { ChainId } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { uint256Felts } from '../../starknet/tokens/erc20';
import { ALLOWANCES_KEPT, type AllowancesRead, type StoredAllowance } from '../../state/allowances';
import { tokenList } from '../tokens/tokens';
import { isUnlimited } from '../transactions/words/amounts';
import { type AllowancePair, readPairs } from './allowanceNow';
import { type FoundApproval, fetchApprovals } from './approvals';
import { pairsOfOwnCalls } from './ownApprovals';

/** Unlisted contracts, each with two calls for its names; any contract can emit such events. */
const UNLISTED_TOKENS = 10;
const PER_UNLISTED_TOKEN = 5;

type AllowanceSearch = {
  readonly chainId: ChainId;
  readonly account: string;
  /** Deadline, unix milliseconds. */
  readonly until: number;
};

/**
 * Reads what contracts may spend of an account now, stores and returns it. Finds them by the
 * account's events (`fetchApprovals`), by its own calls in the journal and in what was found of its
 * history, and asks the listed tokens about every spender. Takes at most six HTTP requests: newest
 * block, up to four for events, one for all allowances.
 * @throws the node's errors; what was stored stays
 */
export async function fetchAllowances(
  module: State & Clients,
  search: AllowanceSearch,
): Promise<AllowancesRead> {
  const { chainId, account, until } = search;
  const remainingMs = () => Math.max(1, until - module.now());
  const node = await module.node(chainId);
  const stored = await module.allowances.of(chainId, account);
  const [head] = await node.batch([starknet_blockNumber()], { deadlineMs: remainingMs() });
  if (!head.ok) throw head.error;
  const clock = { head: head.value, remainingMs };
  const { approvals, ...blocks } = await fetchApprovals(node, account, stored, clock);
  const listed = (await tokenList(module, chainId)).map(({ address }) => toAddress(address));
  const storedAllowances = stored?.allowances ?? [];
  const pairs = distinct([
    ...withTimes(approvals.map(pairOf), storedAllowances),
    ...storedAllowances,
    ...(await pairsOfOwnCalls(module, search)),
  ]);
  const chosen = withoutFlood(pairs, listed);
  const crossed = distinct([...chosen, ...crossedPairs(chosen, listed)]).slice(chosen.length);
  const askedPairs = [...chosen, ...crossed];
  const read = await readPairs(node, askedPairs, { account, listed, low: blocks.low, remainingMs });
  const allowances = askedPairs.flatMap((pair, index): StoredAllowance[] => {
    const now = read.allowances[index];
    // Allowances that a node did not report stay as it was.
    if (now === undefined) return storedAllowances.filter((one) => nameOf(one) === nameOf(pair));
    if (now.amount === '0') return [];
    const time = pair.time ?? read.timeOfBlock(pair.block);
    return [{ ...pair, ...now, ...read.claims(pair.token), ...(time !== undefined && { time }) }];
  });
  const result = {
    ...blocks,
    lowTime: read.lowTime,
    readAt: module.now(),
    allowances: inOrder(allowances, listed).slice(0, ALLOWANCES_KEPT),
  };
  await module.allowances.keep(chainId, account, result);
  return result;
}

/** Listed tokens first, since any contract can claim anything; then unlimited, then newest. */
function inOrder(all: readonly StoredAllowance[], listed: readonly string[]): StoredAllowance[] {
  const rank = (one: StoredAllowance) => [
    listed.includes(one.token) ? 0 : 1,
    one.of === 'all' || isUnlimited(one) ? 0 : 1,
    // A call of the account itself was recent; its block is not known.
    -(one.block ?? Number.MAX_SAFE_INTEGER),
  ];
  return [...all].sort((a, b) => {
    const [ranksA, ranksB] = [rank(a), rank(b)];
    const index = ranksA.findIndex((value, index) => value !== ranksB[index]);
    return (ranksA[index] ?? 0) - (ranksB[index] ?? 0);
  });
}

const nameOf = ({ token, spender, of: extent, tokenId }: AllowancePair): string =>
  [token, spender, extent, tokenId].join();

/** Pairs of events with the times of their blocks that are known. */
const withTimes = (
  pairs: readonly AllowancePair[],
  known: readonly AllowancePair[],
): AllowancePair[] =>
  pairs.map((pair) => {
    const same = known.find((one) => nameOf(one) === nameOf(pair) && one.block === pair.block);
    if (same?.time === undefined) return pair;
    return { ...pair, time: same.time };
  });

/** Each pair once; the first one counts. */
function distinct(pairs: readonly AllowancePair[]): AllowancePair[] {
  const names = new Set<string>();
  return pairs.filter((pair) => names.size < names.add(nameOf(pair)).size);
}

/** An amount of a token; one piece of a collection, or all of them. */
function extentOf({ standard, tokenId }: FoundApproval): AllowancePair['of'] {
  if (standard === 'erc20') return 'amount';
  if (tokenId === undefined) return 'all';
  return 'piece';
}

function pairOf(approval: FoundApproval): AllowancePair {
  const { token, spender, tokenId, block } = approval;
  return {
    token,
    spender,
    of: extentOf(approval),
    tokenId: tokenId === undefined ? null : String(tokenId),
    block,
  };
}

/** No contract can crowd out others with events about itself, nor many contracts the listed ones. */
function withoutFlood(pairs: readonly AllowancePair[], listed: readonly string[]): AllowancePair[] {
  const counts = new Map<string, number>();
  const isKept = ({ token, spender, of: extent }: AllowancePair) => {
    if (BigInt(spender) === 0n) return false;
    if (listed.includes(token)) return extent === 'amount';
    const count = counts.get(token) ?? 0;
    if (count >= PER_UNLISTED_TOKEN || (count === 0 && counts.size >= UNLISTED_TOKENS))
      return false;
    counts.set(token, count + 1);
    return true;
  };
  const keptPairs = pairs.filter(isKept);
  const isListed = ({ token }: AllowancePair) => listed.includes(token);
  const ordered = [keptPairs.filter(isListed), keptPairs.filter((pair) => !isListed(pair))].flat();
  return ordered.slice(0, ALLOWANCES_KEPT);
}

/**
 * Every listed token with every spender that a listed token or the account itself told of: older
 * tokens emit events that no node can filter.
 */
function crossedPairs(pairs: readonly AllowancePair[], listed: readonly string[]): AllowancePair[] {
  const sure = pairs.filter(({ token, block }) => block === null || listed.includes(token));
  const spenders = [...new Set(sure.map(({ spender }) => spender))];
  return spenders.flatMap((spender) =>
    listed.map((token) => ({ token, spender, of: 'amount', tokenId: null, block: null }) as const),
  );
}

/** The calls that leave a contract this much, or nothing of each: all of them in one transaction. */
export const allowanceCalls = (allowances: readonly StoredAllowance[], amount = 0n): Call[] =>
  allowances.map((allowance) => ({
    contractAddress: allowance.token,
    entrypoint: allowance.entrypoint,
    calldata: allowanceCalldata(allowance, amount),
  }));

function allowanceCalldata(
  { spender, of: extent, tokenId }: StoredAllowance,
  amount: bigint,
): string[] {
  if (extent === 'amount')
    return [spender, ...uint256Felts(amount)].map((felt) => toHex(BigInt(felt)));
  if (extent === 'all') return [toHex(BigInt(spender)), '0x0'];
  return ['0x0', ...uint256Felts(BigInt(tokenId ?? 0))];
}
