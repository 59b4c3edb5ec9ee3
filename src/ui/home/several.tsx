import {
  Box,
  Button,
  Dropdown,
  Field,
  Footer,
  Form,
  Input,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { Ends, fitsLine, Line, Note, SectionTitle, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { drawNotes, drawTokenChoice, type SendNote, type TokenChoice } from './send';
import type { Shown } from './shown';
import { getSubmitName } from './view';

/** The form that pays several, and its fields. */
export const severalParts = {
  form: 'page.several',
  token: 'severalToken',
  lines: 'lines',
} as const;

/** A payment as it was read, or a part of the text that is none. */
export type SeveralRow = {
  /** Absent for a text that names nobody, or several. */
  readonly recipient?: Label;
  readonly amount?: Label;
  readonly notes: readonly SendNote[];
};

export type SeveralFacts = {
  network: Label;
  from: { name: Label; address: string };
  tokens: readonly TokenChoice[];
  /** True if the list has more tokens than the menu. */
  hasMoreTokens: boolean;
  rows: readonly SeveralRow[];
  /** All payments together; null until each has an amount. */
  total: Label | null;
  /** Notes about all of it. */
  notes: readonly SendNote[];
  /** The press that hosts are asked for now. */
  busy?: 'review' | undefined;
  /** Texts that are put into fields; the others keep what was typed. */
  fill: { severalToken?: string; lines?: string };
};

const drawRow = ({ recipient, amount, notes }: SeveralRow, say: Shown<unknown>['say']) => {
  const [name, sum] = [say(recipient ?? '', 32), amount === undefined ? '–' : say(amount)];
  const Sides = fitsLine([name, sum]) ? Ends : Box;
  return [
    recipient !== undefined && (
      <Sides>
        <Title>{name}</Title>
        <Text>{sum}</Text>
      </Sides>
    ),
    ...drawNotes(notes, say),
  ];
};

/**
 * Pays several recipients in one transaction. Fields have a value only where the module changes it,
 * and what was read stands beneath them: wallets may drop the ends of pasted lines.
 */
export const HomeSeveral = ({ facts, say }: Shown<SeveralFacts>) => (
  <Box key="several">
    <Section key="form">
      <Note>
        {say(
          { say: 'home.send.from', with: { account: facts.from.name, network: facts.network } },
          32,
        )}
      </Note>
      <Form name={severalParts.form} key="form">
        <Field label={say({ say: 'home.send.token' })} key="token">
          <Dropdown name={severalParts.token} value={facts.fill.severalToken}>
            {facts.tokens.map((token) => drawTokenChoice(token, say))}
          </Dropdown>
        </Field>
        <Field label={say({ say: 'home.several.lines' })} key="lines">
          <Input name={severalParts.lines} placeholder="0x… 5; Anna 7" value={facts.fill.lines} />
        </Field>
        <Note>{say({ say: 'home.several.hint' })}</Note>
      </Form>
      {facts.hasMoreTokens && <Note>{say({ say: 'home.tokensBeyondMenu' })}</Note>}
    </Section>
    <Box key="read">
      {facts.rows.length > 0 && (
        <Section>
          <SectionTitle>{say({ say: 'home.several.read' })}</SectionTitle>
          {facts.rows.map((row) => drawRow(row, say))}
          {facts.total !== null && (
            <Line label={say({ say: 'home.several.total' })}>{say(facts.total)}</Line>
          )}
        </Section>
      )}
      {drawNotes(facts.notes, say)}
    </Box>
  </Box>
);

/** The one way on from the form. */
export const drawSeveralFooter = ({ facts: { busy }, say }: Shown<SeveralFacts>) => (
  <Footer>
    <Button name={getSubmitName(severalParts.form)} loading={busy === 'review'}>
      {say({ say: busy === 'review' ? 'home.checking' : 'home.send.review' })}
    </Button>
  </Footer>
);
