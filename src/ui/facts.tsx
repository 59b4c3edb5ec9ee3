import { Bold, Box, Copyable, Row, Section, Text } from '@metamask/snaps-sdk/jsx';
import { formatAmount, groupHex } from './format';
import type { Fact, Label, Section as SectionFacts } from './reviewFacts';
import { asciiText, safeText } from './safeText';
import type { Say } from './words';

/** What is signed is never cut off; requests are of limited size. */
const WHOLE = Number.POSITIVE_INFINITY;
const SYMBOL_LIMIT = 16;
const NAME_LIMIT = 64;

export const symbolText = (symbol: string): string => asciiText(symbol, SYMBOL_LIMIT);

/** An address in full below its label; `Address` would shorten it. */
export const AddressLine = ({ label, value }: { label: string; value: string }) => (
  <Box>
    <Text color="alternative" size="sm">
      {label}
    </Text>
    <Text size="sm">{groupHex(safeText(value, 66))}</Text>
  </Box>
);

export const drawFact = (fact: Fact, say: Say) => {
  switch (fact.as) {
    case 'text':
      return (
        <Row label={say(fact.label)}>
          <Text>{say(fact.value, WHOLE)}</Text>
        </Row>
      );
    case 'sentence':
      return (
        <Text>
          <Bold>{say(fact.value, WHOLE)}</Bold>
        </Text>
      );
    case 'amount':
      return (
        <Row label={say(fact.label)}>
          <Text>{`${formatAmount(safeText(fact.value))} ${symbolText(fact.symbol)}`}</Text>
        </Row>
      );
    case 'address': {
      const { label, name, value } = fact;
      const known = name === undefined ? null : asciiText(name, NAME_LIMIT);
      const named = known && say({ say: 'review.named', with: { label, name: known } });
      return <AddressLine label={named ?? say(label)} value={value} />;
    }
    case 'raw': // `Row` takes no `Copyable`
      return (
        <Box>
          <Text color="alternative" size="sm">
            {say(fact.label)}
          </Text>
          <Copyable value={safeText(fact.value, WHOLE)} />
        </Box>
      );
  }
};

/** An amount of which the drawing leaves decimals out, wholly; nothing where it leaves out none. */
export const inFull = (label: Label, amount: string | null, whole: string): Fact[] =>
  amount !== null && formatAmount(amount).endsWith('…')
    ? [{ as: 'text', label: { say: 'review.wholly', with: { label } }, value: whole }]
    : [];

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
