import { Banner, Box, Copyable, Heading, Row, Text } from '@metamask/snaps-sdk/jsx';
import { AddressLine } from './review/draw';
import { safeText } from './text/format';
import type { Label, Say } from './text/words';

export type PrivateKeyFacts = {
  origin: Label;
  network: Label;
  name: string;
  address: string;
  privateKey: string;
};

/** The one place where a private key is drawn: covered until the user uncovers it. */
export const PrivateKeyDialog = ({
  origin,
  network,
  name,
  address,
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
    <AddressLine label={safeText(name, 32)} value={address} />
    <Copyable value={privateKey} sensitive />
  </Box>
);
