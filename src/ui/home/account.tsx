import {
  Box,
  Button,
  Field,
  Form,
  Heading,
  Input,
  Link,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { drawWhole, Line, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { Say } from '../text/words';
import { type AccountFacts, accountParts, drawKind, drawObstacle } from './accounts';
import { aboutEverything } from './send';
import type { Shown } from './shown';
import { getLinkName } from './view';

export type AccountDetails = AccountFacts & {
  network: Label;
  /** Class from which the address was derived. */
  derivedFrom: Label;
  /** Path of its key in the phrase. */
  path: string;
  /** How many indexes a search looks at, if it does not find this account; else null. */
  searched: number | null;
  publicKey: string;
  /** Page of a known explorer; null on a local chain. */
  url: string | null;
  /** Name of the class to which it can be upgraded; null if there is none. */
  upgradesTo: Label | null;
};

const Rename = ({ facts, say }: { facts: AccountDetails; say: Say }) => (
  <Form name={`${accountParts.rename}${facts.address}`}>
    <Field label={say({ say: 'home.newName' })}>
      <Input name="name" placeholder={say(facts.name, 32)} />
    </Field>
    <Button type="submit" name={`${accountParts.rename}save`}>
      {say({ say: 'home.rename' })}
    </Button>
  </Form>
);

const drawMove = ({ address, standing, obstacle }: AccountDetails, say: Say) => {
  if (standing === 'hidden' || obstacle !== undefined) return null;
  return (
    <Section>
      <Title>{say({ say: 'home.move' })}</Title>
      <Note>{say({ say: 'home.moveText' })}</Note>
      <SmallButton name={getLinkName('send', aboutEverything(address))}>
        {say({ say: 'home.moveChoose' })}
      </SmallButton>
    </Section>
  );
};

/** All about one account; its private key comes last, behind a heading. */
export const HomeAccount = ({ facts, say }: Shown<AccountDetails>) => {
  const { name, address, standing, obstacle, upgradesTo, url } = facts;
  const button = (part: 'use' | 'show' | 'hide' | 'upgrade') => (
    <SmallButton name={`${accountParts[part]}${address}`}>
      {say({ say: `home.do.${part}`, with: { account: name } }, 32)}
    </SmallButton>
  );
  return (
    <Box>
      <Section>
        <Heading size="md">{say(name, 32)}</Heading>
        {drawKind(facts, say)}
        {drawObstacle(facts, say)}
        {drawWhole(safeText(address, 66))}
        {url !== null && (
          <Text>
            <Link href={url}>{say({ say: 'home.explorer' })}</Link>
          </Text>
        )}
        <SmallButton name={getLinkName('history', address)}>
          {say({ say: 'home.history' })}
        </SmallButton>
        {standing === 'other' && obstacle === undefined && button('use')}
        {button(standing === 'hidden' ? 'show' : 'hide')}
      </Section>
      {upgradesTo !== null && (
        <Section>
          <Title>{say({ say: 'home.upgradeTo', with: { name: upgradesTo } })}</Title>
          <Note>{say({ say: 'home.upgradeText' })}</Note>
          {button('upgrade')}
        </Section>
      )}
      {drawMove(facts, say)}
      <Section>{Rename({ facts, say })}</Section>
      <Section>
        <Title>{say({ say: 'home.derived' })}</Title>
        <Note>{say({ say: 'home.derivedText', with: { name: facts.derivedFrom } })}</Note>
        <Line label={say({ say: 'review.network' })}>{say(facts.network)}</Line>
        <Line label={say({ say: 'review.key' })}>{safeText(facts.path, 64)}</Line>
        {facts.searched !== null && (
          <Note>{say({ say: 'review.beyondSearch', with: { most: String(facts.searched) } })}</Note>
        )}
        <Note>{say({ say: 'home.publicKey' })}</Note>
        {drawWhole(safeText(facts.publicKey, 66))}
      </Section>
      <Section>
        <Heading size="sm">{say({ say: 'home.privateKey' })}</Heading>
        <Note>{say({ say: 'home.privateKeyText' })}</Note>
        <SmallButton name={`${accountParts.key}${address}`}>
          {say({ say: 'home.do.key', with: { account: name } }, 32)}
        </SmallButton>
      </Section>
    </Box>
  );
};
