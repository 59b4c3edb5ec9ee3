import {
  Box,
  Button,
  Checkbox,
  Field,
  Footer,
  Form,
  Input,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { AddressLine, Ends, fitsLine, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { groupHex, safeText, shortHex } from '../text/format';
import type { Say } from '../text/words';
import { drawFetched, type Fetched } from './fetched';
import type { Shown } from './shown';
import { getLinkName, getSubmitName } from './view';

/** Buttons and forms about allowances; a line's key follows the name. */
export const allowanceParts = {
  revoke: 'page.revoke.',
  /** Opens and closes the form that lowers one. */
  unfold: 'page.lower.',
  lower: 'page.lowered.',
  /** The form that takes several back, of an account. */
  several: 'page.revoked.',
} as const;

export type AllowanceLine = {
  /** Names it in buttons and forms. */
  key: string;
  /** How much of what. */
  what: Label;
  isUnlimited: boolean;
  /** Name of the spender, if it is known. */
  spender: Label | undefined;
  spenderAddress: string;
  /** The site that asked for it; undefined if none is known. */
  site: string | undefined;
  /** When it was given, in unix milliseconds; undefined if that is not known. */
  since: number | undefined;
  /** Address of the contract, if it is on no list. */
  unlisted: string | undefined;
  /** True if it is an amount of a token whose decimals are known. */
  canLower: boolean;
  /** True if a transaction that changes it has not settled; one that a node withholds never does. */
  isChanging: boolean;
  /** True to tick it among several; undefined if it keeps what it holds. */
  isTicked: true | undefined;
};

export type AllowancesFacts = {
  account: { readonly name: Label; readonly address: string };
  /** True if the account can sign a transaction. */
  canSign: boolean;
  fetched: Fetched;
  lines: readonly AllowanceLine[];
  /** The oldest block that was looked at, and its time in unix milliseconds; null before that. */
  from: { readonly block: number; readonly time: number | null } | null;
  /** Key of the line whose form is open; empty for none. */
  open: string;
  /** Text that is put into its field; absent if that keeps what it holds. */
  typed: string | undefined;
};

type Drawn = Pick<Shown<unknown>, 'when' | 'say'>;

const NAME_LIMIT = 48;

const drawLower = ({ key }: AllowanceLine, typed: string | undefined, say: Say) => (
  <Form name={`${allowanceParts.lower}${key}`}>
    <Field label={say({ say: 'home.allowAtMost' })}>
      <Input name="amount" placeholder="0" value={typed} />
    </Field>
    <Button type="submit" name={`${allowanceParts.lower}save`}>
      {say({ say: 'home.lower' })}
    </Button>
  </Form>
);

/** A spender's name that no other line has: screen readers say a button without its line. */
function spenderName(line: AllowanceLine, lines: readonly AllowanceLine[]): Label {
  const { spender, spenderAddress, what } = line;
  const isShared = lines.some((other) => other !== line && other.spenderAddress === spenderAddress);
  const who = spender ?? shortHex(groupHex(spenderAddress));
  if (isShared) return { say: 'review.labelled', with: { label: who, value: what } };
  return who;
}

/** The asking site and the time: the words by which the user recognises a contract that has no name. */
function drawOrigin({ site, since }: AllowanceLine, { when, say }: Drawn) {
  if (since === undefined) return null;
  const time = when(since);
  if (site === undefined) return <Note>{say({ say: 'home.allowedAt', with: { time } })}</Note>;
  return <Note>{say({ say: 'home.askedBy', with: { site: safeText(site), time } })}</Note>;
}

const drawAllowance = (
  line: AllowanceLine,
  { open, canSign, lines, typed }: AllowancesFacts,
  { when, say }: Drawn,
) => {
  const { key, what, isUnlimited, spender, spenderAddress, unlisted, canLower, isChanging } = line;
  const who = spenderName(line, lines);
  const revoke = say({ say: 'home.do.revoke', with: { who } }, NAME_LIMIT);
  const isOpen = open === key;
  const lower = isOpen
    ? say({ say: 'home.fold' })
    : say({ say: 'home.do.lower', with: { who } }, NAME_LIMIT);
  const Buttons = fitsLine([revoke, lower]) ? Ends : Box;
  const name =
    spender === undefined ? say({ say: 'home.unknownSpender' }) : say(spender, NAME_LIMIT);
  return (
    <Section>
      <Title>{name}</Title>
      <Text color={isUnlimited ? 'warning' : 'default'}>{say(what, NAME_LIMIT)}</Text>
      {drawOrigin(line, { when, say })}
      <AddressLine label={say({ say: 'home.spender' })} value={spenderAddress} />
      {unlisted !== undefined && (
        <AddressLine label={say({ say: 'calls.tokenUnlisted' })} value={unlisted} />
      )}
      {isChanging && (
        <Text size="sm" color="warning">
          {say({ say: 'home.received' })}
        </Text>
      )}
      {canSign && (
        <Buttons>
          <SmallButton name={`${allowanceParts.revoke}${key}`}>{revoke}</SmallButton>
          {canLower && <SmallButton name={`${allowanceParts.unfold}${key}`}>{lower}</SmallButton>}
        </Buttons>
      )}
      {canSign && canLower && isOpen && drawLower(line, typed, say)}
    </Section>
  );
};

const drawSeveral = ({ lines, account }: AllowancesFacts, say: Say) => (
  <Section>
    <Title>{say({ say: 'home.revokeSeveral' })}</Title>
    <Note>{say({ say: 'home.revokeSeveralText' })}</Note>
    <Form name={`${allowanceParts.several}${account.address}`}>
      {lines.map(({ key, what, spender, isTicked }) => (
        <Checkbox
          name={key}
          checked={isTicked}
          label={say(
            {
              say: 'review.labelled',
              with: { label: spender ?? { say: 'home.unknownSpender' }, value: what },
            },
            NAME_LIMIT,
          )}
        />
      ))}
    </Form>
  </Section>
);

const drawRange = ({ from, account, fetched }: AllowancesFacts, { when, say }: Drawn) => {
  if (from === null) return null;
  const isWhole = from.block === 0;
  const since = from.time === null ? `${from.block}` : when(from.time);
  return (
    <Box>
      <Note>
        {say(isWhole ? { say: 'home.lookedAtAll' } : { say: 'home.lookedBackTo', with: { since } })}
      </Note>
      {isWhole || fetched.state === 'reading' ? null : (
        <SmallButton name={getLinkName('allowances', account.address)}>
          {say({ say: 'home.lookFurther' })}
        </SmallButton>
      )}
    </Box>
  );
};

/** Allowances of an account. */
export const HomeAllowances = ({ facts, when, say }: Shown<AllowancesFacts>) => {
  const { account, fetched, lines, canSign, from } = facts;
  return (
    <Box>
      <Note>{say({ say: 'home.allowancesText', with: { account: account.name } }, 32)}</Note>
      {drawFetched(fetched, getLinkName('allowances', account.address), { when, say })}
      {lines.length === 0 && from !== null && fetched.state !== 'reading' && (
        <Section>
          <Text color="alternative">{say({ say: 'home.noAllowances' })}</Text>
        </Section>
      )}
      {lines.map((line) => drawAllowance(line, facts, { when, say }))}
      {canSign && lines.length > 1 && drawSeveral(facts, say)}
      {drawRange(facts, { when, say })}
      <Note>{say({ say: 'home.allowancesLimits' })}</Note>
    </Box>
  );
};

/** Revokes what is ticked, where that is more than a button beside each. */
export const drawAllowancesFooter = ({ facts, say }: Shown<AllowancesFacts>) => {
  const { canSign, lines, account } = facts;
  if (!canSign || lines.length < 2) return null;
  return (
    <Footer>
      <Button
        name={getSubmitName(`${allowanceParts.several}${account.address}`)}
        variant="destructive"
      >
        {say({ say: 'home.revokeChosen' })}
      </Button>
    </Footer>
  );
};
