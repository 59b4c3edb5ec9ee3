import { Button, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Note, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { Shown } from './shown';

export type SiteFacts = {
  origin: string;
  /** The network that it works on. */
  network: Label;
  /** The accounts that it sees, one text per network. */
  sees: readonly Label[];
  /** Seconds left of a block after refusals; 0 if none. */
  blockedSeconds: number;
  /** True for a site that the build trusts: that cannot be taken back here. */
  isBuiltIn?: boolean;
};

/** Button names consist of this prefix and the site's origin. */
export const siteParts = { revoke: 'revoke ', unblock: 'unblock ' } as const;

/** Sites with access or blocks, each with a button to undo that. */
export const HomeSites = ({ facts: sites, say }: Shown<readonly SiteFacts[]>) => [
  sites.length === 0 && (
    <Section>
      <Text color="alternative">{say({ say: 'home.noSites' })}</Text>
    </Section>
  ),
  ...sites.map(({ origin, network, sees, blockedSeconds, isBuiltIn = false }) => (
    <Section>
      <Title>{safeText(origin)}</Title>
      {sees.map((account) => (
        <Note>{say(account)}</Note>
      ))}
      {sees.length > 0 && <Note>{say({ say: 'home.worksOn', with: { network } })}</Note>}
      {blockedSeconds > 0 && (
        <Text size="sm" color="warning">
          {say({ say: 'home.blocked', with: { seconds: String(blockedSeconds) } })}
        </Text>
      )}
      {sees.length > 0 && !isBuiltIn && (
        <Button name={`${siteParts.revoke}${origin}`} variant="destructive">
          {say({ say: 'home.takeBack', with: { origin } })}
        </Button>
      )}
      {blockedSeconds > 0 && (
        <Button name={`${siteParts.unblock}${origin}`}>
          {say({ say: 'home.unblock', with: { origin } })}
        </Button>
      )}
    </Section>
  )),
];
