import { Button, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Note, SectionTitle, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { Shown } from './shown';
import { drawTurns, type ListPage } from './turns';

export type SiteAccess = {
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

/** A signature that a site holds, with which it can act for an account. */
export type SignatureLine = {
  readonly site: string;
  /** Power of whoever holds it. */
  readonly what: Label;
  readonly account: Label;
  /** Name of the message's type. */
  readonly type: string;
  /** Unix milliseconds. */
  readonly signedAt: number;
  /** Its end; null if it names none. */
  readonly ends: Label | null;
  /** Hash by which its account can end it now; undefined if that cannot be done here. */
  readonly endBy: string | undefined;
  /** True if a transaction that ends it has not settled. */
  readonly isEnding: boolean;
};

export type SitesFacts = {
  readonly sites: ListPage<SiteAccess>;
  /** On the network in sight, the newest first. */
  readonly signatures: readonly SignatureLine[];
};

/** Button names consist of this prefix and the site's origin, or the hash of a session. */
export const siteParts = { revoke: 'revoke ', unblock: 'unblock ', end: 'end ' } as const;

const drawSignature = (
  { site, what, account, type, signedAt, ends, endBy, isEnding }: SignatureLine,
  { when, say }: Pick<Shown<unknown>, 'when' | 'say'>,
) => (
  <Section>
    <Title>{safeText(site)}</Title>
    <Text>{say(what)}</Text>
    <Note>
      {say({ say: 'home.signedBy', with: { account, type: safeText(type), time: when(signedAt) } })}
    </Note>
    <Note>
      {ends === null
        ? say({ say: 'home.endsNever' })
        : say({ say: 'home.endsAt', with: { time: ends } })}
    </Note>
    {isEnding && (
      <Text size="sm" color="warning">
        {say({ say: 'home.received' })}
      </Text>
    )}
    {endBy !== undefined && !isEnding && (
      <Button name={`${siteParts.end}${endBy}`} variant="destructive">
        {say({ say: 'home.do.end', with: { site: safeText(site) } })}
      </Button>
    )}
  </Section>
);

/** Most signatures cannot be taken back: the text says what helps. */
const drawSignatures = (
  signatures: readonly SignatureLine[],
  drawn: Pick<Shown<unknown>, 'when' | 'say'>,
) => {
  if (signatures.length === 0) return null;
  const { say } = drawn;
  return [
    <SectionTitle>{say({ say: 'home.signatures' })}</SectionTitle>,
    <Note>{say({ say: 'home.signaturesText' })}</Note>,
    ...signatures.map((one) => drawSignature(one, drawn)),
  ];
};

/** Sites with access or blocks, each with a button to undo that, and the signatures they hold. */
export const HomeSites = ({ facts: { sites, signatures }, when, say }: Shown<SitesFacts>) => [
  sites.lines.length === 0 && (
    <Section>
      <Text color="alternative">{say({ say: 'home.noSites' })}</Text>
    </Section>
  ),
  ...sites.lines.map(({ origin, network, sees, blockedSeconds, isBuiltIn = false }) => (
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
  drawTurns(sites, say),
  drawSignatures(signatures, { when, say }),
];
