import { Box, Heading, Section } from '@metamask/snaps-sdk/jsx';
import { drawWhole, Line, Note, SmallButton } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import {
  type AccountFacts,
  accountParts,
  drawKind,
  drawObstacle,
  GroupedAddress,
} from './accounts';
import type { Shown } from './shown';

export type AccountDetails = AccountFacts & {
  network: Label;
  /** Path of its key in the phrase. */
  path: string;
  publicKey: string;
};

/** All about one account; its private key comes last, behind a heading. */
export const HomeAccount = ({ facts, say }: Shown<AccountDetails>) => (
  <Box>
    <Section>
      <Heading size="md">{say(facts.name, 32)}</Heading>
      {drawKind(facts, say)}
      {drawObstacle(facts, say)}
      <GroupedAddress address={facts.address} />
      {drawWhole(safeText(facts.address, 66))}
      <Line label={say({ say: 'review.network' })}>{say(facts.network)}</Line>
      <Line label={say({ say: 'review.key' })}>{safeText(facts.path, 64)}</Line>
      <Note>{say({ say: 'home.publicKey' })}</Note>
      {drawWhole(safeText(facts.publicKey, 66))}
    </Section>
    <Section>
      <Heading size="sm">{say({ say: 'home.privateKey' })}</Heading>
      <Note>{say({ say: 'home.privateKeyText' })}</Note>
      <SmallButton name={`${accountParts.key}${facts.address}`}>
        {say({ say: 'home.do.key', with: { account: facts.name } }, 32)}
      </SmallButton>
    </Section>
  </Box>
);
