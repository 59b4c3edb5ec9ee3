import { Box, Link, Section, Text } from '@metamask/snaps-sdk/jsx';
import type { TransactionStatus } from '../../schema/transaction';
import {
  AddressLine,
  drawWhole,
  Ends,
  exactly,
  Line,
  Note,
  SectionTitle,
  SmallButton,
  Title,
} from '../review/draw';
import type { Label } from '../review/facts';
import { clockText, safeText } from '../text/format';
import type { Say, TextName } from '../text/words';
import type { Shown } from './shown';
import { getLinkName } from './view';

export type RecordFacts = {
  what: Label;
  account: Label;
  hash: string;
  /** Unix milliseconds. */
  at: number;
  status: TransactionStatus;
  /** Why it was rejected or failed on chain, in short. */
  reason: string | null;
  /** True if no node knows it any more, though it may still be executed. */
  isMissing: boolean;
  isProven: boolean;
};

export type RecordDetails = RecordFacts & {
  /** The node's full text of the reason. */
  nodeText: string | null;
  network: Label;
  contract: string;
  block: number | null;
  /** What it cost; null if that was not read. */
  fee: Label | null;
  /** Page of a known explorer; null on a local chain. */
  url: string | null;
  /** Of a transfer, which the page can send again; null for anything else. */
  recipient: { address: string; name: Label | undefined } | null;
};

const statusNames = {
  RECEIVED: 'home.received',
  PENDING: 'home.pending',
  ACCEPTED_ON_L2: 'home.accepted',
  REJECTED: 'home.rejected',
} as const satisfies Record<TransactionStatus, TextName>;

type Outcome = Pick<RecordFacts, 'status' | 'reason' | 'isMissing' | 'isProven'>;

export function statusName({ status, reason, isMissing, isProven }: Outcome): TextName {
  if (isMissing) return 'home.missing';
  if (status !== 'ACCEPTED_ON_L2') return statusNames[status];
  if (reason !== null) return 'home.failedOnChain';
  return isProven ? 'home.proven' : 'home.accepted';
}

export const statusColor = ({ status, reason }: Pick<Outcome, 'status' | 'reason'>) => {
  if (status === 'REJECTED' || reason !== null) return 'error';
  return status === 'ACCEPTED_ON_L2' ? 'success' : 'warning';
};

const REASON_LIMIT = 160;

const drawRecord = (record: RecordFacts, isExact: boolean, say: Say) => (
  <Section>
    <Ends>
      <Title>{say((isExact && exactly(record.what)) || record.what, 48)}</Title>
      <SmallButton name={getLinkName('record', record.hash)}>
        {say({ say: 'home.details' })}
      </SmallButton>
    </Ends>
    <Text size="sm" color={statusColor(record)}>
      {say({ say: statusName(record) })}
    </Text>
    {record.reason === null ? null : (
      <Text size="sm" color="error">
        {safeText(record.reason, REASON_LIMIT)}
      </Text>
    )}
    <Note>
      {say({ say: 'home.byAt', with: { account: record.account, time: clockText(record.at) } }, 32)}
    </Note>
  </Section>
);

type RecordsFacts = { records: readonly RecordFacts[]; isExact: boolean };

export const HomeRecords = ({ records, isExact, say }: RecordsFacts & { say: Say }) => (
  <Box>
    <SectionTitle>{say({ say: 'home.recent' })}</SectionTitle>
    {records.length === 0 ? (
      <Section>
        <Text color="alternative">{say({ say: 'home.noRecords' })}</Text>
      </Section>
    ) : null}
    {records.map((record) => drawRecord(record, isExact, say))}
  </Box>
);

const Copied = ({ label, value }: { label: string; value: string }) => (
  <Box>
    <Note>{label}</Note>
    {drawWhole(value)}
  </Box>
);

const recipientLabel = ({ name }: { name: Label | undefined }): Label => {
  const label = { say: 'home.send.to' } as const;
  return name === undefined ? label : { say: 'review.named', with: { label, name } };
};

/** One record in full. */
export const HomeRecord = ({ facts: record, say }: Shown<RecordDetails>) => (
  <Section>
    <Title>{say(exactly(record.what) ?? record.what)}</Title>
    <Text color={statusColor(record)}>{say({ say: statusName(record) })}</Text>
    {record.reason === null ? null : <Text color="error">{safeText(record.reason)}</Text>}
    {record.nodeText === record.reason || record.nodeText === null
      ? null
      : drawWhole(safeText(record.nodeText, 1_000))}
    <Line label={say({ say: 'home.sentAt' })}>{clockText(record.at)}</Line>
    <Line label={say({ say: 'review.account' })}>{say(record.account, 32)}</Line>
    <Line label={say({ say: 'review.network' })}>{say(record.network)}</Line>
    {record.block === null ? null : (
      <Line label={say({ say: 'home.block' })}>{String(record.block)}</Line>
    )}
    {record.fee === null ? null : <Line label={say({ say: 'review.fee' })}>{say(record.fee)}</Line>}
    {record.recipient === null ? null : (
      <AddressLine label={say(recipientLabel(record.recipient))} value={record.recipient.address} />
    )}
    <AddressLine label={say({ say: 'calls.contract' })} value={record.contract} />
    <Copied label={say({ say: 'home.hash' })} value={record.hash} />
    {record.url === null ? null : (
      <Text>
        <Link href={record.url}>{say({ say: 'home.explorer' })}</Link>
      </Text>
    )}
    {record.recipient === null ? null : (
      <SmallButton name={getLinkName('send', record.hash)}>
        {say({ say: 'home.send.again' })}
      </SmallButton>
    )}
  </Section>
);
