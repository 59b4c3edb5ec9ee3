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
import type { HomeView } from './home/view';
import { HomeWaiting, type WaitingFacts } from './home/waiting';
import { openDialog } from './openDialog';
import { reviewParts } from './review/dialog';
import { Asker, drawFact, Ends, Line, SmallButton } from './review/draw';
import { accountName, type Fact, type NamedAccount } from './review/facts';
import { createReviewOpener } from './review/open';
import { type Drawing, dialogPlace, type Place } from './review/place';
import type { SetTimer } from './review/runReview';
import { groupHex, safeText, withoutMarkup } from './text/format';
import type { TextsOfUser } from './text/texts';
import { createSay, type Label, type LoadTranslator, type Say, type Texts } from './text/words';

type Wallet = Pick<SnapsProvider, 'request'>;

export type Dialogs = Omit<ReturnType<typeof createDialogs>, 'at'>;

/** The longest message that wallets show in a notification. */
const NOTIFICATION_LIMIT = 480;

/** The module's only interface to the user. */
export const createDialogs = (wallet: Wallet, texts: TextsOfUser, setTimer: SetTimer) => {
  /** Without texts there are no dialogs: an unreadable question is not shown. */
  let last: { texts: Texts; say: Say } | undefined;
  const saying: LoadTranslator = async (choice) => {
    const now = await texts(choice);
    if (last?.texts !== now) last = { texts: now, say: createSay(now) };
    return last.say;
  };
  const dialogs = {
    ...createReviewOpener(wallet, saying, setTimer),
    ...createAccountChooser(wallet, saying),
    ...createHomePages(wallet, saying, setTimer),
    saying,

    /**
     * Shows a private key. Derives it at the last moment and keeps it out of errors: the wallet's
     * own could quote what it was given to draw.
     */
    async showPrivateKey(
      facts: Omit<PrivateKeyFacts, 'privateKey'>,
      reveal: () => Promise<string>,
      place: Place = dialogPlace(wallet),
    ): Promise<void> {
      const say = await saying();
      const { isOnPage = false } = place.first;
      const draw = (privateKey: string) => (
        <PrivateKeyDialog {...facts} privateKey={privateKey} isOnPage={isOnPage} say={say} />
      );
      await reveal()
        .then((privateKey) => place.show(draw(privateKey)))
        .catch(() => fail('internal', 'The key was not shown.'));
    },

    /** Says that what the user has confirmed leads to another question, and carries out nothing. */
    askMore: (place: Place = dialogPlace(wallet)): void => place.askMore(),

    async notify(label: Label): Promise<void> {
      const message = withoutMarkup(safeText((await saying())(label), NOTIFICATION_LIMIT));
      await wallet.request({ method: 'snap_notify', params: { type: 'inApp', message } });
    },
  };
  return {
    ...dialogs,
    /** The same, shown at another place than in dialogs of the wallet. */
    at: (place: Place): typeof dialogs => ({
      ...dialogs,
      approve: (review, describe, live) => dialogs.approve(review, describe, live, place),
      showPrivateKey: (facts, reveal) => dialogs.showPrivateKey(facts, reveal, place),
      askMore: () => dialogs.askMore(place),
    }),
  };
};

/** Dialogs in which the user chooses accounts for a site. */
function createAccountChooser(wallet: Wallet, saying: LoadTranslator) {
  const open = new Map<string, AccountChoice & { shownCount: number }>();
  const redraw = async (id: string, choice: Omit<Parameters<typeof ChooseAccounts>[0], 'say'>) => {
    const ui = <ChooseAccounts {...choice} say={await saying()} />;
    await wallet.request({ method: 'snap_updateInterface', params: { id, ui } });
  };
  return {
    /**
     * Lets the user choose accounts for a site; resolves with their addresses.
     * @throws userRejected if the user cancels
     */
    async choose(offer: AccountChoice): Promise<string[]> {
      const choice = { ...offer, shownCount: ACCOUNTS_SHOWN };
      const say = await saying();
      const id = await wallet.request({
        method: 'snap_createInterface',
        params: { ui: <ChooseAccounts {...choice} say={say} /> },
      });
      open.set(id, choice);
      const answer = await openDialog(wallet, { id }).finally(() => open.delete(id));
      if (Array.isArray(answer)) return answer.map(String);
      return fail('userRejected');
    },

    /** Shows more accounts below; ticks stay. */
    async showMore(id: string): Promise<void> {
      const choice = open.get(id);
      if (!choice) return;
      choice.shownCount += ACCOUNTS_SHOWN;
      await redraw(id, choice);
    },

    /** Ends the choice with the ticked boxes; sharing requires at least one. */
    async share(id: string): Promise<void> {
      const state = await wallet.request({ method: 'snap_getInterfaceState', params: { id } });
      const value = chosenIn(state);
      const choice = open.get(id);
      if (choice && value.length === 0) {
        await redraw(id, { ...choice, isNoneChosen: true });
        return;
      }
      await wallet.request({ method: 'snap_resolveInterface', params: { id, value } });
    },
  };
}

/** The shortest time that wallets need to see that a drawing is short: they then show its start. */
const WAITING_MS = 150;
/** Pages of which is known what stands on them. */
const MOST_PAGES = 20;

/** Content of each of the newest pages, and when it may be replaced. */
function createSights() {
  const inSight = new Map<string, { what: string; isSeen: Promise<void> }>();
  return {
    inSight,
    note(id: string, content: string, isSeen = Promise.resolve()): void {
      inSight.delete(id);
      inSight.set(id, { what: content, isSeen });
      const [oldest = ''] = inSight.keys();
      if (inSight.size > MOST_PAGES) inSight.delete(oldest);
    },
  };
}

/**
 * The module's own page. Wallets keep how far the user has scrolled, so what follows something else
 * would open at its end: between the two stands something short, for long enough.
 */
function createHomePages(wallet: Wallet, saying: LoadTranslator, setTimer: SetTimer) {
  const { inSight, note } = createSights();

  /** The wallet stores the view with the drawing. */
  async function update(id: string, view: HomeView, ui: Drawing): Promise<void> {
    const params = { id, ui, context: { ...view } };
    await wallet.request({ method: 'snap_updateInterface', params });
  }

  /** Draws that the page works on something. */
  async function drawWaiting(id: string, view: HomeView, facts: WaitingFacts): Promise<void> {
    await update(id, view, <HomeWaiting {...facts} say={await saying()} />);
    note(id, WAITING, new Promise((resolve) => setTimer(resolve, WAITING_MS)));
  }

  /**
   * Draws something on a page, unless it is over by then; `what` differs where the user is to see
   * its beginning.
   */
  async function drawInstead(
    id: string,
    view: HomeView,
    content: string,
    ui: Drawing,
    isOver = () => false,
  ): Promise<void> {
    const lastContent = inSight.get(id)?.what;
    if (lastContent !== content && lastContent !== WAITING)
      await drawWaiting(id, view, { text: { say: 'home.oneMoment' } });
    await inSight.get(id)?.isSeen;
    if (isOver()) return;
    await update(id, view, ui);
    note(id, content);
  }

  return {
    drawWaiting,
    drawInstead,

    /** The current values of a form; null if there is none. */
    async formState(id: string, form: string): Promise<unknown> {
      const state = await wallet.request({ method: 'snap_getInterfaceState', params: { id } });
      return state[form] ?? null;
    },

    /** Draws the module's own page; resolves with its id. */
    async openHome(facts: HomeFacts): Promise<string> {
      const ui = <HomePage {...facts} say={await saying()} />;
      const params = { ui, context: { ...facts.view } };
      const id = await wallet.request({ method: 'snap_createInterface', params });
      note(id, partOf(facts.view));
      return id;
    },

    async updateHome(id: string, facts: HomeFacts): Promise<void> {
      const ui = <HomePage {...facts} say={await saying()} />;
      await drawInstead(id, facts.view, partOf(facts.view), ui);
    },

    /** The view state that the wallet stores with the page. @throws if it is closed */
    homeView: (id: string): Promise<unknown> =>
      wallet.request({ method: 'snap_getInterfaceContext', params: { id } }),
  };
}

const WAITING = 'waiting';
const partOf = ({ page, chainId, about, older: activityPage }: HomeView): string =>
  [page, chainId, about, activityPage].join(' ');

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
  isOnPage = false,
  say,
}: PrivateKeyFacts & { isOnPage?: boolean; say: Say }) =>
  flat(
    <Box>
      <Ends>
        <Heading>{say({ say: 'review.privateKey' })}</Heading>
        {isOnPage && (
          <SmallButton name={reviewParts.leave}>{say({ say: 'home.back' })}</SmallButton>
        )}
      </Ends>
      <Banner title={say({ say: 'review.showNobody' })} severity="danger">
        <Text>{say({ say: 'review.showNobodyText' })}</Text>
      </Banner>
      {drawFact(account, say)}
      <Copyable value={privateKey} sensitive />
      <Line label={say({ say: 'review.network' })}>{say(network)}</Line>
      {typeof origin === 'string' && <Asker origin={origin} say={say} />}
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
  more: 'moreAccounts',
} as const;

/** Accounts that the choice shows at first, and more with each press: each takes time to draw. */
const ACCOUNTS_SHOWN = 20;

export const ChooseAccounts = ({
  origin,
  network,
  accounts,
  shownCount,
  isNoneChosen = false,
  say,
}: AccountChoice & { shownCount: number; isNoneChosen?: boolean; say: Say }) =>
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
          {accounts.slice(0, shownCount).map((account) => (
            <Section>
              <Checkbox name={account.address} label={say(accountName(account), 32)} />
              <Text size="sm">{groupHex(safeText(account.address, 66))}</Text>
            </Section>
          ))}
        </Form>
        {accounts.length > shownCount && (
          <SmallButton name={chooseParts.more}>
            {say({ say: 'review.showMore', with: { count: String(accounts.length - shownCount) } })}
          </SmallButton>
        )}
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
  return Object.entries(form ?? {})
    .filter(([, ticked]) => ticked === true)
    .map(([address]) => address);
}
