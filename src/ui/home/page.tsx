import { Banner, Box, Button, Heading, Section, Text } from '@metamask/snaps-sdk/jsx';
import { flat } from '../flat';
import { Ends, Note, SmallButton } from '../review/draw';
import type { Say, TextName, Words } from '../text/words';
import { type AccountsFacts, HomeAccounts } from './accounts';
import { type ActivityFacts, HomeActivity } from './activity';
import { HomeRecord, HomeRecords, type RecordDetails, type RecordFacts } from './records';
import { HomeSettings, type SettingsFacts } from './settings';
import { HomeSites, type SiteFacts } from './sites';
import { type HomePageName, type HomeView, homeParts, type Notice } from './view';

type Body =
  | {
      page: 'main';
      accounts: AccountsFacts | undefined;
      records: readonly RecordFacts[] | undefined;
      sites: number | undefined;
    }
  | { page: 'sites'; sites: readonly SiteFacts[] }
  | { page: 'settings'; settings: SettingsFacts }
  | { page: 'activity'; activity: ActivityFacts }
  | { page: 'record'; record: RecordDetails };

/** The content of the module's own page, as data. */
export type HomeFacts = {
  view: HomeView;
  notice?: Notice;
  /** State keys that cannot be read; what depends on them is missing. */
  lost?: readonly string[];
  body?: Body;
};

const titles = {
  main: 'home.title',
  sites: 'home.sites',
  settings: 'home.settings',
  activity: 'home.activity',
  record: 'home.record',
} as const satisfies Record<HomePageName, TextName>;

const NOTICE_LIMIT = 512;

const Go = ({ to, children }: { to: HomePageName; children: string }) => (
  <Button name={`${homeParts.go}${to}`}>{children}</Button>
);

/** State that protects the user, such as blocked sites, is only reset on request. */
const drawLost = (key: string, say: Say) => {
  // A key starts with the name of its noun, and each noun that can be lost has texts of that name.
  const [noun] = key.split('.');
  const what: Words = { say: `home.lost.${noun}` as TextName };
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

const drawBody = (body: Body, isExact: boolean, say: Say) => {
  switch (body.page) {
    case 'main':
      return [
        body.accounts ? <HomeAccounts {...body.accounts} isExact={isExact} say={say} /> : null,
        body.records ? <HomeRecords records={body.records} isExact={isExact} say={say} /> : null,
        <Box>
          <Go to="sites">
            {say({ say: 'home.sitesCount', with: { count: `${body.sites ?? '?'}` } })}
          </Go>
          <Go to="activity">{say({ say: 'home.activity' })}</Go>
          <Go to="settings">{say({ say: 'home.settings' })}</Go>
        </Box>,
      ];
    case 'sites':
      return <Box>{HomeSites({ sites: body.sites, say })}</Box>;
    case 'settings':
      return <Box>{HomeSettings({ ...body.settings, say })}</Box>;
    case 'activity':
      return <HomeActivity {...body.activity} say={say} />;
    case 'record':
      return <HomeRecord record={body.record} say={say} />;
  }
};

/** The module's own page. Draws only from state, so it works even if every node is down. */
export const HomePage = ({ view, notice, lost = [], body, say }: HomeFacts & { say: Say }) =>
  flat(
    <Box>
      <Ends>
        <Heading>{say({ say: titles[body?.page ?? view.page] })}</Heading>
        {view.page === 'main' ? null : (
          <SmallButton name={`${homeParts.go}main`}>{say({ say: 'home.back' })}</SmallButton>
        )}
      </Ends>
      {notice ? (
        <Banner title={say(notice.title)} severity={notice.severity}>
          <Text>{say(notice.text, NOTICE_LIMIT)}</Text>
        </Banner>
      ) : null}
      {lost.map((key) => drawLost(key, say))}
      {body ? drawBody(body, view.isExact, say) : null}
    </Box>,
  );
