import { Banner, Box, Copyable, Heading, Row, Text } from '@metamask/snaps-sdk/jsx';
import { drawFact } from './review/draw';
import type { Fact } from './review/facts';
import type { Label, Say } from './text/words';

export type PrivateKeyFacts = {
  origin: Label;
  network: Label;
  account: Fact;
  privateKey: string;
};

/** The one place where a private key is drawn: covered until the user uncovers it. */
export const PrivateKeyDialog = ({
  origin,
  network,
  account,
  privateKey,
  say,
}: PrivateKeyFacts & { say: Say }) => (
  <Box>
    <Heading>{say({ say: 'review.privateKey' })}</Heading>
    <Banner title={say({ say: 'review.showNobody' })} severity="danger">
      <Text>{say({ say: 'review.showNobodyText' })}</Text>
    </Banner>
    <Row label={say({ say: 'review.askedBy' })}>
      <Text>{say(origin)}</Text>
    </Row>
    <Row label={say({ say: 'review.network' })}>
      <Text>{say(network)}</Text>
    </Row>
    {drawFact(account, say)}
    <Copyable value={privateKey} sensitive />
  </Box>
);
