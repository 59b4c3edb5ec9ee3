import {
  Box,
  Button,
  Checkbox,
  Container,
  Footer,
  Form,
  Heading,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { Line } from './review/draw';
import { accountName, type NamedAccount } from './review/facts';
import { groupHex, safeText } from './text/format';
import type { Label, Say } from './text/words';

export type AccountChoice = {
  origin: string;
  network: Label;
  accounts: readonly NamedAccount[];
};

/** Names of the interactive parts; onUserInput answers to these. */
export const chooseParts = {
  form: 'accounts',
  share: 'shareAccounts',
  refuse: 'refuseAccounts',
} as const;

export const ChooseAccounts = ({
  origin,
  network,
  accounts,
  isNoneChosen = false,
  say,
}: AccountChoice & { isNoneChosen?: boolean; say: Say }) => (
  <Container>
    <Box>
      <Heading>{say({ say: 'review.shareAccounts' })}</Heading>
      <Line label={say({ say: 'review.askedBy' })}>{safeText(origin)}</Line>
      <Line label={say({ say: 'review.network' })}>{say(network)}</Line>
      <Text>{say({ say: 'review.seesChosen' })}</Text>
      <Form name={chooseParts.form}>
        {accounts.map((account) => (
          <Section>
            <Checkbox name={account.address} label={say(accountName(account), 32)} />
            <Text size="sm">{groupHex(safeText(account.address, 66))}</Text>
          </Section>
        ))}
      </Form>
      {isNoneChosen && <Text color="error">{say({ say: 'review.noneChosen' })}</Text>}
    </Box>
    <Footer>
      <Button name={chooseParts.refuse}>{say({ say: 'review.cancel' })}</Button>
      <Button name={chooseParts.share}>{say({ say: 'review.share' })}</Button>
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
