import {
  Box,
  Button,
  Dropdown,
  Field,
  Footer,
  Form,
  Input,
  Option,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { Choice, Ends, Note, SectionTitle, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { groupHex, safeText } from '../text/format';
import { type Say, SYMBOL_LIMIT, type TextRef } from '../text/words';
import type { Shown } from './shown';
import { getLinkName, getSubmitName } from './view';

/** The form of the page that sends, its fields, and the buttons beside it. */
export const sendParts = {
  form: 'page.send',
  token: 'token',
  to: 'to',
  amount: 'amount',
  max: 'page.max',
  /** Changes what the amount is typed in. */
  unit: 'page.unit',
  /** A recipient from the list, by address. */
  pick: 'page.pick.',
  save: 'page.keep.',
  forget: 'page.forget.',
  /** Unfolds the user's own accounts. */
  own: 'page.own',
} as const;

/** In place of a token: all that the account has. */
export const EVERYTHING = 'everything';

/** Subject of the form that sends all that an account has. */
export const aboutEverything = (address: string): string => `${EVERYTHING}.${address}`;

/** Subject of the form that sends to an address. */
export const aboutRecipient = (address: string): string => `to.${address}`;

/** One thing to know about what was typed. */
export type SendNote = {
  readonly tone: 'error' | 'danger' | 'plain' | 'good';
  readonly text: TextRef;
};

export type KnownRecipient = {
  address: string;
  name: Label;
  kind: 'own' | 'saved' | 'recent';
};

/** A token, with what the account has of it; null if that was never read. */
export type TokenChoice = { address: string; symbol: Label; amount: string | null };

export type SendFacts = {
  network: Label;
  from: { name: Label; address: string };
  tokens: readonly TokenChoice[];
  /** True if the list has more tokens than the menu. */
  hasMoreTokens: boolean;
  /** True if all that the account has is sent. */
  isEverything: boolean;
  to: readonly SendNote[];
  amount: readonly SendNote[];
  /** What the amount is in, null for the token; and what it can be in instead. */
  units: { now: string | null; other: Label | null };
  /** Who is known; a button puts each into the form. */
  known: readonly KnownRecipient[];
  /** A recipient in the form that could be saved. */
  unsaved: string | null;
  /** The press that hosts are asked for now. */
  busy?: 'review' | 'max' | undefined;
  /** The recipient as typed, by which those known are filtered. */
  typed?: string;
  /** True if all own accounts are unfolded. */
  isUnfolded?: boolean;
  /** What is put into fields; the others keep what was typed. */
  fill: { token?: string; to?: string; amount?: string };
};

const colors = {
  error: 'error',
  danger: 'error',
  plain: 'alternative',
  good: 'success',
} as const;

/** An address in groups of four takes 82 characters, and is compared by eye to its end. */
const NOTE_LIMIT = 100;

/** Notes, line by line. */
export const drawNotes = (notes: readonly SendNote[], say: Say) =>
  notes.map(({ tone, text }) => (
    <Text size="sm" color={colors[tone]}>
      {say(text, NOTE_LIMIT)}
    </Text>
  ));

/** Notes below a field: always a box, so that the field above is never mounted anew. */
const Notes = ({ notes, say }: { notes: readonly SendNote[]; say: Say }) => (
  <Box>{drawNotes(notes, say)}</Box>
);

const drawAmount = ({ amount, units, busy, fill }: SendFacts, say: Say) => [
  <Field
    label={
      units.now === null
        ? say({ say: 'home.send.amount' })
        : say({ say: 'home.send.amountIn', with: { unit: units.now } }, 32)
    }
    key="amount"
  >
    <Input name={sendParts.amount} placeholder="0" value={fill.amount} />
    <Box>
      <Button name={sendParts.max} size="sm" loading={busy === 'max'}>
        {say({ say: 'home.send.max' })}
      </Button>
    </Box>
  </Field>,
  <Notes notes={amount} say={say} />,
  <Box key="unit">
    {units.other !== null && (
      <SmallButton name={sendParts.unit}>
        {say({ say: 'home.send.enterIn', with: { unit: units.other } }, SYMBOL_LIMIT)}
      </SmallButton>
    )}
  </Box>,
];

export const drawTokenChoice = ({ address, symbol, amount: balance }: TokenChoice, say: Say) => (
  <Choice
    value={address}
    text={
      balance === null
        ? say(symbol, 32)
        : say(
            {
              say: 'home.send.held',
              with: { symbol, amount: { amount: balance, form: 'held' } },
            },
            32,
          )
    }
  />
);

const SendForm = ({ facts, say }: { facts: SendFacts; say: Say }) => {
  const { tokens, to, fill } = facts;
  return (
    <Form name={sendParts.form} key="form">
      <Field label={say({ say: 'home.send.token' })} key="token">
        <Dropdown name={sendParts.token} value={fill.token}>
          {tokens.map((token) => drawTokenChoice(token, say))}
          <Option value={EVERYTHING}>{say({ say: 'home.send.everything' })}</Option>
        </Dropdown>
      </Field>
      {facts.hasMoreTokens && (
        <Box key="more">
          <Note>{say({ say: 'home.tokensBeyondMenu' })}</Note>
        </Box>
      )}
      <Field label={say({ say: 'home.send.to' })} key="to">
        <Input name={sendParts.to} placeholder="0x… / name.stark" value={fill.to} />
      </Field>
      <Notes notes={to} say={say} />
      {facts.isEverything ? <Notes notes={facts.amount} say={say} /> : drawAmount(facts, say)}
    </Form>
  );
};

const SaveRecipient = ({ address, say }: { address: string; say: Say }) => (
  <Form name={`${sendParts.save}${address}`}>
    <Field label={say({ say: 'home.send.saveAs' })}>
      <Input name="name" placeholder={say({ say: 'home.send.saveHint' })} />
    </Field>
    <Button type="submit" name="keep">
      {say({ say: 'home.save' })}
    </Button>
  </Form>
);

const drawKnown = ({ address, name, kind }: KnownRecipient, say: Say) => (
  <Section>
    <Ends>
      <Title>{say(name, 32)}</Title>
      <SmallButton name={`${sendParts.pick}${address}`}>
        {say({ say: 'home.send.pick' })}
      </SmallButton>
    </Ends>
    <Text size="sm">{groupHex(safeText(address, 66))}</Text>
    {kind === 'saved' && (
      <SmallButton name={`${sendParts.forget}${address}`}>
        {say({ say: 'home.send.forget', with: { name } }, 32)}
      </SmallButton>
    )}
  </Section>
);

/** Those whose name or address has what was typed; all while nobody is meant by it. */
function filterKnown({ known: all, typed = '' }: SendFacts, say: Say): readonly KnownRecipient[] {
  const part = typed.toLowerCase();
  const matches = all.filter(
    ({ name, address }) => address.startsWith(part) || say(name).toLowerCase().includes(part),
  );
  if (matches.length > 0) return matches;
  return all;
}

/** Own accounts among the recipients: the phrase of a user may have many. */
const OWN_SHOWN = 3;
/** Recipients in sight: each takes the wallet time to draw, and typing finds the others. */
const RECIPIENTS_SHOWN = 20;

const drawRecipients = (facts: SendFacts, say: Say) => {
  const recipients = filterKnown(facts, say);
  const isFound = recipients.length < facts.known.length;
  const isOwn = ({ kind }: KnownRecipient) => kind === 'own';
  const ownAccounts = recipients.filter(isOwn);
  const surplus = ownAccounts.slice(OWN_SHOWN);
  const isWhole = facts.isUnfolded || isFound;
  const inSight = new Set([
    ...recipients.filter((one) => !isOwn(one)).slice(0, RECIPIENTS_SHOWN),
    ...ownAccounts.slice(0, isWhole ? RECIPIENTS_SHOWN : OWN_SHOWN),
  ]);
  const visible = recipients.filter((one) => inSight.has(one));
  const remainder = recipients.length - visible.length - (isWhole ? 0 : surplus.length);
  return [
    visible.length > 0 && <SectionTitle>{say({ say: 'home.send.known' })}</SectionTitle>,
    ...visible.map((one) => drawKnown(one, say)),
    remainder > 0 && (
      <Note>{say({ say: 'home.send.typeForMore', with: { count: String(remainder) } })}</Note>
    ),
    surplus.length > 0 && !isFound && (
      <SmallButton name={sendParts.own}>
        {facts.isUnfolded
          ? say({ say: 'home.send.ownFewer' })
          : say({ say: 'home.send.ownMore', with: { count: String(surplus.length) } })}
      </SmallButton>
    ),
  ];
};

/**
 * Sends a token from the current account. Fields have a value only where the module changes it:
 * all others keep what was typed, however late a drawing is.
 */
export const HomeSend = ({ facts, say }: Shown<SendFacts>) => (
  <Box key="send">
    <Section key="form">
      <Note>
        {say(
          { say: 'home.send.from', with: { account: facts.from.name, network: facts.network } },
          32,
        )}
      </Note>
      <SendForm facts={facts} say={say} />
    </Section>
    {facts.unsaved !== null && (
      <Section key="save">
        <SaveRecipient address={facts.unsaved} say={say} />
      </Section>
    )}
    {drawRecipients(facts, say)}
    <SmallButton name={getLinkName('several')}>{say({ say: 'home.several' })}</SmallButton>
  </Box>
);

/** The one way on from the form. */
export const drawSendFooter = ({ facts: { busy }, say }: Shown<SendFacts>) => (
  <Footer>
    <Button name={getSubmitName(sendParts.form)} loading={busy === 'review'}>
      {say({ say: busy === 'review' ? 'home.checking' : 'home.send.review' })}
    </Button>
  </Footer>
);
