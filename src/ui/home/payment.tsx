import { Box, Button, Divider, Icon, Link, Text } from '@metamask/snaps-sdk/jsx';
import type { TransactionStatus } from '../../schema/transaction';
import { Ends, exactly, fitBeside, LINE_WIDTH, Note, WIDE_LINE } from '../review/draw';
import { safeText } from '../text/format';
import type { Label, TextName } from '../text/words';
import type { Shown } from './shown';
import { getLinkName } from './view';

/** The status of a transaction. */
export type Outcome = {
  status: TransactionStatus;
  /** Why it was rejected or failed on chain, in short. */
  reason: string | null;
  /** True if no node knows it any more, though it may still be executed. */
  isMissing: boolean;
  isProven: boolean;
};

/** A transaction of a list. */
export type PaymentFacts = Outcome & {
  hash: string;
  /** Unix milliseconds. */
  at: number;
  what: Label;
  /** Amount and other side of a plain payment; absent for anything else. */
  paid?: { readonly amount: Label; readonly who: Label } | undefined;
  isIncoming: boolean;
  /** At today's price; absent if there is none. */
  worth?: Label | undefined;
  /** The account that sent it, if another one than that in sight. */
  account?: Label | undefined;
};

const statusNames = {
  RECEIVED: 'home.received',
  PENDING: 'home.pending',
  ACCEPTED_ON_L2: 'home.accepted',
  REJECTED: 'home.rejected',
} as const satisfies Record<TransactionStatus, TextName>;

export function statusName({ status, reason, isMissing, isProven }: Outcome): TextName {
  if (isMissing) return 'home.missing';
  if (status !== 'ACCEPTED_ON_L2') return statusNames[status];
  if (reason !== null) return 'home.failedOnChain';
  if (isProven) return 'home.proven';
  return 'home.accepted';
}

/** Color of a status: only what is open or went wrong stands out in a list. */
const lineColor = (outcome: Outcome) => {
  const color = statusColor(outcome);
  if (color === 'success') return 'alternative';
  return color;
};

export const statusColor = ({ status, reason }: Pick<Outcome, 'status' | 'reason'>) => {
  if (status === 'REJECTED' || reason !== null) return 'error';
  if (status === 'ACCEPTED_ON_L2') return 'success';
  return 'warning';
};

function iconName({ paid, isIncoming, status, reason }: PaymentFacts) {
  if (status === 'REJECTED' || reason !== null) return 'danger';
  if (isIncoming) return 'arrow-2-down';
  if (paid) return 'arrow-2-up-right';
  return 'arrow-2-right';
}

const NAME_LIMIT = 48;
/** Room for an address in fours, whose end counts as much as its beginning. */
const SIDE_LIMIT = 128;
const REASON_LIMIT = 160;
/** Pixels of the icon with its gap, and of what wallets leave at both sides of a button. */
const ICON_WIDTH = 20;
const BUTTON_WIDTH = 12;
const small = 'sm' as const;

type Drawn = Pick<Shown<unknown>, 'isExact' | 'when' | 'say'>;

/** The other side of a payment, or the act; a press opens the record. */
const drawSubject = (line: PaymentFacts, text: string, isOwn: boolean, isBeside: boolean) => {
  const icon = <Icon name={iconName(line)} />;
  if (!isOwn)
    return (
      <Text size={small} fontWeight="medium">
        {icon} {text}
      </Text>
    );
  const button = (
    <Button name={getLinkName('record', line.hash)} size="sm">
      {icon} {text}
    </Button>
  );
  // Wallets draw a button above other things as wide as they are, with its text in the middle; in a
  // row, they never draw it narrower than its longest word.
  if (isBeside || !text.split(' ').every(fitsRow)) return button;
  return <Box direction="horizontal">{button}</Box>;
};

const smallText = (text: string) => ({ text, size: small });
const fitsRow = (text: string): boolean => fitBeside([smallText(text)]);

const subjectOf = ({ paid, what, isIncoming }: PaymentFacts, { isExact, say }: Drawn): string => {
  if (!paid) return say((isExact && exactly(what)) || what, NAME_LIMIT);
  return say({ say: isIncoming ? 'home.from' : 'home.to', with: { other: paid.who } }, SIDE_LIMIT);
};

const amountOf = ({ paid, isIncoming }: PaymentFacts, { isExact, say }: Drawn): string | null => {
  if (!paid) return null;
  const amount = (isExact && exactly(paid.amount)) || paid.amount;
  return say({ say: isIncoming ? 'home.plus' : 'home.minus', with: { amount } });
};

/** Time and status, and the account if it is another one. */
function standingOf(line: PaymentFacts, { when, say }: Drawn): string {
  const time = when(line.at);
  const state = { say: statusName(line) };
  const both = { say: 'home.whenState', with: { time, state } } as const;
  if (line.account === undefined) return say(both);
  return say({ say: 'home.byAt', with: { account: line.account, time: both } }, 32);
}

/** How it stands and what that is worth: beside each other, or the worth right below the amount. */
const drawSecondLine = (line: PaymentFacts, standing: string, worth: string) => {
  const drawnStanding = (
    <Text size={small} color={lineColor(line)}>
      {standing}
    </Text>
  );
  if (worth === '') return drawnStanding;
  const drawnWorth = (
    <Text size={small} color="alternative" alignment="end">
      {worth}
    </Text>
  );
  if (fitBeside([smallText(standing), smallText(worth)], WIDE_LINE))
    return (
      <Ends>
        {drawnStanding}
        {drawnWorth}
      </Ends>
    );
  return (
    <Box>
      {drawnWorth}
      {drawnStanding}
    </Box>
  );
};

/**
 * A transaction in two lines: who and how much, then when, how it stands and what that is worth.
 * The second of two that have no room beside each other has a line of its own, at the same side.
 */
export const drawPayment = (
  line: PaymentFacts,
  drawn: Drawn,
  { isOwn = true, notes = [], url = null }: PaymentExtras = {},
) => {
  const { say } = drawn;
  const [subject, amount] = [subjectOf(line, drawn), amountOf(line, drawn) ?? ''];
  const [standing, worth] = [standingOf(line, drawn), line.worth ? say(line.worth) : ''];
  const first = [smallText(subject), { text: amount }];
  const isBeside = fitBeside(first, LINE_WIDTH - ICON_WIDTH - (isOwn ? BUTTON_WIDTH : 0));
  const Main = isBeside ? Ends : Box;
  return (
    <Box>
      <Main>
        {drawSubject(line, subject, isOwn, isBeside)}
        {amount !== '' && <Text alignment="end">{amount}</Text>}
      </Main>
      {drawSecondLine(line, standing, worth)}
      {line.reason !== null && (
        <Text size="sm" color="error">
          {safeText(line.reason, REASON_LIMIT)}
        </Text>
      )}
      {notes.map((note) => (
        <Note>{say(note, SIDE_LIMIT)}</Note>
      ))}
      {url !== null && (
        <Text size="sm">
          <Link href={url}>{say({ say: 'home.explorer' })}</Link>
        </Text>
      )}
    </Box>
  );
};

type PaymentExtras = {
  /** True if it was sent from here, and can be opened. */
  isOwn?: boolean;
  notes?: readonly Label[];
  /** Its page at an explorer, where it cannot be opened here. */
  url?: string | null;
};

/** Parts of a list, with a line between them. */
export const divided = <Part,>(parts: readonly Part[]) =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [<Divider />, part]));
