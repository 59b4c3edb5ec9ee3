import { Button, Field, Form, Input, Section } from '@metamask/snaps-sdk/jsx';
import { amountFault } from '../text/amountFault';
import { readAmount } from '../text/amounts';
import { readSeparators, type Say, SYMBOL_LIMIT, type TextRef } from '../text/words';
import { exactly, Note, SectionTitle } from './draw';
import type { AllowanceFacts, ReviewFacts, ReviewInput } from './facts';

/** An amount that was entered but not signed yet, and its error. */
export type Typed = { readonly call: number; readonly error: TextRef | null };

const PREFIX = 'allowance.';
export const allowanceParts = {
  form: (call: number) => `${PREFIX}${call}`,
  field: (call: number) => `${PREFIX}${call}.amount`,
} as const;

/** The allowance whose form or field has that name. */
export const allowanceNamed = ({ allowances = [] }: ReviewFacts, name: string) =>
  allowances.find(({ call }) =>
    [allowanceParts.form(call), allowanceParts.field(call)].includes(name),
  );

/** Parses a typed amount as the user's language writes it. */
export function parseAllowance(
  { call, decimals, unit, most: maximum, asked: amount }: AllowanceFacts,
  typed: string,
  say: Say,
): ReviewInput | TextRef {
  const reader = { decimals, unit: say(unit, SYMBOL_LIMIT), separators: readSeparators(say) };
  const read = readAmount(typed, reader);
  if (read.kind !== 'amount') return amountFault(read, typed, reader);
  if (read.amount > BigInt(maximum))
    return { say: 'review.amountTooMuch', with: { most: exactly(amount) ?? amount } };
  return { name: 'allowance', call, amount: String(read.amount) };
}

/** Form to allow less than the site requests. */
export const AllowanceForm = ({
  allowance,
  isOneOfMany,
  typed,
  isTaken,
  say,
}: {
  allowance: AllowanceFacts;
  /** If so, it shows the number of its call, as the sentences do. */
  isOneOfMany: boolean;
  typed: Typed | null;
  /** True right after it was accepted, which clears the field. */
  isTaken: boolean;
  say: Say;
}) => {
  const { call, unit, asked: amount } = allowance;
  const typedHere = typed?.call === call ? typed : null;
  const labelledWithCall = (label: TextRef): TextRef => {
    if (isOneOfMany)
      return { say: 'calls.numbered', with: { number: String(call + 1), what: label } };
    return label;
  };
  const error = typedHere ? say(typedHere.error ?? { say: 'review.lowerFirst' }, 40) : undefined;
  return (
    <Section>
      <SectionTitle>{say(labelledWithCall({ say: 'review.lower' }))}</SectionTitle>
      <Note>{say({ say: 'review.askedFor', with: { amount: exactly(amount) ?? amount } })}</Note>
      <Form name={allowanceParts.form(call)}>
        <Field
          label={say(labelledWithCall({ say: 'review.lowerTo', with: { symbol: unit } }), 16)}
          {...(error !== undefined && { error })}
        >
          <Input
            name={allowanceParts.field(call)}
            placeholder={say({ amount: '0.5' })}
            {...(isTaken && { value: '' })}
          />
        </Field>
        <Button type="submit">{say(labelledWithCall({ say: 'review.lowerNow' }))}</Button>
      </Form>
    </Section>
  );
};
