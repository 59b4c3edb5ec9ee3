import {
  Box,
  Button,
  Container,
  type FooterElement,
  Heading,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { flat } from '../flat';
import { Ends, Note, SmallButton } from '../review/draw';
import { whenText } from '../text/when';
import type { Say, TextName, TextRef } from '../text/words';
import { HomeAccount } from './account';
import { HomeActivity } from './activity';
import { drawAllowancesFooter, HomeAllowances } from './allowances';
import { HomeBackup } from './backup';
import { HomeContacts } from './contacts';
import { HomeHistory } from './history';
import { drawMainFooter, HomeMain } from './main';
import { drawNotice } from './notice';
import { HomeReceive } from './receive';
import { HomeRecord } from './records';
import { drawSendFooter, HomeSend } from './send';
import { drawSettingsFooter, HomeSettings, hasNoticeInForm } from './settings';
import { drawSeveralFooter, HomeSeveral } from './several';
import type { Shown } from './shown';
import { HomeSites } from './sites';
import { HomeStored } from './stored';
import { HomeTokens } from './tokens';
import { getLinkName, type HomePageName, type HomeView, homeParts, type Notice } from './view';
import { HomeWatchedAddress } from './watchedAddress';

/** Every part of the page: how it is drawn, from facts that `src/flow/home/parts.ts` reads. */
const parts = {
  main: { title: 'home.title', draw: HomeMain, footer: drawMainFooter },
  receive: { title: 'home.receive', draw: HomeReceive },
  send: { title: 'home.send', draw: HomeSend, footer: drawSendFooter },
  several: {
    title: 'home.several',
    draw: HomeSeveral,
    footer: drawSeveralFooter,
    back: 'send',
  },
  account: { title: 'home.account', draw: HomeAccount },
  tokens: { title: 'home.tokens', draw: HomeTokens },
  history: { title: 'home.history', draw: HomeHistory },
  allowances: {
    title: 'home.allowances',
    draw: HomeAllowances,
    footer: drawAllowancesFooter,
  },
  sites: { title: 'home.sites', draw: HomeSites },
  settings: { title: 'home.settings', draw: HomeSettings, footer: drawSettingsFooter },
  activity: { title: 'home.activity', draw: HomeActivity },
  record: { title: 'home.record', draw: HomeRecord },
  stored: { title: 'home.stored', draw: HomeStored, back: 'settings' },
  contacts: { title: 'home.contacts', draw: HomeContacts, back: 'settings' },
  backup: { title: 'home.backup', draw: HomeBackup, back: 'settings' },
  watchedAddress: { title: 'home.watchedAddress', draw: HomeWatchedAddress },
} as const satisfies Record<
  HomePageName,
  {
    title: TextName;
    draw: (shown: never) => unknown;
    /** The filled buttons of the part. */
    footer?: (shown: never) => FooterElement | null;
    back?: HomePageName;
  }
>;

/** The part that the way back leads to. */
const backFrom = (page: HomePageName): HomePageName => {
  const part = parts[page];
  if ('back' in part) return part.back;
  return 'main';
};

/** The content of each part, as data. */
export type PartFacts = {
  [Name in HomePageName]: Parameters<(typeof parts)[Name]['draw']>[0]['facts'];
};
export type Body = {
  [Name in HomePageName]: { readonly page: Name; readonly facts: PartFacts[Name] };
}[HomePageName];

/** The content of the module's own page, as data. */
export type HomeFacts = {
  view: HomeView;
  notice?: Notice;
  /** State keys that cannot be read; what depends on them is missing. */
  lost?: readonly string[];
  body?: Body;
  /** Unix milliseconds: times are said in relation to it. */
  now?: number;
};

/** State that protects the user, such as blocked sites, is only reset on request. */
const drawLost = (key: string, say: Say) => {
  // A key starts with the name of its noun, and each noun that can be lost has texts of that name.
  const [noun] = key.split('.');
  const what: TextRef = { say: `home.lost.${noun}` as TextName };
  return (
    <Section>
      <Text color="error">{say({ say: 'home.cannotBeRead', with: { what } })}</Text>
      <Note>{say({ say: `home.lostText.${noun}` as TextName })}</Note>
      <Button name={`${homeParts.anew}${key}`} variant="destructive">
        {say({ say: 'home.beginAnew', with: { what } })}
      </Button>
    </Section>
  );
};

/** Settings are longer than a window: what came of a form is drawn in it, where the user looks. */
const hasPlaceForNotice = (body: Body | undefined, notice: Notice | undefined): boolean =>
  body?.page === 'settings' && hasNoticeInForm(body.facts, notice);

type Drawn = Omit<Shown<unknown>, 'facts'>;

const drawBody = ({ page, facts }: Body, shown: Drawn) => {
  // The facts are those of this part: `Body` pairs them.
  const draw = parts[page].draw as (shown: Drawn & { facts: unknown }) => never;
  return <Box key="part">{draw({ ...shown, facts })}</Box>;
};

const drawFooter = ({ page, facts }: Body, shown: Drawn): FooterElement | null => {
  const part = parts[page];
  if (!('footer' in part)) return null;
  // The facts are those of this part: `Body` pairs them.
  const draw = part.footer as (shown: Drawn & { facts: unknown }) => FooterElement | null;
  return draw({ ...shown, facts });
};

/** The module's own page. Draws only from state, so it works even if every node is down. */
export const HomePage = ({
  view,
  notice,
  lost = [],
  body,
  now = 0,
  say,
}: HomeFacts & { say: Say }) => {
  const when = (ms: number) => whenText(ms, now, say);
  const drawn: Drawn = { isExact: view.isExact, notice, when, say };
  const content = (
    <Box key="page">
      {/* Above the first part stands the wallet's own header, with the module's name. */}
      {view.page !== 'main' && (
        <Ends>
          <Heading>{say({ say: parts[body?.page ?? view.page].title })}</Heading>
          <SmallButton name={getLinkName(backFrom(view.page))}>
            {say({ say: 'home.back' })}
          </SmallButton>
        </Ends>
      )}
      {!hasPlaceForNotice(body, notice) && drawNotice(notice, say)}
      {lost.map((key) => drawLost(key, say))}
      {body !== undefined && drawBody(body, drawn)}
    </Box>
  );
  const footer = body ? drawFooter(body, drawn) : null;
  return flat(
    footer ? (
      <Container>
        {content}
        {footer}
      </Container>
    ) : (
      content
    ),
  );
};
