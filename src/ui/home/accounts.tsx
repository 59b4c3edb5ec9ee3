import {
  Box,
  Button,
  Copyable,
  Dropdown,
  Field,
  Image,
  Option,
  Section,
  Skeleton,
  Text,
} from '@metamask/snaps-sdk/jsx';
import type { AccountObstacle } from '../../schema/account';
import type { NamedNetwork } from '../../schema/primitives';
import { Ends, Note, SectionTitle, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { clockText, isRounded } from '../text/format';
import { type Say, SYMBOL_LIMIT, symbolText } from '../text/words';
import { homeParts } from './view';

export type ShownBalance = {
  /** The name of the token. */
  symbol: Label;
  /** In units of the token, decimal. */
  amount: string;
  /** Link of its logo, and the logo itself as a `data:` URL of a raster image. */
  logo?: string;
  picture?: string;
};

/** The accounts' balances: not read yet, read, or unavailable. */
export type Balances =
  | { state: 'unread' | 'reading' }
  | { state: 'known'; of: Readonly<Record<string, readonly ShownBalance[]>> }
  /** `triedAt` in unix milliseconds. */
  | { state: 'unavailable'; triedAt: number; why: Label };

export type AccountFacts = {
  name: Label;
  address: string;
  kind: Label;
  /** Index in the phrase. */
  index: number;
  isDeployed: boolean;
  /** Why the phrase's key alone cannot use it. */
  obstacle?: AccountObstacle | undefined;
  /** What it is to sites: out of their lists, the only one, the one that they work with, or one beside it. */
  standing: 'hidden' | 'only' | 'current' | 'other';
};

export type AccountsFacts = {
  /** The selected network, and those to choose from. */
  network: NamedNetwork;
  networks: readonly NamedNetwork[];
  accounts: readonly AccountFacts[];
  balances: Balances;
};

/** Whether amounts are shown to their last digit. */
type Exactness = { isExact: boolean };

const hasRounded = (balances: Balances): boolean =>
  balances.state === 'known' &&
  Object.values(balances.of).some((own) => own.some(({ amount }) => isRounded(amount)));

const LOGO_SIDE = 20;

/** An SVG around a raster image, all that the wallet draws; everything but the pixels is ours. */
const logoOf = (picture: string): string => {
  const size = `width="${LOGO_SIDE}" height="${LOGO_SIDE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${picture}"/></svg>`;
};

const drawBalance = ({ symbol, amount, picture }: ShownBalance, isExact: boolean, say: Say) => {
  const shown = typeof symbol === 'string' ? symbolText(symbol) : say(symbol, SYMBOL_LIMIT);
  const name = <Text color="alternative">{shown}</Text>;
  return (
    <Ends>
      {picture === undefined ? (
        name
      ) : (
        <Box direction="horizontal" crossAlignment="center">
          <Image src={logoOf(picture)} alt={say({ say: 'home.logo', with: { symbol: shown } })} />
          {name}
        </Box>
      )}
      <Text>{say({ amount, isExact })}</Text>
    </Ends>
  );
};

const drawBalances = (
  account: AccountFacts,
  { balances, isExact }: Pick<AccountsFacts, 'balances'> & Exactness,
  say: Say,
) => {
  if (balances.state === 'reading') return <Skeleton height={16} width="60%" />;
  if (balances.state !== 'known') return null;
  const own = balances.of[account.address] ?? [];
  return (
    <Box>
      {own.map((balance) => drawBalance(balance, isExact, say))}
      {own[0]?.amount === '0' && !account.isDeployed ? (
        <Note>{say({ say: 'home.sendFirst' })}</Note>
      ) : null}
    </Box>
  );
};

const drawAccount = (
  account: AccountFacts,
  shown: Pick<AccountsFacts, 'balances'> & Exactness,
  say: Say,
) => {
  const { name, kind, address, standing, obstacle } = account;
  const button = (part: 'key' | 'show' | 'use') => (
    <SmallButton name={`${homeParts[part]}${address}`}>
      {say({ say: `home.do.${part}`, with: { account: name } }, 32)}
    </SmallButton>
  );
  const deployment = account.isDeployed ? 'deployed' : 'new';
  const state = { say: `home.state.${deployment}.${standing}` } as const;
  return (
    <Section>
      <Ends>
        <Title>{say(name, 32)}</Title>
        <Note>
          {say({ say: 'home.kind', with: { kind, state, index: String(account.index) } })}
        </Note>
      </Ends>
      {obstacle === undefined ? null : (
        <Text color="warning">{say({ say: `home.obstacle.${obstacle}` })}</Text>
      )}
      {drawBalances(account, shown, say)}
      <Copyable value={address} />
      {standing === 'other' && obstacle === undefined ? button('use') : null}
      {button('key')}
      {standing === 'hidden' ? button('show') : null}
    </Section>
  );
};

const Unavailable = ({ triedAt, why, say }: { triedAt: number; why: Label; say: Say }) => (
  <Section>
    <Text color="error">
      {say({ say: 'home.unavailable', with: { time: clockText(triedAt) } })}
    </Text>
    <Note>{say(why, 200)}</Note>
    <Button name={homeParts.refresh}>{say({ say: 'home.retry' })}</Button>
  </Section>
);

/** The accounts of a network with their balances. */
export const HomeAccounts = ({
  network,
  networks,
  accounts,
  balances,
  isExact,
  say,
}: AccountsFacts & Exactness & { say: Say }) => (
  <Box>
    <Field label={say({ say: 'review.network' })}>
      <Dropdown name={homeParts.network} value={network.chainId}>
        {networks.map(({ chainId, name }) => (
          <Option value={chainId}>{say(name)}</Option>
        ))}
      </Dropdown>
    </Field>
    <SectionTitle>{say({ say: 'home.accounts' })}</SectionTitle>
    {accounts.length === 0 ? (
      <Section>
        <Title>{say({ say: 'home.noAccount' })}</Title>
        <Text color="alternative">{say({ say: 'home.noAccountText' })}</Text>
      </Section>
    ) : null}
    {balances.state === 'reading' && accounts.length > 0 ? (
      <Note>{say({ say: 'home.readingBalances' })}</Note>
    ) : null}
    {balances.state === 'unavailable' ? <Unavailable {...balances} say={say} /> : null}
    {accounts.map((account) => drawAccount(account, { balances, isExact }, say))}
    {accounts.length > 0 && ['unread', 'known'].includes(balances.state) ? (
      <SmallButton name={homeParts.refresh}>{say({ say: 'home.refresh' })}</SmallButton>
    ) : null}
    <SmallButton name={homeParts.find}>{say({ say: 'home.find' })}</SmallButton>
    {hasRounded(balances) ? (
      <SmallButton name={homeParts.exact}>
        {say({ say: isExact ? 'home.roundAmounts' : 'home.exactAmounts' })}
      </SmallButton>
    ) : null}
  </Box>
);
