import { Box, Button, Dropdown, Field, Link, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Choice, Ends, exactly, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { clockText, safeText } from '../text/format';
import type { Say } from '../text/words';
import { drawFetched, type Fetched } from './fetched';
import { type RecordFacts, statusColor, statusName } from './records';
import type { Shown } from './shown';
import { getLinkName, homeParts } from './view';

/** Fields of the list of transactions. */
export const historyParts = { account: 'page.history.account' } as const;

export type HistoryLine = Pick<
  RecordFacts,
  'hash' | 'at' | 'status' | 'reason' | 'isMissing' | 'isProven'
> & {
  what: Label;
  isIncoming: boolean;
  /** Who sent or gets it: a name or an address; undefined if there is no such one. */
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
  /** Address of the account whose transactions are listed. */
  account: string;
  fetched: Fetched;
  lines: readonly HistoryLine[];
  page: number;
  isLast: boolean;
};

const NAME_LIMIT = 48;
/** Room for an address in fours, whose end counts as much as its beginning. */
const SIDE_LIMIT = 128;
const REASON_LIMIT = 160;

const drawLine = (line: HistoryLine, isExact: boolean, say: Say) => {
  const { what, isIncoming, other, fee, by, reason, at, hash, isOwn, url } = line;
  return (
    <Section>
      <Ends>
        <Title>{say((isExact && exactly(what)) || what, NAME_LIMIT)}</Title>
        {isOwn ? (
          <SmallButton name={getLinkName('record', hash)}>
            {say({ say: 'home.details' })}
          </SmallButton>
        ) : null}
      </Ends>
      {other === undefined ? null : (
        <Text size="sm">
          {say({ say: isIncoming ? 'home.from' : 'home.to', with: { other } }, SIDE_LIMIT)}
        </Text>
      )}
      <Text size="sm" color={statusColor(line)}>
        {say({ say: statusName(line) })}
      </Text>
      {reason === null ? null : (
        <Text size="sm" color="error">
          {safeText(reason, REASON_LIMIT)}
        </Text>
      )}
      {fee === undefined ? null : <Note>{say({ say: 'home.paidFee', with: { fee } })}</Note>}
      {by === undefined ? null : (
        <Note>{say({ say: 'home.carriedOutBy', with: { other: by } }, SIDE_LIMIT)}</Note>
      )}
      <Note>{clockText(at)}</Note>
      {isOwn || url === null ? null : (
        <Text size="sm">
          <Link href={url}>{say({ say: 'home.explorer' })}</Link>
        </Text>
      )}
    </Section>
  );
};

/** The transactions of an account, in and out. */
export const HomeHistory = ({ facts, isExact, say }: Shown<HistoryFacts>) => {
  const { accounts, account, fetched, lines, page, isLast } = facts;
  return (
    <Box>
      {accounts.length > 1 ? (
        <Field label={say({ say: 'review.account' })}>
          <Dropdown name={historyParts.account} value={account}>
            {accounts.map(({ name, address }) => (
              <Choice value={address} text={say(name, 32)} />
            ))}
          </Dropdown>
        </Field>
      ) : null}
      {drawFetched(fetched, getLinkName('history', account), say)}
      {lines.length === 0 && fetched.state !== 'reading' ? (
        <Section>
          <Text color="alternative">{say({ say: 'home.noHistory' })}</Text>
        </Section>
      ) : null}
      {lines.map((line) => drawLine(line, isExact, say))}
      {page === 0 && isLast ? null : (
        <Box direction="horizontal" alignment="space-between">
          <Button name={`${homeParts.turn}${page - 1}`} disabled={page === 0}>
            {say({ say: 'home.newer' })}
          </Button>
          <Button name={`${homeParts.turn}${page + 1}`} disabled={isLast}>
            {say({ say: 'home.older' })}
          </Button>
        </Box>
      )}
    </Box>
  );
};
