import { Box, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Note, Title } from '../review/draw';
import { safeText } from '../text/format';
import type { Label, TextName, TextRef } from '../text/words';
import type { Shown } from './shown';
import { drawTimeTurns } from './turns';

export type ActivityLine = {
  /** Unix milliseconds. */
  at: number;
  origin: string;
  what: TextRef;
  outcome: 'agreed' | 'refused' | 'answered' | 'failed';
  /** The reason, if it failed. */
  why: Label | null;
  times: number;
  /** The words of the node or service that the request failed at. */
  told?: string | undefined;
};

export type ActivityFacts = { lines: readonly ActivityLine[]; page: number; pages: number };

const outcomeNames = {
  agreed: ['home.agreed', 'success'],
  refused: ['home.refused', 'alternative'],
  answered: ['home.answered', 'alternative'],
  failed: ['home.failed', 'error'],
} as const satisfies Record<string, readonly [TextName, string]>;

function outcomeText({ outcome, why: reason, times }: ActivityLine): TextRef {
  const outcomeLabel: TextRef =
    reason === null
      ? { say: outcomeNames[outcome][0] }
      : { say: 'home.failedBecause', with: { why: reason } };
  if (times > 1) return { say: 'home.times', with: { what: outcomeLabel, times: String(times) } };
  return outcomeLabel;
}

const drawLine = (line: ActivityLine, { when, say }: Pick<Shown<unknown>, 'when' | 'say'>) => (
  <Section>
    <Title>{say(line.what)}</Title>
    <Text size="sm" color={outcomeNames[line.outcome][1]}>
      {say(outcomeText(line))}
    </Text>
    {line.told !== undefined && (
      <Note>{say({ say: 'home.serviceSaid', with: { text: safeText(line.told, 300) } })}</Note>
    )}
    <Note>
      {say({
        say: 'home.byAt',
        with: { account: safeText(line.origin, 80), time: when(line.at) },
      })}
    </Note>
  </Section>
);

/** Reads that nobody was asked about are many: they stand apart, so that they bury nothing. */
const isSilent = ({ outcome }: ActivityLine): boolean => outcome === 'answered';

/** Requests of each site, and their outcome. */
export const HomeActivity = ({
  facts: { lines, page, pages },
  when,
  say,
}: Shown<ActivityFacts>) => {
  const questions = lines.filter((line) => !isSilent(line));
  const reads = lines.filter(isSilent);
  return (
    <Box>
      {lines.length === 0 && (
        <Section>
          <Text color="alternative">{say({ say: 'home.noActivity' })}</Text>
        </Section>
      )}
      {questions.map((line) => drawLine(line, { when, say }))}
      {reads.length > 0 && <Text fontWeight="medium">{say({ say: 'home.silent' })}</Text>}
      {reads.map((line) => drawLine(line, { when, say }))}
      {pages > 1 && drawTimeTurns(page, page + 1 >= pages, say)}
    </Box>
  );
};
