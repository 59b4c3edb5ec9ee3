import { Banner, Bold, Box, Row, Section, Text } from '@metamask/snaps-sdk/jsx';
import { shortHex } from '../text/format';
import type { Say, TextRef } from '../text/words';
import { fitsRow, SectionTitle } from './draw';
import { type ReviewFacts, type Severity, type Warning, worstFirst } from './facts';

/** Appearance and label of each severity. */
const looks = {
  critical: { banner: 'danger', row: 'critical', color: 'error', word: 'review.criticalWord' },
  high: { banner: 'danger', row: 'critical', color: 'error', word: 'review.highWord' },
  caution: { banner: 'warning', row: 'warning', color: 'warning', word: 'review.cautionWord' },
  info: { banner: 'info', row: 'default', color: 'default', word: 'review.infoWord' },
} as const satisfies Record<Severity, object>;

const WARNING_LIMIT = 512;
const WHOLE_ADDRESS = /0x(?: [0-9a-f]{4}){16}/gu;

/** Warnings that make refusal the default: the user must first tick that they are understood. */
export const selectSevere = ({ warnings }: Pick<ReviewFacts, 'warnings'>): readonly Warning[] =>
  warnings.filter(({ severity }) => severity === 'critical' || severity === 'high');

/** Maximum critical warnings in full: more would push the request out of sight. */
const MOST_IN_FULL = 2;

/** Worst first; the worst one or the critical ones in full, the others with folded text. */
function splitWarnings(warnings: readonly Warning[]) {
  const sorted = worstFirst(warnings);
  const critical = warnings.filter(({ severity }) => severity === 'critical').length;
  const count = Math.min(Math.max(1, critical), MOST_IN_FULL);
  return { inFull: sorted.slice(0, count), brief: sorted.slice(count) };
}

/** Addresses that are visible in full without unfolding, as numbers. */
function addressesInSight({ sections, preview, whom }: ReviewFacts): Set<bigint> {
  const changes = preview?.state === 'known' ? preview.changes : [];
  const addresses = [
    whom?.address ?? [],
    ...sections.flatMap(({ facts }) =>
      facts.filter((fact) => fact.as === 'address').map(({ value }) => value),
    ),
    ...changes.flatMap(({ spender = [], address, verified }) => [spender, verified ? [] : address]),
  ].flat();
  return new Set(addresses.filter((text) => /^0x[0-9a-f]{1,64}$/u.test(text)).map(BigInt));
}

/** Shortens addresses in a text that are visible in full below. */
const pointingAt = (text: string, inSight: ReadonlySet<bigint>): string =>
  text.replace(WHOLE_ADDRESS, (whole) =>
    inSight.has(BigInt(whole.replaceAll(' ', ''))) ? shortHex(whole) : whole,
  );

const warningTexts = (facts: ReviewFacts, say: Say) => {
  const inSight = addressesInSight(facts);
  return ({ text }: Warning): string => pointingAt(say(text, WARNING_LIMIT), inSight);
};

const inFullText = (warning: Warning, textOf: (warning: Warning) => string, say: Say) => {
  const { severity, title: value } = warning;
  const { banner, word } = looks[severity];
  const graded: TextRef = { say: 'review.labelled', with: { label: { say: word }, value } };
  return (
    <Banner title={say(severity === 'info' ? value : graded)} severity={banner}>
      <Text size="sm">{textOf(warning)}</Text>
    </Banner>
  );
};

/** The worst one, which stands above what changes; null if there is none. */
export const WorstWarning = ({ facts, say }: { facts: ReviewFacts; say: Say }) => {
  const [worst] = splitWarnings(facts.warnings).inFull;
  if (worst) return inFullText(worst, warningTexts(facts, say), say);
  return null;
};

/** All others, below what changes: more above it would push it out of sight. */
export const OtherWarnings = ({ facts, say }: { facts: ReviewFacts; say: Say }) => {
  const { inFull, brief } = splitWarnings(facts.warnings);
  const titles = facts.warnings.map(({ title }) => say(title));
  const textOf = warningTexts(facts, say);
  return (
    <Box>
      {inFull.slice(1).map((warning) => inFullText(warning, textOf, say))}
      {brief.map((warning) => {
        const { word, row, color } = looks[warning.severity];
        const title = say(warning.title);
        // Equal titles, for two tokens or spenders, do not tell which is which.
        const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
        const text = isAlone ? title : textOf(warning);
        const label: TextRef = { say: word };
        if (!fitsRow(text))
          return (
            <Text color={color}>
              {say({ say: 'review.labelled', with: { label, value: text } })}
            </Text>
          );
        return (
          <Row label={say(label)} variant={row}>
            <Text>{text}</Text>
          </Row>
        );
      })}
    </Box>
  );
};

/** Whether that rule's warning is visible in full without unfolding. */
export const isToldInFull = ({ warnings }: ReviewFacts, rule: string): boolean =>
  splitWarnings(warnings).inFull.some((warning) => warning.rule === rule);

export const hasBriefWarnings = ({ warnings }: ReviewFacts): boolean =>
  splitWarnings(warnings).brief.length > 0;

/** The texts of warnings of which only the title is visible. */
export const MoreOnWarnings = ({ facts, say }: { facts: ReviewFacts; say: Say }) => {
  const textOf = warningTexts(facts, say);
  return (
    <Section>
      <SectionTitle>{say({ say: 'review.moreOnWarnings' })}</SectionTitle>
      {splitWarnings(facts.warnings).brief.map((warning) => (
        <Box>
          <Text size="sm">
            <Bold>{say(warning.title)}</Bold>
          </Text>
          <Text size="sm">{textOf(warning)}</Text>
        </Box>
      ))}
    </Section>
  );
};
