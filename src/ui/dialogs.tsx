import type { SnapsProvider } from '@metamask/snaps-sdk';
import {
  Banner,
  Box,
  Button,
  Checkbox,
  Container,
  Copyable,
  Footer,
  Form,
  Heading,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { fail } from '@xnet/clients/errors';
import { flat } from './flat';
import { type HomeFacts, HomePage } from './home/page';
import { openDialog } from './openDialog';
import { drawFact, Line } from './review/draw';
import { accountName, type Fact, type NamedAccount } from './review/facts';
import { createReviewOpener } from './review/open';
import { groupHex, safeText, withoutMarkup } from './text/format';
import type { TextsOfUser } from './text/texts';
import { createSay, type Label, type LoadTranslator, type Say, type Texts } from './text/words';

type Wallet = Pick<SnapsProvider, 'request'>;

export type Dialogs = ReturnType<typeof createDialogs>;

/** The longest message that wallets show in a notification. */
const NOTIFICATION_LIMIT = 480;

/** The module's only interface to the user. */
export const createDialogs = (
  wallet: Wallet,
  texts: TextsOfUser,
  setTimer: (run: () => void, ms: number) => () => void,
) => {
  /** Without texts there are no dialogs: an unreadable question is not shown. */
  let last: { texts: Texts; say: Say } | undefined;
  const saying: LoadTranslator = async (choice) => {
    const now = await texts(choice);
    if (last?.texts !== now) last = { texts: now, say: createSay(now) };
    return last.say;
  };
  return {
    ...createReviewOpener(wallet, saying, setTimer),
    ...createAccountChooser(wallet, saying),
    ...createHomePages(wallet, saying),
    saying,

    /**
     * Shows a private key. Derives it at the last moment and keeps it out of errors: the wallet's
     * own could quote what it was given to draw.
     */
    async showPrivateKey(
      facts: Omit<PrivateKeyFacts, 'privateKey'>,
      reveal: () => Promise<string>,
    ): Promise<void> {
      const say = await saying();
      await reveal()
        .then((privateKey) =>
          openDialog(wallet, {
            type: 'alert',
            content: <PrivateKeyDialog {...facts} privateKey={privateKey} say={say} />,
          }),
        )
        .catch(() => fail('internal', 'The key was not shown.'));
    },

    async notify(label: Label): Promise<void> {
      const message = withoutMarkup(safeText((await saying())(label), NOTIFICATION_LIMIT));
      await wallet.request({ method: 'snap_notify', params: { type: 'inApp', message } });
    },
  };
};

/** Dialogs in which the user chooses accounts for a site. */
function createAccountChooser(wallet: Wallet, saying: LoadTranslator) {
  const open = new Map<string, AccountChoice>();
  return {
    /**
     * Lets the user choose accounts for a site; resolves with their addresses.
     * @throws userRejected if the user cancels
     */
    async choose(choice: AccountChoice): Promise<string[]> {
      const say = await saying();
      const id = await wallet.request({
        method: 'snap_createInterface',
        params: { ui: <ChooseAccounts {...choice} say={say} /> },
      });
      open.set(id, choice);
      const answer = await openDialog(wallet, { id }).finally(() => open.delete(id));
      return Array.isArray(answer) ? answer.map(String) : fail('userRejected');
    },

    /** Ends the choice with the ticked boxes; sharing requires at least one. */
    async share(id: string): Promise<void> {
      const state = await wallet.request({ method: 'snap_getInterfaceState', params: { id } });
      const value = chosenIn(state);
      const choice = open.get(id);
      if (choice && value.length === 0) {
        const ui = <ChooseAccounts {...choice} isNoneChosen say={await saying()} />;
        await wallet.request({ method: 'snap_updateInterface', params: { id, ui } });
        return;
      }
      await wallet.request({ method: 'snap_resolveInterface', params: { id, value } });
    },
  };
}

/** The module's own page. */
function createHomePages(wallet: Wallet, saying: LoadTranslator) {
  return {
    /** The current values of a form; null if there is none. */
    async formState(id: string, form: string): Promise<unknown> {
      const state = await wallet.request({ method: 'snap_getInterfaceState', params: { id } });
      return state[form] ?? null;
    },

    /** Draws the module's own page; resolves with its id. */
    async openHome(facts: HomeFacts): Promise<string> {
      const ui = <HomePage {...facts} say={await saying()} />;
      const params = { ui, context: { ...facts.view } };
      return wallet.request({ method: 'snap_createInterface', params });
    },

    async updateHome(id: string, facts: HomeFacts): Promise<void> {
      const ui = <HomePage {...facts} say={await saying()} />;
      const params = { id, ui, context: { ...facts.view } };
      await wallet.request({ method: 'snap_updateInterface', params });
    },

    /** The view state that the wallet stores with the page. @throws if it is closed */
    homeView: (id: string): Promise<unknown> =>
      wallet.request({ method: 'snap_getInterfaceContext', params: { id } }),
  };
}

export type PrivateKeyFacts = {
  origin: Label;
  network: Label;
  account: Fact;
  privateKey: string;
};

/** The only place that draws a private key: hidden until the user reveals it. */
export const PrivateKeyDialog = ({
  origin,
  network,
  account,
  privateKey,
  say,
}: PrivateKeyFacts & { say: Say }) =>
  flat(
    <Box>
      <Heading>{say({ say: 'review.privateKey' })}</Heading>
      <Banner title={say({ say: 'review.showNobody' })} severity="danger">
        <Text>{say({ say: 'review.showNobodyText' })}</Text>
      </Banner>
      <Line label={say({ say: 'review.askedBy' })}>{say(origin)}</Line>
      <Line label={say({ say: 'review.network' })}>{say(network)}</Line>
      {drawFact(account, say)}
      <Copyable value={privateKey} sensitive />
    </Box>,
  );

export type AccountChoice = {
  origin: string;
  network: Label;
  accounts: readonly NamedAccount[];
};

/** Names of the interactive parts, which onUserInput handles. */
export const chooseParts = {
  form: 'accounts',
  share: 'shareAccounts',
} as const;

export const ChooseAccounts = ({
  origin,
  network,
  accounts,
  isNoneChosen = false,
  say,
}: AccountChoice & { isNoneChosen?: boolean; say: Say }) =>
  flat(
    <Container>
      <Box>
        {/* As close as in a review: wallets space the outer box's parts twice as far. */}
        <Box>
          <Heading>{say({ say: 'review.shareAccounts' })}</Heading>
          <Line label={say({ say: 'review.askedBy' })}>{safeText(origin)}</Line>
          <Line label={say({ say: 'review.network' })}>{say(network)}</Line>
          <Text>{say({ say: 'review.seesChosen' })}</Text>
          {isNoneChosen && <Text color="error">{say({ say: 'review.noneChosen' })}</Text>}
        </Box>
        <Form name={chooseParts.form}>
          {accounts.map((account) => (
            <Section>
              <Checkbox name={account.address} label={say(accountName(account), 32)} />
              <Text size="sm">{groupHex(safeText(account.address, 66))}</Text>
            </Section>
          ))}
        </Form>
      </Box>
      <Footer>
        <Button name={chooseParts.share}>{say({ say: 'review.share' })}</Button>
      </Footer>
    </Container>,
  );

/** Addresses of the ticked boxes, from the state of the dialog. */
function chosenIn(state: unknown): string[] {
  const form = (state as Record<string, Record<string, unknown> | undefined> | null)?.[
    chooseParts.form
  ];
  return Object.entries(form ?? {}).flatMap(([address, ticked]) =>
    ticked === true ? address : [],
  );
}
