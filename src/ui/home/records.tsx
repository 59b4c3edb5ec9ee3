import { Box, Link, Section, Text } from '@metamask/snaps-sdk/jsx';
import {
  AddressLine,
  drawWhole,
  exactly,
  Line,
  Note,
  SectionTitle,
  SmallButton,
  Title,
} from '../review/draw';
import type { Label } from '../review/facts';
import { clockText, safeText } from '../text/format';
import {
  divided,
  drawPayment,
  type Outcome,
  type PaymentFacts,
  statusColor,
  statusName,
} from './payment';
import type { Shown } from './shown';
import { getLinkName } from './view';

export type RecordDetails = Outcome & {
  hash: string;
  /** Unix milliseconds. */
  at: number;
  what: Label;
  account: Label;
  /** The node's full text of the reason. */
  nodeText: string | null;
  network: Label;
  contract: string;
  block: number | null;
  /** Its fee; null if that was not read. */
  fee: Label | null;
  /** Page of a known explorer; null on a local chain. */
  url: string | null;
  /** Who received what it consists of; null for anything but an amount or a piece. */
  recipient: { address: string; name: Label | undefined } | null;
  /** True for a payment, which the form can send again. */
  canRepeat: boolean;
};

type RecordsShown = Pick<Shown<readonly PaymentFacts[]>, 'facts' | 'isExact' | 'when' | 'say'>;

/** The newest transactions. */
export const HomeRecords = ({ facts: records, ...drawn }: RecordsShown) => (
  <Box>
    <SectionTitle>{drawn.say({ say: 'home.recent' })}</SectionTitle>
    <Section>
      {records.length === 0 ? (
        <Text color="alternative">{drawn.say({ say: 'home.noRecords' })}</Text>
      ) : (
        divided(records.map((record) => drawPayment(record, drawn)))
      )}
    </Section>
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
  if (name === undefined) return label;
  return { say: 'review.named', with: { label, name } };
};

/** One record in full. */
export const HomeRecord = ({ facts: record, say }: Shown<RecordDetails>) => (
  <Section>
    <Title>{say(exactly(record.what) ?? record.what)}</Title>
    <Text color={statusColor(record)}>{say({ say: statusName(record) })}</Text>
    {record.reason !== null && <Text color="error">{safeText(record.reason)}</Text>}
    {record.nodeText === record.reason || record.nodeText === null
      ? null
      : drawWhole(safeText(record.nodeText, 1_000))}
    <Line label={say({ say: 'home.sentAt' })}>{clockText(record.at)}</Line>
    <Line label={say({ say: 'review.account' })}>{say(record.account, 32)}</Line>
    <Line label={say({ say: 'review.network' })}>{say(record.network)}</Line>
    {record.block !== null && (
      <Line label={say({ say: 'home.block' })}>{String(record.block)}</Line>
    )}
    {record.fee !== null && <Line label={say({ say: 'review.fee' })}>{say(record.fee)}</Line>}
    {record.recipient !== null && (
      <AddressLine label={say(recipientLabel(record.recipient))} value={record.recipient.address} />
    )}
    <AddressLine label={say({ say: 'calls.contract' })} value={record.contract} />
    <Copied label={say({ say: 'home.hash' })} value={record.hash} />
    {record.url !== null && (
      <Text>
        <Link href={record.url}>{say({ say: 'home.explorer' })}</Link>
      </Text>
    )}
    {record.canRepeat && (
      <SmallButton name={getLinkName('send', record.hash)}>
        {say({ say: 'home.send.again' })}
      </SmallButton>
    )}
  </Section>
);
