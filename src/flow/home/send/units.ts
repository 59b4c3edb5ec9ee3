import type { Token } from '../../../schema/token';
import { formatUnits } from '../../../starknet/felt';
import type { SendFacts } from '../../../ui/home/send';
import { readAmount } from '../../../ui/text/amounts';
import { nameOfToken } from '../../transactions/words/amounts';
import { createReader, findPriceUsd, findToken } from './checks';
import { type Draft, fieldText, findPut } from './draft';
import type { Known } from './known';
import { toDollars, unitsOfMoney } from './money';
import type { Step } from './step';

/** The unit of the amount, and the one that it can be typed in instead. */
export function chooseUnits(draft: Draft, known: Known): SendFacts['units'] {
  const token = findToken(draft, known);
  const symbol = token && nameOfToken(token.address, known.table);
  if (draft.unit === 'money') return { now: 'USD', other: symbol ?? '' };
  return { now: null, other: findPriceUsd(draft) === undefined ? null : 'USD' };
}

/** The same amount in the other unit; twice gives back what was typed, or put in. */
export function inOtherUnit(draft: Draft, token: Token): Step | undefined {
  if (draft.unit === 'token' && findPriceUsd(draft) === undefined) return undefined;
  const { amount: amountText, token: address } = draft.typed;
  const put = findPut(draft);
  const text = put?.before?.text ?? inOther(draft, token);
  return {
    fill: { amount: text },
    unit: draft.unit === 'money' ? 'token' : 'money',
    put: {
      text,
      token: address,
      source: put?.before?.source ?? 'unit',
      before: { text: amountText, source: put?.source },
    },
  };
}

/** The amount in the form in the other unit; empty if it is none. */
function inOther(draft: Draft, token: Token): string {
  const { decimals } = token;
  const usd = findPriceUsd(draft);
  const read = readAmount(draft.typed.amount, createReader(draft, token));
  if (usd === undefined || read.kind !== 'amount' || read.amount === 0n) return '';
  const alternative =
    draft.unit === 'money'
      ? formatUnits(unitsOfMoney(read.amount, decimals, usd), decimals)
      : toDollars(read.amount, decimals, usd);
  return fieldText(alternative, draft);
}
