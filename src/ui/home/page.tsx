import { Banner, Box, Button, Heading, Text } from '@metamask/snaps-sdk/jsx';
import { Ends, SmallButton } from '../review/draw';
import type { Say, TextName } from '../text/words';
import { type AccountsFacts, HomeAccounts } from './accounts';
import { type ActivityFacts, HomeActivity } from './activity';
import { HomeRecord, HomeRecords, type RecordDetails, type RecordFacts } from './records';
import { HomeSettings, type SettingsFacts } from './settings';
import { HomeSites, type SiteFacts } from './sites';
import { type HomePageName, type HomeView, homeParts, type Notice } from './view';

type Body =
  | { page: 'main'; accounts: AccountsFacts; records: readonly RecordFacts[]; sites: number }
  | { page: 'sites'; sites: readonly SiteFacts[] }
  | { page: 'settings'; settings: SettingsFacts }
  | { page: 'activity'; activity: ActivityFacts }
  | { page: 'record'; record: RecordDetails };

/** What the module's own page shows, as data. */
export type HomeFacts = { view: HomeView; notice?: Notice; body: Body };

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

const drawBody = (body: Body, isExact: boolean, say: Say) => {
  switch (body.page) {
    case 'main':
      return [
        <HomeAccounts {...body.accounts} isExact={isExact} say={say} />,
        <HomeRecords records={body.records} isExact={isExact} say={say} />,
        <Box>
          <Go to="sites">{say({ say: 'home.sitesCount', with: { count: String(body.sites) } })}</Go>
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

/** The module's own page. Draws from state alone, so it shows with every node down. */
export const HomePage = ({ view, notice, body, say }: HomeFacts & { say: Say }) => (
  <Box>
    <Ends>
      <Heading>{say({ say: titles[body.page] })}</Heading>
      {body.page === 'main' ? null : (
        <SmallButton name={`${homeParts.go}main`}>{say({ say: 'home.back' })}</SmallButton>
      )}
    </Ends>
    {notice ? (
      <Banner title={say(notice.title)} severity={notice.severity}>
        <Text>{say(notice.text, NOTICE_LIMIT)}</Text>
      </Banner>
    ) : null}
    {drawBody(body, view.isExact === true, say)}
  </Box>
);
