import { fail } from '@xnet/clients/errors';
import type { Call } from '../../schema/call';
import { uint256Felts } from '../../starknet/tokens/erc20';
import type { AllowanceFacts, ReviewInput } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import type { Evidence, TransactionReview } from '../transactions/review';
import {
  createAmountText,
  groupCalls,
  isUnlimited,
  tokenFacts,
  tokenName,
} from '../transactions/words/amounts';

/** Allowances that can be lowered, with their requested amounts. */
type Lowerable = NonNullable<TransactionReview['allowances']>;

/**
 * Allowances that no call of the same transaction uses up exactly: the user can sign less than the
 * site requests. Excludes tokens with unknown decimals, since the user cannot enter their amounts.
 */
export const lowerableAllowances = ({ calls, tokens }: Evidence): Lowerable =>
  groupCalls(calls).flatMap(({ from, to, meaning }): Lowerable => {
    if (from !== to || meaning.kind !== 'approve' || meaning.standard !== 'erc20') return [];
    const { token, amount, owner, unsure, tokenId } = meaning;
    const isPlain = owner === undefined && !unsure && tokenId === undefined;
    const isKnown = tokenFacts(token, tokens).decimals !== null;
    if (isPlain && isKnown && BigInt(amount) > 0n) return [{ call: from, amount }];
    return [];
  });

/**
 * The same calls with one lower allowance: `[spender, low, high]` in all of its forms.
 * @throws invalidParams for more than was requested
 */
export function withAllowance(
  calls: readonly Call[],
  lowerable: Lowerable,
  { call: callIndex, amount }: Extract<ReviewInput, { name: 'allowance' }>,
): Call[] {
  const newAmount = BigInt(amount);
  const callMaximum = lowerable.find(({ call }) => call === callIndex);
  if (callMaximum === undefined || newAmount > BigInt(callMaximum.amount))
    fail('invalidParams', 'No more is allowed than what was asked for.');
  return calls.map((call, index) => {
    if (index !== callIndex) return call;
    const [spender, , , ...tail] = call.calldata;
    if (spender === undefined || tail.length > 0) fail('internal', 'That is no allowance.');
    return { ...call, calldata: [spender, ...uint256Felts(newAmount)] };
  });
}

/** Allowances that can be lowered, for the dialog. */
export const allowanceFacts = ({
  allowances = [],
  calls,
  tokens,
}: TransactionReview): AllowanceFacts[] =>
  allowances.flatMap(({ call, amount }) => {
    const meaning = calls[call]?.meaning;
    if (meaning?.kind !== 'approve') return [];
    const { token } = meaning;
    const { decimals } = tokenFacts(token, tokens);
    if (decimals === null) return [];
    const unit = tokenName(token, tokens, 'review.tokens');
    const amountLabel = isUnlimited({ token, amount }, tokens)
      ? say('review.unlimited', { symbol: unit })
      : createAmountText({ token, amount }, tokens);
    return [{ call, unit, decimals, most: amount, asked: amountLabel }];
  });
