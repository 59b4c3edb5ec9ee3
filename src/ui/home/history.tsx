import { Box, Copyable, Dropdown, Field, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Choice, exactly, Note, SmallButton } from '../review/draw';
import type { Label } from '../review/facts';
import type { Say } from '../text/words';
import { drawFetched, type Fetched } from './fetched';
import { divided, drawPayment, type PaymentFacts } from './payment';
import type { Shown } from './shown';
import { drawTimeTurns } from './turns';
import { getLinkName } from './view';

/** Fields and buttons of the list of transactions. */
export const historyParts = {
  account: 'page.history.account',
  /** Unfolds the table to be copied. */
  table: 'page.history.table',
} as const;

export type HistoryLine = PaymentFacts & {
  /** The other side in full, if the line alone does not say it. */
  other: Label | undefined;
  /** Known once a node was asked. */
  fee: Label | undefined;
  /** Who carried it out and paid for it, if another account did. */
  by: Label | undefined;
  /** True if it was sent from here, and can be opened. */
  isOwn: boolean;
  /** Its page at an explorer; null on a local chain. */
  url: string | null;
};

export type HistoryFacts = {
  accounts: readonly { readonly name: Label; readonly address: string }[];
  /** True if the menu leaves some out. */
  hasMoreAccounts: boolean;
  /** Address of the account whose transactions are listed. */
  account: string;
  fetched: Fetched;
  /** Amounts paid to others in the last seven days, by token; not whole if others may be on older pages or were not read. */
  week: { readonly amounts: readonly Label[]; readonly isWhole: boolean } | null;
  lines: readonly HistoryLine[];
  page: number;
  isLast: boolean;
  /** The transactions as comma-separated values; null while they are folded. */
  table: string | null;
};

type Drawn = Parameters<typeof drawPayment>[1];

const drawLine = (line: HistoryLine, drawn: Drawn) => {
  const { fee, by, isOwn, url, other, isIncoming } = line;
  const notes: Label[] = [];
  if (other !== undefined)
    notes.push({ say: isIncoming ? 'home.from' : 'home.to', with: { other } });
  if (fee !== undefined) notes.push({ say: 'home.paidFee', with: { fee } });
  if (by !== undefined) notes.push({ say: 'home.carriedOutBy', with: { other: by } });
  return drawPayment(line, drawn, { isOwn, notes, url: isOwn ? null : url });
};

type Week = NonNullable<HistoryFacts['week']>;

const drawWeek = ({ amounts, isWhole }: Week, { isExact, say }: Pick<Drawn, 'isExact' | 'say'>) => (
  <Section>
    <Note>{say({ say: isWhole ? 'home.paidInWeek' : 'home.paidInWeekAtLeast' })}</Note>
    <Text>{amounts.map((one) => say((isExact && exactly(one)) || one)).join(' · ')}</Text>
  </Section>
);

/** The transactions for a program that reads tables, such as for taxes. */
const drawTable = (table: string | null, say: Say) => [
  <SmallButton name={historyParts.table}>
    {say({ say: table === null ? 'home.table' : 'home.fold' })}
  </SmallButton>,
  table === null ? null : (
    <Section>
      <Note>{say({ say: 'home.tableText' })}</Note>
      <Copyable value={table} />
    </Section>
  ),
];

/** The transactions of an account, in and out. */
export const HomeHistory = ({ facts, isExact, when, say }: Shown<HistoryFacts>) => {
  const { accounts, hasMoreAccounts, account, fetched, week, lines, page, isLast, table } = facts;
  return (
    <Box>
      {accounts.length > 1 && (
        <Field label={say({ say: 'review.account' })}>
          <Dropdown name={historyParts.account} value={account}>
            {accounts.map(({ name, address }) => (
              <Choice value={address} text={say(name, 32)} />
            ))}
          </Dropdown>
        </Field>
      )}
      {hasMoreAccounts && <Note>{say({ say: 'home.historyOfOthers' })}</Note>}
      {drawFetched(fetched, getLinkName('history', account), { when, say })}
      {week !== null && drawWeek(week, { isExact, say })}
      {lines.length === 0 && fetched.state !== 'reading' && (
        <Section>
          <Text color="alternative">{say({ say: 'home.noHistory' })}</Text>
        </Section>
      )}
      {lines.length !== 0 && (
        <Section>{divided(lines.map((line) => drawLine(line, { isExact, when, say })))}</Section>
      )}
      {page === 0 && isLast ? null : drawTimeTurns(page, isLast, say)}
      {lines.length > 0 && drawTable(table, say)}
    </Box>
  );
};
