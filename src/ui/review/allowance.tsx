import { Button, Field, Form, Input, Section } from '@metamask/snaps-sdk/jsx';
import type { Say, TextRef } from '../text/words';
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

const refused = (say: TextRef['say'], places: TextRef['with'] = {}): TextRef => ({
  say,
  with: places,
});

/**
 * Parses an amount in the format of the user's language. Rejects thousands separators and any other
 * text that could be read in two ways.
 */
export function parseAllowance(
  { call, decimals, most, asked }: AllowanceFacts,
  typed: string,
  say: Say,
): ReviewInput | TextRef {
  const point = say({ say: 'review.point' });
  const [whole = '', fraction, ...rest] = typed.trim().split(point);
  const isClear =
    rest.length === 0 && [whole, fraction ?? '0'].every((part) => /^[0-9]{1,78}$/u.test(part));
  if (!isClear)
    return refused('review.amountUnclear', { typed, point, example: { amount: '12.5' } });
  const digits = (fraction ?? '').replace(/0+$/u, '');
  if (digits.length > decimals)
    return refused('review.amountTooFine', { decimals: String(decimals) });
  const amount = BigInt(whole + digits.padEnd(decimals, '0'));
  if (amount > BigInt(most))
    return refused('review.amountTooMuch', { most: exactly(asked) ?? asked });
  return { name: 'allowance', call, amount: String(amount) };
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
  const { call, unit, asked } = allowance;
  const own = typed?.call === call ? typed : null;
  const named = (what: TextRef): TextRef =>
    isOneOfMany ? { say: 'calls.numbered', with: { number: String(call + 1), what } } : what;
  const error = own ? say(own.error ?? { say: 'review.lowerFirst' }, 40) : undefined;
  return (
    <Section>
      <SectionTitle>{say(named({ say: 'review.lower' }))}</SectionTitle>
      <Note>{say({ say: 'review.askedFor', with: { amount: exactly(asked) ?? asked } })}</Note>
      <Form name={allowanceParts.form(call)}>
        <Field
          label={say(named({ say: 'review.lowerTo', with: { symbol: unit } }), 16)}
          {...(error !== undefined && { error })}
        >
          <Input
            name={allowanceParts.field(call)}
            placeholder={say({ amount: '0.5' })}
            {...(isTaken && { value: '' })}
          />
        </Field>
        <Button type="submit">{say(named({ say: 'review.lowerNow' }))}</Button>
      </Form>
    </Section>
  );
};
