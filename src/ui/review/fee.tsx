import { Box, Dropdown, Field, Image, Option, Section } from '@metamask/snaps-sdk/jsx';
import { type Label, type Say, SYMBOL_LIMIT, type TextName } from '../text/words';
import { drawFact, inFull, Line, Note, SectionTitle, WIDE_LINE } from './draw';
import { type Fact, type FeeFacts, feeAmount } from './facts';

const speedNames = {
  slow: 'review.slow',
  normal: 'review.normal',
  fast: 'review.fast',
} as const satisfies Record<string, TextName>;
const isSpeed = (value: unknown): value is keyof typeof speedNames =>
  typeof value === 'string' && Object.hasOwn(speedNames, value);

/** A choice of the user that the facts do not include yet. */
export type Wished = { readonly [Name in 'speed' | 'payWith']?: string };

/** An offered choice; undefined for anything else. */
export function parseInput(fee: FeeFacts | undefined, name: string, value: unknown) {
  if (name === 'speed' && fee?.speed && isSpeed(value)) return { name, value } as const;
  const offered = fee?.payWith?.options.find((option) => option.value === value);
  if (name === 'payWith' && offered) return { name, value: offered.value } as const;
  return undefined;
}

const drawAmount = (
  label: TextName,
  amount: string,
  money: Label | null,
  fee: FeeFacts,
  say: Say,
  width?: number,
) => {
  const inToken = say(feeAmount({ amount }, fee), SYMBOL_LIMIT);
  const worth = money === null ? '' : ` (${say(money, 16)})`;
  return (
    <Line label={say({ say: label })} {...(width !== undefined && { width })}>
      {`${inToken}${worth}`}
    </Line>
  );
};

const Choice = ({
  label,
  name,
  value,
  options,
}: {
  label: string;
  name: keyof Wished;
  value: string;
  options: readonly { value: string; label: string }[];
}) => (
  <Field label={label}>
    <Dropdown name={name} value={value}>
      {options.map((option) => (
        <Option value={option.value}>{option.label}</Option>
      ))}
    </Dropdown>
  </Field>
);

/** The maximum fee, which is signed; visible without scrolling. */
export const MaximumFee = ({ fee, say }: { fee: FeeFacts; say: Say }) =>
  drawAmount('review.maximum', fee.maximum, fee.money?.maximum ?? null, fee, say, WIDE_LINE);

const ExpectedFee = ({ fee, say }: { fee: FeeFacts; say: Say }) => {
  if (fee.expected !== null)
    return drawAmount('review.expected', fee.expected, fee.money?.expected ?? null, fee, say);
  return (
    <Line label={say({ say: 'review.expected' })} color="alternative">
      {say({ say: 'review.notEstimated' })}
    </Line>
  );
};

/** The expected fee, and its choices. */
export const FeePart = ({ fee, wished, say }: { fee: FeeFacts; wished: Wished; say: Say }) => {
  const { speed, payWith, l1, notes = [] } = fee;
  return (
    <Section>
      <SectionTitle>{say({ say: 'review.fee' })}</SectionTitle>
      <ExpectedFee fee={fee} say={say} />
      {speed !== undefined && (
        <Choice
          label={say({ say: 'review.speed' })}
          name="speed"
          value={wished.speed ?? speed}
          options={Object.entries(speedNames).map(([value, name]) => ({
            value,
            label: say({ say: name }),
          }))}
        />
      )}
      {payWith !== undefined && (
        <Choice
          label={say({ say: 'review.payWith' })}
          name="payWith"
          value={wished.payWith ?? payWith.chosen}
          options={payWith.options.map(({ value, label }) => ({ value, label: say(label, 64) }))}
        />
      )}
      {l1 !== undefined && <FeePicture l1={l1} say={say} />}
      {notes.map((note) => drawFact(note, say))}
    </Section>
  );
};

export const feesInFull = (fee: FeeFacts): Fact[] =>
  [
    { label: 'review.expected', amount: fee.expected } as const,
    { label: 'review.maximum', amount: fee.maximum } as const,
  ].flatMap(({ label, amount }) => {
    if (amount === null) return [];
    return inFull({ as: 'text', label: { say: label }, value: feeAmount({ amount }, fee) });
  });

type L1 = NonNullable<FeeFacts['l1']>;

const BAR = { width: 6, gap: 2, height: 32 };
/** Visible on light and dark; the last bar, which is now, also stands out by its position. */
const COLOR = { past: '#7a8190', now: '#3f7fdc' };

/** Bars as SVG; made only of numbers, each clamped to its range. */
export function drawBars(picture: readonly number[]): string {
  const step = BAR.width + BAR.gap;
  const bars = picture.map((share, index) => {
    const height = Math.max(1, Math.round(Math.min(1, Math.max(0, share)) * BAR.height));
    const color = index + 1 === picture.length ? COLOR.now : COLOR.past;
    const place = `x="${index * step}" y="${BAR.height - height}"`;
    return `<rect ${place} width="${BAR.width}" height="${height}" fill="${color}"/>`;
  });
  const [width, height] = [Math.max(1, picture.length * step - BAR.gap), BAR.height];
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${bars.join('')}</svg>`;
}

function pictureName(lowerThan: number): TextName {
  if (lowerThan >= 60) return 'home.l1Calm';
  if (lowerThan >= 25) return 'home.l1Usual';
  return 'home.l1Busy';
}

/** How busy Ethereum is, as a sentence and as bars. */
export const FeePicture = ({ l1, say }: { l1: L1; say: Say }) => {
  const places = { percent: String(l1.lowerThan), blocks: String(l1.blocks) };
  return (
    <Box>
      <Image
        src={drawBars(l1.picture)}
        alt={say({ say: 'home.l1Picture', with: { blocks: places.blocks } })}
      />
      <Note>{say({ say: pictureName(l1.lowerThan), with: places })}</Note>
    </Box>
  );
};
