import { kindOf } from '@xnet/clients/errors';
import type { Clients, Module, State, Wallet } from '../../module';
import { ChainId } from '../../schema/primitives';
import { chooseParts } from '../../ui/dialogs';
import type { Balances } from '../../ui/home/accounts';
import {
  behind,
  type HomePageName,
  type HomeView,
  homePages,
  homeParts,
  type Notice,
  parseView,
} from '../../ui/home/view';
import type { DialogInput } from '../../ui/review/open';
import { say, type Words } from '../../ui/text/words';
import { findAccounts } from '../accounts/recover';
import { namedNetwork } from '../chain/namedNetwork';
import { displayPrivateKey } from '../consent/privateKey';
import { setHidden } from '../consent/visibility';
import { lookAtProven } from '../l1/settlement';
import { type Drawing, firstView, homeBalances, homeFacts } from './body';
import { fetchSettledBlocks } from './records';
import type { SettingForm } from './settings/setting';
import { type SettingName, settingNames, settings } from './settings/settings';
import { actOnSite } from './sites';

/**
 * Draws the page from state at once, and asks the wallet to wake the module for node data: after
 * its response, a runtime may not continue by itself.
 * @returns id of the page
 */
export async function openHome(module: Module): Promise<string> {
  const view = await firstView(module);
  const id = await module.dialogs.openHome(
    await homeFacts(module, view, { balances: { state: 'reading' } }),
  );
  if (!(await module.wakePage(id))) await draw(module, id, view);
  return id;
}

/** Updates an open page with node data; does nothing for a closed one. */
export async function refreshHome(module: Module, id: string): Promise<void> {
  const view = await viewIn(module, id);
  if (view?.page === 'main') await fetchAndDraw(module, id, view);
}

/** Reads the data of the first page and draws it as it arrives, unless another part is in sight. */
const fetchAndDraw = async (module: Module, id: string, view: HomeView, drawing?: Drawing) => {
  const drawIfSeen = (read: Balances) =>
    module.inTurn(`page.${id}`, async () => {
      const now = await viewIn(module, id);
      const balances = module.logos.beside(read);
      if (now?.page === 'main' && now.chainId === view.chainId)
        await draw(module, id, view, { ...drawing, balances });
    });
  const reading = homeBalances(module, view.chainId);
  // Unreadable settings are reported when the page is drawn.
  const settling = settlement(module, view.chainId).catch(() => false);
  const balances = await reading;
  await drawIfSeen(balances);
  const later = [settling, module.logos.read(logosIn(balances)).catch(() => false)];
  await Promise.all(later.map(async (isNew) => (await isNew) && drawIfSeen(balances)));
};

const logosIn = (balances: Balances): string[] =>
  balances.state === 'known'
    ? Object.values(balances.of).flatMap((own) => own.flatMap(({ logo }) => logo ?? []))
    : [];

/** Reads what is proven on Ethereum; false if the user has set no node for that. */
async function settlement(module: State & Clients, chainId: ChainId): Promise<boolean> {
  const hosts = await module.settings.services.shown();
  if (hosts[`ethereum.${chainId}`] === undefined) return false;
  await Promise.all([fetchSettledBlocks(module, chainId), lookAtProven(module, chainId)]);
  return true;
}

const draw = async (module: Module, id: string, view: HomeView, drawing?: Drawing) =>
  module.dialogs.updateHome(id, await homeFacts(module, view, drawing));

/** The current view of a page; undefined if it is closed. */
const viewIn = async (module: Wallet, id: string): Promise<HomeView | undefined> =>
  parseView(await module.dialogs.homeView(id).catch(() => undefined));

/** Shows another part of the page. The first part is read again. */
async function show(module: Module, id: string, view: HomeView, drawing?: Drawing): Promise<void> {
  if (view.page !== 'main') return draw(module, id, view, drawing);
  await draw(module, id, view, { ...drawing, balances: { state: 'reading' } });
  await fetchAndDraw(module, id, view, drawing);
}

/** Handles an input on the page; ignores unknown ones. */
async function onHomeInput(
  module: Module,
  id: string,
  { type, name = '', value }: DialogInput,
): Promise<void> {
  const view = (await viewIn(module, id)) ?? (await firstView(module));
  if (type === 'InputChangeEvent') {
    if (name === homeParts.network && ChainId.is(value))
      await show(module, id, { ...view, page: 'main', chainId: value });
    return;
  }
  const setting = after(name, homeParts.form, settingNames);
  if (type === 'FormSubmitEvent' && setting) {
    const notice = await settings[setting].save(module, formFields(value));
    return showNotice(module, id, { ...view, page: 'settings', open: setting }, notice);
  }
  if (type === 'ButtonClickEvent') await press(module, id, view, name);
}

/** Runs the action of a button. Its name ends with what the action is about, such as an address. */
async function press(module: Module, id: string, view: HomeView, name: string): Promise<void> {
  const turnTo = (part: Partial<HomeView>) => show(module, id, { ...view, ...part });
  const turnToMain = () => turnTo({ page: 'main' });
  const { chainId } = view;
  const buttons: { [Part in keyof typeof homeParts]?: (about: string) => Promise<void> } = {
    exact: () => turnTo({ isExact: !view.isExact }),
    find: () => lookForAccounts(module, id, view),
    show: (address) => setHidden(module, { chainId, address }, false).then(turnToMain),
    async use(address) {
      await module.accounts.change(chainId, address, (same) => same); // fails if unlisted
      await module.accounts.choose(chainId, address);
      await turnToMain();
    },
    key: (address) => showKey(module, chainId, address),
    record: (record) => turnTo({ page: 'record', record }),
    turn: (older) => turnTo({ older: Math.trunc(Number(older)) || 0 }),
    anew: (lost) => module.lost.beginAnew(lost).then(() => turnTo({})),
  };
  for (const [part, act] of Object.entries(buttons)) {
    const about = behind(name, homeParts[part as keyof typeof homeParts]);
    if (about !== undefined) return act(about);
  }
  const to = after(name, homeParts.go, homePages);
  if (to) return turnTo({ page: to, open: '', older: 0 });
  const unfolded = after(name, homeParts.unfold, settingNames);
  if (unfolded) return turnTo({ open: view.open === unfolded ? '' : unfolded });
  const removed = after(name, homeParts.remove, settingNames);
  if (removed) {
    const state = await module.dialogs.formState(id, `${homeParts.form}${removed}`);
    const notice = await settings[removed].remove?.(module, formFields(state));
    return showNotice(module, id, { ...view, page: 'settings', open: removed }, notice);
  }
  const notice = await actOnSite(module, name);
  if (notice) await show(module, id, { ...view, page: 'sites' }, { notice });
}

/** Indexes of the phrase to search for accounts. */
const LOOKED_AT = 20;

/** Searches for accounts of the phrase on the current network, and reports the result. */
async function lookForAccounts(module: Module, id: string, view: HomeView): Promise<void> {
  const tell = (severity: Notice['severity'], text: Words) =>
    show(module, id, view, { notice: { severity, title: say('home.find'), text } });
  await draw(module, id, view, { balances: { state: 'reading' } });
  await findAccounts(module, view.chainId, LOOKED_AT).then(
    (count) => tell('info', say('home.found', { count: String(count), most: String(LOOKED_AT) })),
    (error) => tell('danger', say(`errors.${kindOf(error)}`)),
  );
}

/** Shows dialogs as for a site's request; a refusal leaves the page unchanged. */
async function showKey(module: Module, chainId: ChainId, address: string): Promise<void> {
  const account = await module.accounts.get(chainId, address);
  const network = (await namedNetwork(module, chainId))?.name ?? chainId;
  const asked = { origin: say('home.byYou'), network };
  await displayPrivateKey(module, asked, account).catch((error) => {
    if (kindOf(error) !== 'userRejected') throw error;
  });
}

/** A rejected form stays as it is; an accepted one is cleared. */
const showNotice = async (module: Module, id: string, view: HomeView, notice?: Notice) => {
  if (notice) await show(module, id, view, { notice, isTaken: notice.severity === 'info' });
};

/** The rest of a name after a prefix, if it is a known one. */
const after = <T extends HomePageName | SettingName>(
  name: string,
  prefix: string,
  known: readonly T[],
): T | undefined => known.find((each) => each === behind(name, prefix));

/** The texts of a form by field name; an empty field is an empty text. */
const formFields =
  (value: unknown): SettingForm =>
  (field) => {
    const text = (value as Record<string, unknown> | null)?.[field];
    return typeof text === 'string' ? text : '';
  };

/** Handles a click or a submitted form, and redraws the page if it changes. */
export async function answerUserInput(
  module: Module,
  id: string,
  input: DialogInput,
): Promise<void> {
  if (await module.dialogs.answerReview(id, input)) return;
  const { name = '' } = input;
  if (input.type === 'ButtonClickEvent' && name === chooseParts.share)
    return module.dialogs.share(id);
  return onHomeInput(module, id, input);
}
