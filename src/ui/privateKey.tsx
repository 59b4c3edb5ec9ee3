import { Banner, Box, Copyable, Heading, Text } from '@metamask/snaps-sdk/jsx';
import { drawFact, Line } from './review/draw';
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
    <Line label={say({ say: 'review.askedBy' })}>{say(origin)}</Line>
    <Line label={say({ say: 'review.network' })}>{say(network)}</Line>
    {drawFact(account, say)}
    <Copyable value={privateKey} sensitive />
  </Box>
);
