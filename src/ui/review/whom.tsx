import { Box, Text } from '@metamask/snaps-sdk/jsx';
import { groupHex, safeText } from '../text/format';
import { type Label, type Say, say, type TextRef } from '../text/words';
import { Line, WIDE_LINE } from './draw';
import type { Fact, Section, Whom } from './facts';

const NAME_LIMIT = 64;
const grouped = (address: string): string => groupHex(safeText(address, 66));

/** The first and the last four digits: what people compare. */
const endsOf = (full: string): string => {
  const [prefix, first, ...otherWords] = full.split(' ');
  if (otherWords.length < 2) return full;
  return [prefix, first, '…', otherWords.at(-1)].join(' ');
};

/** Whom an act concerns: by name or by the ends of the address, with the full one beneath. */
export const WhomLine = ({ whom, say }: { whom: Whom; say: Say }) => {
  const { label, name, address } = whom;
  const full = grouped(address);
  return (
    <Box>
      <Line label={say(label)} width={WIDE_LINE}>
        {name === undefined ? endsOf(full) : say(name, NAME_LIMIT)}
      </Line>
      <Text size="sm">{full}</Text>
    </Box>
  );
};

const isBelow = (label: Label): boolean => Object(label).say === 'calls.below';

/** The same sentence where the address that it means stands above it. */
function pointUp(text: TextRef): TextRef {
  const places = Object.entries(text.with ?? {}).map(([name, place]): [string, Label] => {
    if (isBelow(place)) return [name, say('calls.above')];
    if (typeof place === 'object' && 'say' in place) return [name, pointUp(place)];
    return [name, place];
  });
  if (places.length === 0) return text;
  return { ...text, with: Object.fromEntries(places) };
}

const withPointer = (fact: Fact): Fact => {
  if (fact.as === 'sentence' && typeof fact.value === 'object' && 'say' in fact.value)
    return { ...fact, value: pointUp(fact.value) };
  return fact;
};

/** The sections without the address that stands at the top, once and in full. */
export function withoutWhom(sections: readonly Section[], whom: Whom | undefined): Section[] {
  const isWhom = (fact: Fact) => fact.as === 'address' && fact.value === whom?.address;
  const sectionIndex = sections.findIndex(({ facts }) => facts.some(isWhom));
  return sections.map((section, index) => {
    if (index !== sectionIndex) return section;
    const lifted = section.facts.findIndex(isWhom);
    const otherFacts = section.facts.filter((_fact, place) => place !== lifted);
    return { ...section, facts: otherFacts.map(withPointer) };
  });
}
