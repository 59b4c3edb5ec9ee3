import {
  Bold,
  Box,
  type BoxProps,
  Button,
  Copyable,
  Option,
  Section,
  Text,
  type TextProps,
} from '@metamask/snaps-sdk/jsx';
import { isRounded } from '../text/amounts';
import { asciiText, groupHex, safeText } from '../text/format';
import type { Label, Say } from '../text/words';
import type { Fact, Section as SectionFacts } from './facts';

/** Signed content and its labels are never cut off; requests have a limited size. */
const WHOLE = Number.POSITIVE_INFINITY;
const SHOWN_NAME_LIMIT = 64;

/** An explanation. */
export const Note = ({ children }: { children: string }) => (
  <Text size="sm" color="alternative">
    {children}
  </Text>
);

/** An entry of a list to choose from; the wallet draws none without a text. */
export const Choice = ({ value, text }: { value: string; text: string }) => (
  <Option value={value}>{text === '' ? value : text}</Option>
);

/** Width of a section at 320 pixels, in pixels. */
export const LINE_WIDTH = 240;
/** The same outside of sections. */
export const WIDE_LINE = 272;
const widths: readonly (readonly [pixels: number, of: RegExp])[] = [
  [6, /[ .,:;/'"()fijlrt-]/u],
  [9, /[\p{Ll}0-9“”_≈−+]/u],
  [11, /[A-LN-VX-Z]/u],
];
const WIDEST = 14;
/** Between a label and its value. */
const GAP = 8;
/** How much of its width a small text takes. */
const SMALL = 12 / 14;
/** Places at which lines may be broken: not within a date. */
const BREAK = /\s+|-+(?!\d)/u;

/** Pixels that a text takes at most; m and w are the widest of their kind. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => {
    const [pixels = WIDEST] = widths.find(([, letters]) => letters.test(character)) ?? [];
    return sum + (/[mw]/u.test(character) ? WIDEST : pixels);
  }, 0);

const longestOf = (text: string): number => Math.max(...text.split(BREAK).map(widthOf));

/** Whether a row can hold a text: wallets break none of its words, and scroll sideways instead. */
export const fitsRow = (text: string): boolean => longestOf(text) <= LINE_WIDTH;

/** Whether texts fit beside each other on a line, with so many pixels of something else. */
export const fitsLine = (texts: readonly string[], taken = 0): boolean =>
  texts.reduce((sum, text) => sum + widthOf(text), taken) + GAP <= LINE_WIDTH;

type Look = Pick<TextProps, 'color' | 'fontWeight' | 'size'>;
type Sized = { readonly text: string; readonly size?: TextProps['size'] };

/** Whether texts have room beside each other on one line of a section. */
export function fitBeside(texts: readonly Sized[], width = LINE_WIDTH): boolean {
  const pixels = texts.map(({ text, size }) => widthOf(text) * (size === 'sm' ? SMALL : 1));
  return pixels.reduce((sum, one) => sum + GAP + one, -GAP) <= width;
}

/**
 * A label and its value, on one line if both fit, else below each other. The label is the lighter
 * one: wallets draw that of a `Row` bolder than its value.
 */
export const Line = ({
  label,
  width,
  children,
  ...look
}: Look & { label: string; width?: number; children: string }) => {
  const isOnLine = fitBeside(
    [label, children].map((text) => ({ text, size: look.size })),
    width,
  );
  if (isOnLine)
    return (
      <Ends>
        <Text size={look.size} color="alternative">
          {label}
        </Text>
        <Text alignment="end" {...look}>
          {children}
        </Text>
      </Ends>
    );
  return (
    <Box>
      <Note>{label}</Note>
      <Text {...look}>{children}</Text>
    </Box>
  );
};

/** The site that asks, smaller than what it asks for. */
export const Asker = ({ origin, say }: { origin: string; say: Say }) => (
  <Line label={say({ say: 'review.askedBy' })} width={WIDE_LINE} size="sm">
    {say(origin)}
  </Line>
);

/** Content at both ends of a line. */
export const Ends = ({ children }: Pick<BoxProps, 'children'>) => (
  <Box direction="horizontal" alignment="space-between" crossAlignment="center">
    {children}
  </Box>
);

/** The title of a part. */
export const Title = ({ children }: { children: string }) => (
  <Text fontWeight="medium">{children}</Text>
);

export const SmallButton = ({ name, children }: { name: string; children: string }) => (
  <Button name={name} size="sm">
    {children}
  </Button>
);

/** A full address below its label; `Address` would shorten it. */
export const AddressLine = ({ label, value }: { label: string; value: string }) => (
  <Box>
    <Note>{label}</Note>
    <Text size="sm">{groupHex(safeText(value, 66))}</Text>
  </Box>
);

/** Characters that wallets show of a `Copyable` at 320 pixels: one felt. */
const SHOWN_OF_COPYABLE = 66;

/** A value to be read and copied: wallets cut a long one in a `Copyable`, so it stands above, too. */
export const drawWhole = (value: string) => [
  value.length > SHOWN_OF_COPYABLE && <Text size="sm">{value}</Text>,
  <Copyable value={value} />,
];

export const drawFact = (fact: Fact, say: Say) => {
  switch (fact.as) {
    case 'text':
      return <Line label={say(fact.label, WHOLE)}>{say(fact.value, WHOLE)}</Line>;
    case 'sentence':
      return (
        <Text>
          <Bold>{say(fact.value, WHOLE)}</Bold>
        </Text>
      );
    case 'address': {
      const { label, name, value } = fact;
      const shownName = name === undefined ? null : asciiText(name, SHOWN_NAME_LIMIT);
      const labelWithName =
        shownName && say({ say: 'review.named', with: { label, name: shownName } }, WHOLE);
      return <AddressLine label={labelWithName ?? say(label, WHOLE)} value={value} />;
    }
    case 'raw': // `Row` takes no `Copyable`
      return (
        <Box>
          <Note>{say(fact.label, WHOLE)}</Note>
          {drawWhole(safeText(fact.value, WHOLE))}
        </Box>
      );
  }
};

/** The same to the last digit; undefined if nothing is rounded. */
export function exactly(label: Label): Label | undefined {
  if (typeof label === 'string' || 'ownName' in label) return undefined;
  if ('amount' in label && isRounded(label.amount)) return { ...label, isExact: true };
  if ('amount' in label) return undefined;
  const { say, with: places = {} } = label;
  const exact = Object.entries(places).map(([name, place]) => [name, exactly(place) ?? place]);
  const isSame = Object.values(places).every((place) => exactly(place) === undefined);
  if (isSame) return undefined;
  return { say, with: Object.fromEntries(exact) };
}

/** The amounts within a text. */
export function listAmounts(label: Label): Label[] {
  if (typeof label === 'string' || 'ownName' in label) return [];
  if ('amount' in label) return [label];
  return Object.values(label.with ?? {}).flatMap(listAmounts);
}

/** A fact's rounded amounts in full; empty if none is rounded. */
export function inFull(fact: Fact): Fact[] {
  if (fact.as !== 'text' && fact.as !== 'sentence') return [];
  const value = exactly(fact.value);
  if (value === undefined) return [];
  return [{ ...fact, value }];
}

export const SectionTitle = ({ children }: { children: string }) => (
  <Text size="sm" fontWeight="medium" color="alternative">
    {children}
  </Text>
);

export const drawSection = ({ title, facts }: SectionFacts, say: Say) => (
  <Section>
    <SectionTitle>{say(title)}</SectionTitle>
    {facts.map((fact) => drawFact(fact, say))}
  </Section>
);
