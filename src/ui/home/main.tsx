import { Box, Button, Dropdown, Field, Option, Section, Text } from '@metamask/snaps-sdk/jsx';
import type { NamedNetwork } from '../../schema/primitives';
import { Ends, Note, SectionTitle, SmallButton, Title } from '../review/draw';
import type { Say, TextRef } from '../text/words';
import { type AccountFacts, CurrentAccount, OtherAccount } from './accounts';
import { type Balances, drawAge, hasRounded, type Total, Unavailable } from './balances';
import { HomeRecords, type RecordFacts } from './records';
import type { Shown } from './shown';
import { getLinkName, type HomePageName, homeParts, mainDoors } from './view';

/** Buttons and fields of the first part. */
export const mainParts = {
  network: 'page.network',
  create: 'page.create',
  find: 'page.find',
  /** Unfolds the hidden accounts. */
  hidden: 'page.hidden',
} as const;

export type AccountsFacts = {
  /** The selected network, and those to choose from. */
  network: NamedNetwork;
  networks: readonly NamedNetwork[];
  accounts: readonly AccountFacts[];
  /** True if the hidden accounts are unfolded. */
  isOpen: boolean;
  /** Page of the accounts beside the current one. */
  page: number;
  balances: Balances;
  /** Of the current account, if prices are known. */
  total?: Total | undefined;
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

/** Each account takes the wallet time to draw, and a phrase can have many. */
const OTHERS_ON_PAGE = 5;

const isCurrent = ({ standing }: AccountFacts): boolean =>
  standing === 'current' || standing === 'only';

type Listed = Pick<AccountsFacts, 'accounts' | 'isOpen' | 'page'>;

/** The current account and those beside it that are drawn, with what comes before and after. */
export function accountsInSight({ accounts, isOpen, page }: Listed) {
  const current = accounts.find(isCurrent);
  const others = accounts.filter((account) => account !== current);
  // Where every account is hidden, the ways back are in sight.
  const hidden = current ? others.filter(({ standing }) => standing === 'hidden') : [];
  const listed = others.filter((account) => isOpen || !hidden.includes(account));
  const last = Math.max(0, Math.ceil(listed.length / OTHERS_ON_PAGE) - 1);
  const at = Math.min(Math.max(page, 0), last);
  const end = (at + 1) * OTHERS_ON_PAGE;
  const shown = listed.slice(end - OTHERS_ON_PAGE, end);
  return { current, hidden, shown, page: at, after: Math.max(0, listed.length - end) };
}

type AccountsShown = Shown<AccountsFacts>;

/** The network and its current account. */
const CurrentPart = ({ facts, isExact, say }: AccountsShown) => {
  const { network, networks, accounts, balances } = facts;
  const current = accounts.find(isCurrent);
  const isAny = accounts.length > 0;
  return (
    <Box>
      <Field label={say({ say: 'review.network' })}>
        <Dropdown name={mainParts.network} value={network.chainId}>
          {networks.map(({ chainId, name }) => (
            <Option value={chainId}>{say(name)}</Option>
          ))}
        </Dropdown>
      </Field>
      {isAny ? null : <NoAccount say={say} />}
      {balances.state === 'reading' && isAny ? (
        <Note>{say({ say: 'home.readingBalances' })}</Note>
      ) : null}
      {isAny ? drawAge(balances, say) : null}
      {current ? (
        <CurrentAccount
          account={current}
          balances={balances}
          total={facts.total}
          isExact={isExact}
          say={say}
        />
      ) : null}
      {balances.state === 'unavailable' ? <Unavailable {...balances} say={say} /> : null}
      <Ends>
        {isAny && ['unread', 'known'].includes(balances.state) ? (
          <SmallButton name={homeParts.refresh}>{say({ say: 'home.refresh' })}</SmallButton>
        ) : null}
        {hasRounded(balances) ? (
          <SmallButton name={homeParts.exact}>
            {say({ say: isExact ? 'home.roundAmounts' : 'home.exactAmounts' })}
          </SmallButton>
        ) : null}
      </Ends>
    </Box>
  );
};

/** The accounts beside the current one, and the ways to more. */
const OtherAccounts = ({ facts, isExact, say }: AccountsShown) => {
  const { accounts, balances, isOpen } = facts;
  const { hidden, shown, page, after } = accountsInSight(facts);
  if (accounts.length === 0) return null;
  return (
    <Box>
      {shown.length > 0 ? <SectionTitle>{say({ say: 'home.otherAccounts' })}</SectionTitle> : null}
      {shown.map((account) => (
        <OtherAccount account={account} balances={balances} isExact={isExact} say={say} />
      ))}
      {page > 0 || after > 0 ? (
        <Ends>
          {page > 0 ? (
            <SmallButton name={`${homeParts.turn}${page - 1}`}>
              {say({ say: 'home.accountsBefore' })}
            </SmallButton>
          ) : null}
          {after > 0 ? (
            <SmallButton name={`${homeParts.turn}${page + 1}`}>
              {say({ say: 'home.accountsAfter', with: { count: String(after) } })}
            </SmallButton>
          ) : null}
        </Ends>
      ) : null}
      {hidden.length > 0 ? (
        <SmallButton name={mainParts.hidden}>
          {isOpen
            ? say({ say: 'home.foldHidden' })
            : say({ say: 'home.showHidden', with: { count: String(hidden.length) } })}
        </SmallButton>
      ) : null}
      <Ends>
        <SmallButton name={mainParts.create}>{say({ say: 'home.create' })}</SmallButton>
        <SmallButton name={mainParts.find}>{say({ say: 'home.find' })}</SmallButton>
      </Ends>
    </Box>
  );
};

/** What there is to see before there is an account. */
const doorsWithoutAccount = ['sites', 'activity', 'settings'] as const satisfies HomePageName[];

const pairsOf = <T,>(all: readonly T[]): T[][] =>
  all.flatMap((_, at) => (at % 2 === 0 ? [all.slice(at, at + 2)] : []));

/** The first part of the page: the current account, the ways to all else, and what comes after. */
export const HomeMain = ({ facts, isExact, say }: Shown<MainFacts>) => {
  const names: Partial<Record<HomePageName, TextRef>> = {
    sites: { say: 'home.sitesCount', with: { count: `${facts.sites ?? '?'}` } },
  };
  const { accounts, records } = facts;
  const doors = accounts?.accounts.length === 0 ? doorsWithoutAccount : mainDoors;
  return [
    accounts ? <CurrentPart facts={accounts} isExact={isExact} say={say} /> : null,
    <Section>
      {pairsOf(doors).map((pair) => (
        <Ends>
          {pair.map((page) => (
            <Button name={getLinkName(page)}>{say(names[page] ?? { say: `home.${page}` })}</Button>
          ))}
        </Ends>
      ))}
    </Section>,
    accounts ? <OtherAccounts facts={accounts} isExact={isExact} say={say} /> : null,
    records ? <HomeRecords records={records} isExact={isExact} say={say} /> : null,
  ];
};
