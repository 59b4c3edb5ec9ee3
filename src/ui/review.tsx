import {
  Banner,
  Bold,
  Box,
  Copyable,
  Divider,
  Heading,
  Row,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { shapeLimits } from '../schema/shape';
import { formatAmount, groupHex } from './format';
import { safeText } from './safeText';

/** One thing that the user reads before deciding. `as` picks the widget, never the wording. */
export type Fact =
  | { as: 'text'; label: string; value: string }
  | { as: 'sentence'; value: string }
  | { as: 'address'; label: string; value: string; name?: string }
  | { as: 'amount'; label: string; value: string; symbol: string }
  | { as: 'raw'; label: string; value: string };

export type Warning = { severity: 'info' | 'warning' | 'danger'; title: string; text: string };

/** What a confirmation shows, as data: flow makes it, tests read it, `ReviewDialog` draws it. */
export type ReviewFacts = {
  title: string;
  origin: string;
  network: string;
  warnings: readonly Warning[];
  sections: readonly { title: string; facts: readonly Fact[] }[];
};

/** A request holds no more than this, so what is signed is never cut off. */
const WHOLE = shapeLimits.ordinary.totalLength;

const draw = (fact: Fact) => {
  switch (fact.as) {
    case 'text':
      return (
        <Row label={safeText(fact.label)}>
          <Text>{safeText(fact.value, WHOLE)}</Text>
        </Row>
      );
    case 'sentence':
      return (
        <Text>
          <Bold>{safeText(fact.value, 512)}</Bold>
        </Text>
      );
    case 'amount':
      return (
        <Row label={safeText(fact.label)}>
          <Text>{`${formatAmount(fact.value)} ${safeText(fact.symbol, 16)}`}</Text>
        </Row>
      );
    case 'address': // `Address` shortens: what is signed is shown in full
      return (
        <Box>
          <Text color="alternative" size="sm">
            {safeText(fact.name ? `${fact.label} (${fact.name})` : fact.label)}
          </Text>
          <Text>{groupHex(safeText(fact.value, 66))}</Text>
        </Box>
      );
    case 'raw': // `Row` takes no `Copyable`
      return (
        <Box>
          <Text color="alternative" size="sm">
            {safeText(fact.label)}
          </Text>
          <Copyable value={safeText(fact.value, WHOLE)} />
        </Box>
      );
  }
};

export const ReviewDialog = ({ title, origin, network, warnings, sections }: ReviewFacts) => (
  <Box>
    <Heading>{title}</Heading>
    <Row label="Asked by">
      <Text>{safeText(origin)}</Text>
    </Row>
    <Row label="Network">
      <Text>{network}</Text>
    </Row>
    {warnings.map((warning) => (
      <Banner title={safeText(warning.title)} severity={warning.severity}>
        <Text>{safeText(warning.text, 512)}</Text>
      </Banner>
    ))}
    {sections.map((section) => (
      <Section>
        <Text size="sm" fontWeight="medium">
          {section.title}
        </Text>
        <Divider />
        {section.facts.map(draw)}
      </Section>
    ))}
  </Box>
);
