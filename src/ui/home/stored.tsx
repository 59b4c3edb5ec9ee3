import { Box, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Note, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { TextName } from '../text/words';
import type { Shown } from './shown';

export type StoredFacts = {
  /** What is kept on this device, and what never is. */
  kept: readonly { title: TextName; about: TextName }[];
  network: Label;
  /** The services that are asked, each with its hosts; none if it is not used. */
  asked: readonly { title: TextName; hosts: readonly string[] }[];
};

/** What the module keeps, and the hosts that learn something from it. */
export const HomeStored = ({ facts, say }: Shown<StoredFacts>) => [
  <Section>
    <Title>{say({ say: 'home.stored.kept' })}</Title>
    {facts.kept.map(({ title, about }) => (
      <Box>
        <Text size="sm">{say({ say: title })}</Text>
        <Note>{say({ say: about })}</Note>
      </Box>
    ))}
  </Section>,
  <Section>
    <Title>{say({ say: 'home.stored.asked', with: { network: facts.network } })}</Title>
    <Note>{say({ say: 'home.stored.askedText' })}</Note>
    {facts.asked.map(({ title, hosts }) => (
      <Box>
        <Text size="sm">{say({ say: title })}</Text>
        {hosts.length === 0 ? <Note>{say({ say: 'home.stored.notAsked' })}</Note> : null}
        {hosts.map((host) => (
          <Note>{safeText(host)}</Note>
        ))}
      </Box>
    ))}
  </Section>,
];
