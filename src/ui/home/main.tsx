import {
  Box,
  Button,
  Dropdown,
  Field,
  Footer,
  Icon,
  type IconName,
  Option,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import type { NamedNetwork } from '../../schema/primitives';
import { Ends, Note, SectionTitle, SmallButton, Title } from '../review/draw';
import type { Say, TextRef } from '../text/words';
import { type AccountFacts, CurrentAccount, OtherAccount } from './accounts';
import {
  type Balances,
  drawAge,
  drawHoldings,
  hasRounded,
  Unavailable,
  type Worth,
} from './balances';
import type { PaymentFacts } from './payment';
import { HomeRecords } from './records';
import type { Shown } from './shown';
import { drawTurns, paginate } from './turns';
import { getLinkName, type HomePageName, homeParts } from './view';
import { drawWatchedAddresses, type WatchedLine } from './watchedAddress';

/** Buttons and fields of the first part. */
export const mainParts = {
  network: 'page.network',
  /** Unfolds the networks to choose from. */
  networks: 'page.networks',
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
  /** True if the networks to choose from are. */
  isChoosing?: boolean;
  /** Page of the accounts beside the current one. */
  page: number;
  balances: Balances;
  /** Worth of the current account, if prices are known. */
  total?: Worth | undefined;
  watchedAddresses: readonly WatchedLine[];
};

/** Parts that cannot be read are left out. */
export type MainFacts = {
  accounts: AccountsFacts | undefined;
  records: readonly PaymentFacts[] | undefined;
  sites: number | undefined;
};

/** The first minute: what this is, and the way to older accounts; the footer creates one. */
const NoAccount = ({ say }: { say: Say }) => (
  <Section>
    <Title>{say({ say: 'home.noAccount' })}</Title>
    <Text color="alternative">{say({ say: 'home.noAccountText' })}</Text>
    <SmallButton name={mainParts.find}>{say({ say: 'home.hadAccounts' })}</SmallButton>
  </Section>
);

const OTHERS_ON_PAGE = 5;

const isCurrent = ({ standing }: AccountFacts): boolean =>
  standing === 'current' || standing === 'only';

type Listed = Pick<AccountsFacts, 'accounts' | 'isOpen' | 'page'>;

/** The current account, those that are hidden, and the page of those beside it. */
export function accountsInSight({ accounts, isOpen, page }: Listed) {
  const current = accounts.find(isCurrent);
  const all = accounts.filter((account) => account !== current);
  // Where every account is hidden, the ways back are in sight.
  const hidden = current ? all.filter(({ standing }) => standing === 'hidden') : [];
  const listed = all.filter((account) => isOpen || !hidden.includes(account));
  return { current, hidden, otherAccounts: paginate(listed, page, OTHERS_ON_PAGE) };
}

type AccountsShown = Shown<AccountsFacts>;

/** The network, and what is set rather than done: one small line. */
const TopLine = ({ facts, say }: AccountsShown) => {
  const { network, networks, isChoosing } = facts;
  return [
    <Ends>
      <Button name={mainParts.networks} size="sm">
        {say(network.name)} <Icon name="arrow-down" />
      </Button>
      <Button name={getLinkName('settings')} size="sm">
        <Icon name={settingsDoor.icon} /> {say({ say: 'home.settings' })}
      </Button>
    </Ends>,
    isChoosing ? (
      <Field label={say({ say: 'review.network' })}>
        <Dropdown name={mainParts.network} value={network.chainId}>
          {networks.map(({ chainId, name }) => (
            <Option value={chainId}>{say(name)}</Option>
          ))}
        </Dropdown>
      </Field>
    ) : null,
  ];
};

/** The current account and what it has. */
const CurrentPart = ({ facts, isExact, when, say }: AccountsShown) => {
  const { accounts, balances, total } = facts;
  const current = accounts.find(isCurrent);
  const isAny = accounts.length > 0;
  return [
    !isAny && <NoAccount say={say} />,
    balances.state === 'reading' && isAny && <Note>{say({ say: 'home.readingBalances' })}</Note>,
    isAny && drawAge(balances, { when, say }),
    current !== undefined && (
      <CurrentAccount
        account={current}
        balances={balances}
        total={total}
        isExact={isExact}
        say={say}
      />
    ),
    balances.state === 'unavailable' && <Unavailable {...balances} when={when} say={say} />,
    current !== undefined && (
      <Section>
        {drawHoldings({ account: current, balances, isExact, say }, total)}
        <Ends>
          <SmallButton name={getLinkName('tokens')}>{say({ say: 'home.allTokens' })}</SmallButton>
          <SmallButton name={homeParts.refresh}>{say({ say: 'home.refresh' })}</SmallButton>
        </Ends>
        {hasRounded(balances) && (
          <SmallButton name={homeParts.exact}>
            {say({ say: isExact ? 'home.roundAmounts' : 'home.exactAmounts' })}
          </SmallButton>
        )}
      </Section>
    ),
  ];
};

/** The accounts beside the current one, and the ways to more. */
const OtherAccounts = ({ facts, isExact, say }: AccountsShown) => {
  const { accounts, balances, isOpen } = facts;
  const { hidden, otherAccounts } = accountsInSight(facts);
  if (accounts.length === 0) return null;
  return (
    <Box>
      {otherAccounts.lines.length > 0 && (
        <SectionTitle>{say({ say: 'home.otherAccounts' })}</SectionTitle>
      )}
      {otherAccounts.lines.map((account) => (
        <OtherAccount account={account} balances={balances} isExact={isExact} say={say} />
      ))}
      {drawTurns(otherAccounts, say)}
      {hidden.length > 0 && (
        <SmallButton name={mainParts.hidden}>
          {isOpen
            ? say({ say: 'home.foldHidden' })
            : say({ say: 'home.showHidden', with: { count: String(hidden.length) } })}
        </SmallButton>
      )}
      <Ends>
        <SmallButton name={mainParts.create}>{say({ say: 'home.create' })}</SmallButton>
        <SmallButton name={mainParts.find}>{say({ say: 'home.find' })}</SmallButton>
      </Ends>
    </Box>
  );
};

/**
 * A button that leads to another part; its text is that of the part. Wallets try an icon against each name of
 * their list in turn, and make an error for each: half of the time of a drawing. `opening.test.ts` counts them.
 */
type Door = { page: Exclude<HomePageName, 'main'>; icon: `${IconName}`; needsAccount?: boolean };
const doors: readonly Door[] = [
  { page: 'history', icon: 'book', needsAccount: true },
  { page: 'allowances', icon: 'bank', needsAccount: true },
  { page: 'sites', icon: 'bridge' },
  { page: 'activity', icon: 'bookmark' },
];
/** Drawn only until the accounts are read: the line on top, with its own way to them, follows then. */
const settingsDoor: Door = { page: 'settings', icon: 'customize' };

const pairsOf = <T,>(all: readonly T[]): T[][] =>
  all.flatMap((_, index) => (index % 2 === 0 ? [all.slice(index, index + 2)] : []));

const Doors = ({ facts: { accounts, sites }, say }: Pick<Shown<MainFacts>, 'facts' | 'say'>) => {
  const names: Partial<Record<HomePageName, TextRef>> = {
    sites: { say: 'home.sitesCount', with: { count: `${sites ?? '?'}` } },
  };
  const hasNoAccount = accounts?.accounts.length === 0;
  const shownDoors = doors.filter(({ needsAccount }) => !(needsAccount && hasNoAccount));
  return (
    <Section>
      {pairsOf(accounts ? shownDoors : [...shownDoors, settingsDoor]).map((pair) => (
        <Ends>
          {pair.map(({ page, icon }) => (
            <Button name={getLinkName(page)} size="sm">
              <Icon name={icon} /> {say(names[page] ?? { say: `home.${page}` })}
            </Button>
          ))}
        </Ends>
      ))}
    </Section>
  );
};

/** The first part of the page: the current account, the ways to all else, and what comes after. */
export const HomeMain = ({ facts, isExact, when, say }: Shown<MainFacts>) => {
  const { accounts, records } = facts;
  const shown = accounts && { facts: accounts, isExact, when, say };
  return [
    ...(shown ? [...TopLine(shown), ...CurrentPart(shown)] : []),
    Doors({ facts, say }),
    records !== undefined && (
      <HomeRecords facts={records} isExact={isExact} when={when} say={say} />
    ),
    shown !== undefined && OtherAccounts(shown),
    accounts !== undefined && drawWatchedAddresses(accounts.watchedAddresses, say),
  ];
};

/** Money out and in, which people come for, or their first account. */
export const drawMainFooter = ({ facts: { accounts }, say }: Shown<MainFacts>) => {
  if (!accounts) return null;
  const current = accounts.accounts.find(isCurrent);
  if (current)
    return (
      <Footer>
        <Button name={getLinkName('receive', current.address)}>
          {say({ say: 'home.receive' })}
        </Button>
        <Button name={getLinkName('send')}>{say({ say: 'home.send' })}</Button>
      </Footer>
    );
  if (accounts.accounts.length > 0) return null;
  return (
    <Footer>
      <Button name={mainParts.create}>{say({ say: 'home.create' })}</Button>
    </Footer>
  );
};
