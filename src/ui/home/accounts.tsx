import { Section, Text } from '@metamask/snaps-sdk/jsx';
import type { DeadEnd } from '../../schema/account';
import { Ends, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { groupHex, safeText } from '../text/format';
import type { Say } from '../text/words';
import { type Balances, drawBalances, drawSendFirst, drawWorth, type Worth } from './balances';
import { getLinkName } from './view';

/** Buttons about an account, by its address. */
export const accountParts = {
  show: 'page.show.',
  use: 'page.use.',
  hide: 'page.hide.',
  upgrade: 'page.upgrade.',
  key: 'page.key.',
  /** The form with its name. */
  rename: 'page.rename.',
} as const;

export type AccountFacts = {
  name: Label;
  address: string;
  kind: Label;
  /** Index in the phrase. */
  index: number;
  isDeployed: boolean;
  /** Why the phrase's key alone cannot use it. */
  obstacle?: DeadEnd | undefined;
  /** Its visibility to sites: out of their lists, the only one, the one that they work with, or one beside it. */
  standing: 'hidden' | 'only' | 'current' | 'other';
};

const NAME_LIMIT = 32;

/** Class, index and state of an account, in a line. */
export const drawKind = ({ kind, isDeployed, standing, index }: AccountFacts, say: Say) => {
  const deployment = isDeployed ? 'deployed' : 'new';
  const state = { say: `home.state.${deployment}.${standing}` } as const;
  return <Note>{say({ say: 'home.kind', with: { kind, state, index: String(index) } })}</Note>;
};

export const drawObstacle = ({ obstacle }: Pick<AccountFacts, 'obstacle'>, say: Say) => {
  if (obstacle === undefined) return null;
  return <Text color="warning">{say({ say: `home.obstacle.${obstacle}` })}</Text>;
};

const GroupedAddress = ({ address }: { address: string }) => (
  <Text size="sm">{groupHex(safeText(address, 66))}</Text>
);

type Drawn = { account: AccountFacts; balances: Balances; isExact: boolean; say: Say };
type CurrentDrawn = Drawn & { total: Worth | undefined };

/** The account that the page and sites work with. */
export const CurrentAccount = ({ account, balances, total, isExact, say }: CurrentDrawn) => (
  <Section>
    <Ends>
      <Title>{say(account.name, NAME_LIMIT)}</Title>
      <SmallButton name={getLinkName('account', account.address)}>
        {say({ say: 'home.details' })}
      </SmallButton>
    </Ends>
    {drawWorth(balances.of[account.address] ?? [], total, { isExact, say })}
    {!account.isDeployed && drawKind(account, say)}
    {drawObstacle(account, say)}
    <GroupedAddress address={account.address} />
    {drawSendFirst({ account, balances, isExact, say })}
  </Section>
);

/** An account beside the current one. */
export const OtherAccount = ({ account, balances, isExact, say }: Drawn) => {
  const { name, address, standing, obstacle } = account;
  const button = (part: 'show' | 'use') => (
    <SmallButton name={`${accountParts[part]}${address}`}>
      {say({ say: `home.do.${part}`, with: { account: name } }, NAME_LIMIT)}
    </SmallButton>
  );
  return (
    <Section>
      <Ends>
        <Title>{say(name, NAME_LIMIT)}</Title>
        <SmallButton name={getLinkName('account', address)}>
          {say({ say: 'home.details' })}
        </SmallButton>
      </Ends>
      {!account.isDeployed && drawKind(account, say)}
      {drawObstacle(account, say)}
      {drawBalances({ account, balances, isExact, say })}
      {standing === 'other' && obstacle === undefined && button('use')}
      {standing === 'hidden' && button('show')}
    </Section>
  );
};
