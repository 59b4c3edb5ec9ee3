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
import type { Fact, Label, ReviewFacts, Severity } from './reviewFacts';
import { safeText } from './safeText';

/** A request holds no more than this, so what is signed is never cut off. */
const WHOLE = shapeLimits.ordinary.totalLength;

const banners = {
  info: 'info',
  caution: 'warning',
  high: 'danger',
  critical: 'danger',
} as const satisfies Record<Severity, string>;

const plain = (label: Label): string => (typeof label === 'string' ? label : label.say);

const draw = (fact: Fact) => {
  switch (fact.as) {
    case 'text':
      return (
        <Row label={safeText(plain(fact.label))}>
          <Text>{safeText(plain(fact.value), WHOLE)}</Text>
        </Row>
      );
    case 'sentence':
      return (
        <Text>
          <Bold>{safeText(plain(fact.value), 512)}</Bold>
        </Text>
      );
    case 'amount':
      return (
        <Row label={safeText(plain(fact.label))}>
          <Text>{`${formatAmount(fact.value)} ${safeText(fact.symbol, 16)}`}</Text>
        </Row>
      );
    case 'address': // `Address` shortens: what is signed is shown in full
      return (
        <Box>
          <Text color="alternative" size="sm">
            {safeText(fact.name ? `${plain(fact.label)} (${fact.name})` : plain(fact.label))}
          </Text>
          <Text>{groupHex(safeText(fact.value, 66))}</Text>
        </Box>
      );
    case 'raw': // `Row` takes no `Copyable`
      return (
        <Box>
          <Text color="alternative" size="sm">
            {safeText(plain(fact.label))}
          </Text>
          <Copyable value={safeText(fact.value, WHOLE)} />
        </Box>
      );
  }
};

export const ReviewDialog = ({ title, origin, network, warnings, sections }: ReviewFacts) => (
  <Box>
    <Heading>{plain(title)}</Heading>
    <Row label="Asked by">
      <Text>{safeText(origin)}</Text>
    </Row>
    <Row label="Network">
      <Text>{network}</Text>
    </Row>
    {warnings.map((warning) => (
      <Banner title={safeText(plain(warning.title))} severity={banners[warning.severity]}>
        <Text>{safeText(plain(warning.text), 512)}</Text>
      </Banner>
    ))}
    {sections.map((section) => (
      <Section>
        <Text size="sm" fontWeight="medium">
          {plain(section.title)}
        </Text>
        <Divider />
        {section.facts.map(draw)}
      </Section>
    ))}
  </Box>
);
