import { Button, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Note, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { Say } from '../text/words';

export type SiteFacts = {
  origin: string;
  /** The accounts that it sees, a text for each network. */
  sees: readonly Label[];
  /** Seconds that it must still wait after refusals; 0 where it need not. */
  blockedSeconds: number;
};

/** Buttons carry what they are about behind this prefix, since a site has no other name. */
export const siteParts = { revoke: 'revoke ', unblock: 'unblock ' } as const;

/** Sites that were given accounts or are blocked, each with the way back. */
export const HomeSites = ({ sites, say }: { sites: readonly SiteFacts[]; say: Say }) => [
  sites.length === 0 ? (
    <Section>
      <Text color="muted">{say({ say: 'home.noSites' })}</Text>
    </Section>
  ) : null,
  ...sites.map(({ origin, sees, blockedSeconds }) => (
    <Section>
      <Title>{safeText(origin)}</Title>
      {sees.map((each) => (
        <Note>{say(each)}</Note>
      ))}
      {blockedSeconds > 0 ? (
        <Text size="sm" color="warning">
          {say({ say: 'home.blocked', with: { seconds: String(blockedSeconds) } })}
        </Text>
      ) : null}
      {sees.length > 0 ? (
        <Button name={`${siteParts.revoke}${origin}`} variant="destructive">
          {say({ say: 'home.takeBack', with: { origin } })}
        </Button>
      ) : null}
      {blockedSeconds > 0 ? (
        <Button name={`${siteParts.unblock}${origin}`}>
          {say({ say: 'home.unblock', with: { origin } })}
        </Button>
      ) : null}
    </Section>
  )),
];
