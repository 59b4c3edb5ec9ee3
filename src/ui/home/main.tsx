import { Box, Button, Dropdown, Field, Option, Section, Text } from '@metamask/snaps-sdk/jsx';
import type { NamedNetwork } from '../../schema/primitives';
import { Note, SectionTitle, SmallButton, Title } from '../review/draw';
import type { Say, Words } from '../text/words';
import { type AccountFacts, CurrentAccount, OtherAccount } from './accounts';
import { type Balances, drawAge, hasRounded, Unavailable } from './balances';
import { HomeRecords, type RecordFacts } from './records';
import type { Shown } from './shown';
import { goTo, type HomePageName, homeParts, mainDoors } from './view';

/** Buttons and fields of the first part. */
export const mainParts = {
  network: 'page.network',
  create: 'page.create',
  find: 'page.find',
} as const;

export type AccountsFacts = {
  /** The selected network, and those to choose from. */
  network: NamedNetwork;
  networks: readonly NamedNetwork[];
  accounts: readonly AccountFacts[];
  balances: Balances;
};

/** Parts that cannot be read are left out. */
export type MainFacts = {
  accounts: AccountsFacts | undefined;
  records: readonly RecordFacts[] | undefined;
  sites: number | undefined;
};

/** The first minute: what this is, and the two ways to an account. */
const NoAccount = ({ say }: { say: Say }) => (
  <Section>
    <Title>{say({ say: 'home.noAccount' })}</Title>
    <Text color="alternative">{say({ say: 'home.noAccountText' })}</Text>
    <Box direction="horizontal" alignment="space-between">
      <Button name={mainParts.create}>{say({ say: 'home.create' })}</Button>
      <Button name={mainParts.find}>{say({ say: 'home.hadAccounts' })}</Button>
    </Box>
  </Section>
);

const isCurrent = ({ standing }: AccountFacts): boolean =>
  standing === 'current' || standing === 'only';

const HomeAccounts = ({ facts, isExact, say }: Shown<AccountsFacts>) => {
  const { network, networks, accounts, balances } = facts;
  const current = accounts.find(isCurrent);
  const others = accounts.filter((account) => account !== current);
  return (
    <Box>
      <Field label={say({ say: 'review.network' })}>
        <Dropdown name={mainParts.network} value={network.chainId}>
          {networks.map(({ chainId, name }) => (
            <Option value={chainId}>{say(name)}</Option>
          ))}
        </Dropdown>
      </Field>
      {accounts.length === 0 ? <NoAccount say={say} /> : null}
      {balances.state === 'reading' && accounts.length > 0 ? (
        <Note>{say({ say: 'home.readingBalances' })}</Note>
      ) : null}
      {current ? (
        <CurrentAccount account={current} balances={balances} isExact={isExact} say={say} />
      ) : null}
      {accounts.length > 0 ? drawAge(balances, say) : null}
      {balances.state === 'unavailable' ? <Unavailable {...balances} say={say} /> : null}
      {others.length > 0 ? <SectionTitle>{say({ say: 'home.otherAccounts' })}</SectionTitle> : null}
      {others.map((account) => (
        <OtherAccount account={account} balances={balances} isExact={isExact} say={say} />
      ))}
      {accounts.length > 0 && ['unread', 'known'].includes(balances.state) ? (
        <SmallButton name={homeParts.refresh}>{say({ say: 'home.refresh' })}</SmallButton>
      ) : null}
      {accounts.length > 0 ? (
        <Box direction="horizontal" alignment="space-between">
          <SmallButton name={mainParts.create}>{say({ say: 'home.create' })}</SmallButton>
          <SmallButton name={mainParts.find}>{say({ say: 'home.find' })}</SmallButton>
        </Box>
      ) : null}
      {hasRounded(balances) ? (
        <SmallButton name={homeParts.exact}>
          {say({ say: isExact ? 'home.roundAmounts' : 'home.exactAmounts' })}
        </SmallButton>
      ) : null}
    </Box>
  );
};

/** The first part of the page: accounts, recent transactions, and the ways to all else. */
export const HomeMain = ({ facts, isExact, say }: Shown<MainFacts>) => {
  const names: Partial<Record<HomePageName, Words>> = {
    sites: { say: 'home.sitesCount', with: { count: `${facts.sites ?? '?'}` } },
  };
  return [
    facts.accounts ? <HomeAccounts facts={facts.accounts} isExact={isExact} say={say} /> : null,
    facts.records ? <HomeRecords records={facts.records} isExact={isExact} say={say} /> : null,
    <Box>
      {mainDoors.map((page) => (
        <Button name={goTo(page)}>{say(names[page] ?? { say: `home.${page}` })}</Button>
      ))}
    </Box>,
  ];
};
