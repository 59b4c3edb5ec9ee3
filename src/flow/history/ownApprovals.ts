import type { State } from '../../module';
import { ADDRESS_BOUND, type ChainId, parseNumber, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { nameOfSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { callsInRecord, type EncodedCall } from '../../starknet/transactions/calls';
import type { AllowancePair } from './allowanceNow';

/** Records of each source in which calls of the account itself are looked for. */
const RECORDS = 200;

const functions: Readonly<Record<string, 'some' | 'all'>> = {
  approve: 'some',
  increase_allowance: 'some',
  increaseAllowance: 'some',
  set_approval_for_all: 'all',
  setApprovalForAll: 'all',
};

/** The account's own calls that allow something, in the journal and in what else was found. */
export async function pairsOfOwnCalls(
  module: State,
  { chainId, account }: { readonly chainId: ChainId; readonly account: string },
): Promise<AllowancePair[]> {
  const choice = { limit: RECORDS, since: 0, isWanted: () => true };
  const [ownRecords, foundRecords] = await Promise.all([
    module.transactions.list(chainId, account, choice),
    module.found.list(chainId, account, { ...choice, until: Number.MAX_SAFE_INTEGER }),
  ]);
  return [...ownRecords, ...foundRecords]
    .filter(({ senderAddress }) => sameFelt(senderAddress, account))
    .sort((a, b) => b.timestamp - a.timestamp)
    .flatMap((record) =>
      callsInRecord(record)
        .flatMap(pairsInCall)
        .map((pair) => ({ ...pair, time: record.timestamp })),
    );
}

/** One contract's `approve` names an amount, another's a piece: only the contract can tell. */
function pairsInCall({ to, selector, calldata }: EncodedCall): AllowancePair[] {
  const kind = functions[nameOfSelector(selector) ?? ''];
  const spender = parseNumber(calldata[0]);
  if (kind === undefined || spender === undefined || spender >= ADDRESS_BOUND) return [];
  const pair = { token: toAddress(to), spender: toAddress(spender), block: null };
  if (kind === 'all') return [{ ...pair, of: 'all', tokenId: null }];
  const number = parseUint256(calldata.slice(1));
  if (number === undefined) return [];
  const pairs: AllowancePair[] = [{ ...pair, of: 'amount', tokenId: null }];
  if (number > 0n) pairs.push({ ...pair, of: 'piece', tokenId: String(number) });
  return pairs;
}
