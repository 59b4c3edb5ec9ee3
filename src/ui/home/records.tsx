import { Box, Button, Copyable, Row, Section, Text } from '@metamask/snaps-sdk/jsx';
import type { TransactionStatus } from '../../schema/transaction';
import { AddressLine, exactly, SectionTitle } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { Say, TextName } from '../text/words';
import { clockText } from './time';
import { homeParts } from './view';

export type RecordFacts = {
  what: Label;
  account: Label;
  hash: string;
  /** Unix milliseconds. */
  at: number;
  status: TransactionStatus;
  /** Why it was rejected, or failed on chain; in the words of a node. */
  reason: string | null;
  isProven: boolean;
};

export type RecordDetails = RecordFacts & {
  network: Label;
  contract: string;
  block: number | null;
  /** Page of a known explorer. */
  url: string;
};

const statusNames = {
  RECEIVED: 'home.received',
  PENDING: 'home.pending',
  ACCEPTED_ON_L2: 'home.accepted',
  REJECTED: 'home.rejected',
} as const satisfies Record<TransactionStatus, TextName>;

function statusName({ status, reason, isProven }: RecordFacts): TextName {
  if (status !== 'ACCEPTED_ON_L2') return statusNames[status];
  if (reason !== null) return 'home.failedOnChain';
  return isProven ? 'home.proven' : 'home.accepted';
}

const colorOf = ({ status, reason }: RecordFacts) => {
  if (status === 'REJECTED' || reason !== null) return 'error';
  return status === 'ACCEPTED_ON_L2' ? 'success' : 'warning';
};

const REASON_LIMIT = 160;

const drawRecord = (record: RecordFacts, isExact: boolean, say: Say) => (
  <Section>
    <Box direction="horizontal" alignment="space-between" crossAlignment="center">
      <Text fontWeight="medium">{say((isExact && exactly(record.what)) || record.what, 48)}</Text>
      <Button name={`${homeParts.record}${record.hash}`} size="sm">
        {say({ say: 'home.details' })}
      </Button>
    </Box>
    <Text size="sm" color={colorOf(record)}>
      {say({ say: statusName(record) })}
    </Text>
    {record.reason === null ? null : (
      <Text size="sm" color="error">
        {safeText(record.reason, REASON_LIMIT)}
      </Text>
    )}
    <Text size="sm" color="muted">
      {say({ say: 'home.byAt', with: { account: record.account, time: clockText(record.at) } }, 32)}
    </Text>
  </Section>
);

type RecordsFacts = { records: readonly RecordFacts[]; isExact: boolean };

export const HomeRecords = ({ records, isExact, say }: RecordsFacts & { say: Say }) => (
  <Box>
    <SectionTitle>{say({ say: 'home.recent' })}</SectionTitle>
    {records.length === 0 ? (
      <Section>
        <Text color="muted">{say({ say: 'home.noRecords' })}</Text>
      </Section>
    ) : null}
    {records.map((record) => drawRecord(record, isExact, say))}
  </Box>
);

const Copied = ({ label, value }: { label: string; value: string }) => (
  <Box>
    <Text size="sm" color="alternative">
      {label}
    </Text>
    <Copyable value={value} />
  </Box>
);

/** One record in full. */
export const HomeRecord = ({ record, say }: { record: RecordDetails; say: Say }) => (
  <Section>
    <Text fontWeight="medium">{say(exactly(record.what) ?? record.what)}</Text>
    <Text color={colorOf(record)}>{say({ say: statusName(record) })}</Text>
    {record.reason === null ? null : <Text color="error">{safeText(record.reason, 1_000)}</Text>}
    <Row label={say({ say: 'home.sentAt' })}>
      <Text>{clockText(record.at)}</Text>
    </Row>
    <Row label={say({ say: 'review.account' })}>
      <Text>{say(record.account, 32)}</Text>
    </Row>
    <Row label={say({ say: 'review.network' })}>
      <Text>{say(record.network)}</Text>
    </Row>
    {record.block === null ? null : (
      <Row label={say({ say: 'home.block' })}>
        <Text>{String(record.block)}</Text>
      </Row>
    )}
    <AddressLine label={say({ say: 'calls.contract' })} value={record.contract} />
    <Copied label={say({ say: 'home.hash' })} value={record.hash} />
    <Copied label={say({ say: 'home.explorer' })} value={record.url} />
  </Section>
);
