import { Box, Button, Divider, Row, Section, Text } from '@metamask/snaps-sdk/jsx';
import { safeText } from './safeText';

export type SiteFacts = {
  origin: string;
  /** Names of the accounts that it sees, a text for each network. */
  sees: readonly string[];
  /** Seconds that it must still wait after refusals; 0 where it need not. */
  blockedSeconds: number;
};

/** Buttons carry what they are about behind this prefix, since a site has no other name. */
export const siteParts = { revoke: 'revoke ', unblock: 'unblock ' } as const;

/** Sites that were given accounts or are blocked, each with the way back. */
export const HomeSites = ({ sites }: { sites: readonly SiteFacts[] }) => (
  <Section>
    <Text fontWeight="medium">Sites</Text>
    <Divider />
    {sites.length === 0 ? <Text color="muted">No site sees an account.</Text> : null}
    {sites.map(({ origin, sees, blockedSeconds }) => (
      <Box>
        <Row label="Site">
          <Text>{safeText(origin)}</Text>
        </Row>
        <Text color="alternative">
          {sees.length > 0 ? `Sees ${safeText(sees.join('; '))}` : 'Sees no account'}
        </Text>
        {sees.length > 0 ? (
          <Button name={`${siteParts.revoke}${origin}`} variant="destructive">
            Take back
          </Button>
        ) : null}
        {blockedSeconds > 0 ? (
          <Button name={`${siteParts.unblock}${origin}`}>
            {`Let it ask again (blocked for ${blockedSeconds} s)`}
          </Button>
        ) : null}
      </Box>
    ))}
  </Section>
);
