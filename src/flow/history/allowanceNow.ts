import type { Outcome, StarknetNode } from '../../remote/starknet/node';
import { starknet_getBlockWithTxHashes } from '../../remote/starknet/starknet_getBlockWithTxHashes';
import { parseNumber, sameFelt } from '../../schema/primitives';
import { parseUint256, uint256Felts } from '../../starknet/tokens/erc20';
import type { StoredAllowance } from '../../state/allowances';
import { batchTogether, readOutcome, view } from '../chain/batchTogether';
import { parseDecimals, parseSymbol } from '../review/contracts';
import { isUnheard } from './windows';

/** Calls of a batch that reads what is allowed now: one HTTP request. */
const CALLS = 100;
/** Blocks of a batch whose times are read: of the newest allowances that have none yet. */
const TIMED_BLOCKS = 4;

/** An allowance that may exist: found by an event, or by a call of the account. */
export type AllowancePair = Pick<
  StoredAllowance,
  'token' | 'spender' | 'of' | 'tokenId' | 'block' | 'time'
>;

type Now = Pick<StoredAllowance, 'amount' | 'entrypoint'>;

/** The views that tell whether a pair stands, and what each answer means. */
function questions({ token, spender, of: extent, tokenId }: AllowancePair, account: string) {
  const flag =
    (entrypoint: Now['entrypoint']) =>
    (felts: readonly string[]): Now | undefined => {
      const [answer] = felts.map(parseNumber);
      const isFlag = felts.length === 1 && (answer === 0n || answer === 1n);
      if (isFlag) return { amount: String(answer), entrypoint };
      return undefined;
    };
  if (extent === 'all')
    return [
      {
        call: view(token, 'is_approved_for_all', [account, spender]),
        read: flag('set_approval_for_all'),
      },
      {
        call: view(token, 'isApprovedForAll', [account, spender]),
        read: flag('setApprovalForAll'),
      },
    ];
  if (extent === 'amount')
    return [
      {
        call: view(token, 'allowance', [account, spender]),
        read(felts: readonly string[]): Now | undefined {
          const amount = parseUint256(felts);
          if (amount === undefined) return undefined;
          return { amount: String(amount), entrypoint: 'approve' };
        },
      },
    ];
  const id = uint256Felts(BigInt(tokenId ?? 0));
  return ['get_approved', 'getApproved'].map((name) => ({
    call: view(token, name, id),
    read: ([low, ...excess]: readonly string[]): Now | undefined => {
      if (low === undefined || excess.length > 0) return undefined;
      return { amount: sameFelt(low, spender) ? '1' : '0', entrypoint: 'approve' };
    },
  }));
}

type AllowanceReading = {
  account: string;
  listed: readonly string[];
  /** Block whose time is read, too. */
  low: number;
  remainingMs: () => number;
};

function blocksToTime(pairs: readonly AllowancePair[]): number[] {
  const blocks = pairs.filter(({ time }) => time === undefined).flatMap(({ block }) => block ?? []);
  return [...new Set(blocks)].sort((a, b) => b - a).slice(0, TIMED_BLOCKS);
}

/** Reads all pairs, what their unlisted contracts call themselves, and times of blocks at once. */
export async function readPairs(
  node: StarknetNode,
  pairs: readonly AllowancePair[],
  { account, listed, low, remainingMs }: AllowanceReading,
) {
  const tokens = new Set(pairs.map(({ token }) => token));
  const unlisted = [...tokens].filter((token) => !listed.includes(token));
  const claimCalls = unlisted.flatMap((token) => [view(token, 'symbol'), view(token, 'decimals')]);
  const questionsByPair = pairs.map((pair) => questions(pair, account));
  const timed = [low, ...blocksToTime(pairs)];
  let room = CALLS - claimCalls.length - timed.length;
  const affordable = questionsByPair.filter(({ length }) => {
    room -= length;
    return room >= 0;
  });
  const blockCalls = timed.map((block_number) =>
    starknet_getBlockWithTxHashes({ block_id: { block_number } }),
  );
  const calls = [...affordable.flat().map(({ call }) => call), ...claimCalls];
  const deadlineMs = remainingMs();
  const [[lowBlock, ...blocks], answers] = await batchTogether(
    node,
    [(shared) => shared.batch(blockCalls), (shared) => shared.batch(calls)],
    { deadlineMs },
  );
  const failed = answers.find((one) => !one.ok && isUnheard(one.error));
  if (failed && !failed.ok) throw failed.error;
  let offset = 0;
  const allowances = affordable.map((pairQuestions) => {
    offset += pairQuestions.length;
    return nowBy(pairQuestions, answers.slice(offset - pairQuestions.length, offset));
  });
  const names = answers.slice(offset);
  return {
    allowances,
    lowTime: timeOf(lowBlock) ?? null,
    timeOfBlock(number: number | null): number | undefined {
      if (number === null) return undefined;
      return timeOf(blocks[timed.indexOf(number, 1) - 1]);
    },
    claims(token: string): Pick<StoredAllowance, 'symbol' | 'decimals'> {
      const first = 2 * unlisted.indexOf(token);
      const [symbol, decimals] = first < 0 ? [] : names.slice(first, first + 2);
      return {
        symbol: parseSymbol(readOutcome(symbol) ?? []),
        decimals: parseDecimals(readOutcome(decimals) ?? []),
      };
    },
  };
}

const timeOf = (block: Outcome<{ timestamp: number }> | undefined): number | undefined =>
  readOutcome(block)?.timestamp;

/** Reads a contract's answer; nothing is allowed if it has none of the functions. */
function nowBy(
  pairQuestions: ReturnType<typeof questions>,
  answers: readonly Outcome<string[]>[],
): Now | undefined {
  const [reported] = pairQuestions.flatMap(({ read }, index) => {
    const answer = answers[index];
    return (answer?.ok && read(answer.value)) || [];
  });
  const isAnswered = answers.every((one) => one.ok || one.error.kind === 'transactionReverts');
  if (reported || !isAnswered) return reported;
  return { amount: '0', entrypoint: 'approve' };
}
