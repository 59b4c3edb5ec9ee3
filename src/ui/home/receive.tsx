import { Banner, Box, Image, Section, Text } from '@metamask/snaps-sdk/jsx';
import { drawWhole, Note, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { type AccountFacts, drawObstacle } from './accounts';
import { qrCode } from './qr';
import type { Shown } from './shown';

export type ReceiveFacts = Pick<AccountFacts, 'name' | 'address' | 'isDeployed' | 'obstacle'> & {
  network: Label;
};

/** The address of an account for whoever sends to it, and what they must know. */
export const HomeReceive = ({ facts, say }: Shown<ReceiveFacts>) => (
  <Box>
    <Section>
      <Box center>
        <Title>{say(facts.name, 32)}</Title>
        <Note>{say(facts.network)}</Note>
        <Image src={qrCode(facts.address)} alt={say({ say: 'home.qr' })} />
      </Box>
      {drawWhole(facts.address)}
      {drawObstacle(facts, say)}
    </Section>
    <Banner title={say({ say: 'home.onlyStarknet' })} severity="warning">
      <Text>{say({ say: 'home.onlyStarknetText', with: { network: facts.network } })}</Text>
    </Banner>
    {!facts.isDeployed && (
      <Section>
        <Title>{say({ say: 'home.notDeployed' })}</Title>
        <Note>{say({ say: 'home.notDeployedText' })}</Note>
      </Section>
    )}
  </Box>
);
