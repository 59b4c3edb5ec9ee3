import {
  Box,
  Button,
  Checkbox,
  Container,
  Footer,
  Form,
  Heading,
  Row,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { groupHex } from './format';
import { safeText } from './safeText';

export type AccountChoice = {
  origin: string;
  network: string;
  accounts: readonly { name: string; address: string }[];
};

/** Names of the interactive parts; onUserInput answers to these. */
export const chooseParts = {
  form: 'accounts',
  share: 'shareAccounts',
  refuse: 'refuseAccounts',
} as const;

export const ChooseAccounts = ({ origin, network, accounts }: AccountChoice) => (
  <Container>
    <Box>
      <Heading>Share accounts</Heading>
      <Row label="Asked by">
        <Text>{safeText(origin)}</Text>
      </Row>
      <Row label="Network">
        <Text>{network}</Text>
      </Row>
      <Text>
        The site will see the accounts that you choose, their public keys and what they sent from
        here, until you take it back in the module’s page.
      </Text>
      <Form name={chooseParts.form}>
        {accounts.map(({ name, address }) => (
          <Section>
            <Checkbox name={address} label={safeText(name, 32)} />
            <Text size="sm">{groupHex(address)}</Text>
          </Section>
        ))}
      </Form>
    </Box>
    <Footer>
      <Button name={chooseParts.refuse}>Cancel</Button>
      <Button name={chooseParts.share}>Share</Button>
    </Footer>
  </Container>
);

/** Addresses of the boxes that are ticked, from the state of the dialog. */
export function chosenIn(state: unknown): string[] {
  const form = (state as Record<string, Record<string, unknown> | undefined> | null)?.[
    chooseParts.form
  ];
  return Object.entries(form ?? {}).flatMap(([address, ticked]) =>
    ticked === true ? address : [],
  );
}
