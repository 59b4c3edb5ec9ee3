import { Box, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Ends, Line, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { safeText } from '../text/format';
import type { Say, TextName } from '../text/words';
import type { Shown } from './shown';

/** Unfolds what is meant by each kind. */
export const storedParts = { unfold: 'page.stored.kept' } as const;

type Kind = { readonly title: TextName; readonly about: TextName };

export type StoredFacts = {
  /** Data kept on this device, in short until it is unfolded. */
  kept: readonly Kind[];
  isOpen: boolean;
  /** Data that is never kept. */
  never: Kind;
  network: Label;
  /** The services that are asked, each with its hosts; none if it is not used. */
  asked: readonly { title: TextName; hosts: readonly string[] }[];
};

const drawKind = ({ title, about }: Kind, say: Say) => (
  <Box>
    <Text size="sm">{say({ say: title })}</Text>
    <Note>{say({ say: about })}</Note>
  </Box>
);

/** Data that the module keeps, and the hosts that learn something from it. */
export const HomeStored = ({ facts, say }: Shown<StoredFacts>) => [
  <Section>
    <Ends>
      <Title>{say({ say: 'home.stored.kept' })}</Title>
      <SmallButton name={storedParts.unfold}>
        {say({ say: facts.isOpen ? 'home.fold' : 'home.details' })}
      </SmallButton>
    </Ends>
    {facts.isOpen ? (
      facts.kept.map((kind) => drawKind(kind, say))
    ) : (
      <Note>{facts.kept.map(({ title }) => say({ say: title })).join(' · ')}</Note>
    )}
    {drawKind(facts.never, say)}
  </Section>,
  <Section>
    <Title>{say({ say: 'home.stored.asked', with: { network: facts.network } })}</Title>
    {facts.asked.map(({ title, hosts }) => (
      <Line label={say({ say: title })}>
        {hosts.length === 0
          ? say({ say: 'home.stored.notAsked' })
          : hosts.map((host) => safeText(host)).join(', ')}
      </Line>
    ))}
    <Note>{say({ say: 'home.stored.askedText' })}</Note>
  </Section>,
];
