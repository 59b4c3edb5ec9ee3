import { Banner, Box, Copyable, Heading, Row, Text } from '@metamask/snaps-sdk/jsx';
import { groupHex } from './format';
import { safeText } from './safeText';

export type PrivateKeyFacts = {
  origin: string;
  network: string;
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
}: PrivateKeyFacts) => (
  <Box>
    <Heading>Private key</Heading>
    <Banner title="Show this to nobody" severity="danger">
      <Text>
        Whoever has this key can take all that the account holds, on every network and for ever. No
        site and no support needs it.
      </Text>
    </Banner>
    <Row label="Asked by">
      <Text>{safeText(origin)}</Text>
    </Row>
    <Row label="Network">
      <Text>{network}</Text>
    </Row>
    <Text color="alternative" size="sm">
      {safeText(name, 32)}
    </Text>
    <Text>{groupHex(address)}</Text>
    <Copyable value={privateKey} sensitive />
  </Box>
);
