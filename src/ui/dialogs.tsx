import { DialogType, NotificationType, type SnapsProvider } from '@metamask/snaps-sdk';
import { fail } from '../errors';
import { type AccountChoice, ChooseAccounts, chosenIn } from './chooseAccounts';
import { type HomeFacts, HomePage } from './home';
import { PrivateKeyDialog, type PrivateKeyFacts } from './privateKey';
import { ReviewDialog } from './review';
import type { ReviewFacts } from './reviewFacts';
import { safeText } from './safeText';

export type Dialogs = ReturnType<typeof dialogsOf>;

/** The longest message that wallets show in a notification. */
const NOTIFICATION_LIMIT = 480;

/** The module's only doors to the user. */
export const dialogsOf = (wallet: Pick<SnapsProvider, 'request'>) => ({
  /**
   * Resolves when the user agrees. Dismissing the dialog counts as a refusal.
   * @throws userRejected
   */
  async approve(facts: ReviewFacts): Promise<void> {
    const answer = await wallet.request({
      method: 'snap_dialog',
      params: { type: DialogType.Confirmation, content: <ReviewDialog {...facts} /> },
    });
    if (answer !== true) fail('userRejected');
  },

  /**
   * Lets the user choose accounts for a site; resolves with their addresses.
   * @throws userRejected when none was chosen
   */
  async choose(choice: AccountChoice): Promise<string[]> {
    const id = await wallet.request({
      method: 'snap_createInterface',
      params: { ui: <ChooseAccounts {...choice} /> },
    });
    const answer = await wallet.request({ method: 'snap_dialog', params: { id } });
    return Array.isArray(answer) && answer.length > 0 ? answer.map(String) : fail('userRejected');
  },

  /** Ends the choice with the boxes that are ticked, or with none. */
  async answerChoice(id: string, answer: 'share' | 'refuse'): Promise<void> {
    const state = await wallet.request({ method: 'snap_getInterfaceState', params: { id } });
    const value = answer === 'share' ? chosenIn(state) : null;
    await wallet.request({ method: 'snap_resolveInterface', params: { id, value } });
  },

  /** What a form holds now; null where there is none. */
  async formState(id: string, form: string): Promise<unknown> {
    const state = await wallet.request({ method: 'snap_getInterfaceState', params: { id } });
    return state[form] ?? null;
  },

  async updateHome(id: string, facts: HomeFacts): Promise<void> {
    await wallet.request({
      method: 'snap_updateInterface',
      params: { id, ui: <HomePage {...facts} /> },
    });
  },

  /**
   * Shows a private key. It is asked for at the last moment and is in no error: the wallet's own
   * could quote what it was given to draw.
   */
  async showPrivateKey(
    facts: Omit<PrivateKeyFacts, 'privateKey'>,
    reveal: () => Promise<string>,
  ): Promise<void> {
    const isShown = await reveal()
      .then((privateKey) =>
        wallet.request({
          method: 'snap_dialog',
          params: {
            type: DialogType.Alert,
            content: <PrivateKeyDialog {...facts} privateKey={privateKey} />,
          },
        }),
      )
      .then(
        () => true,
        () => false,
      );
    if (!isShown) fail('internal', 'The key could not be shown.');
  },

  async notify(message: string): Promise<void> {
    await wallet.request({
      method: 'snap_notify',
      params: { type: NotificationType.InApp, message: safeText(message, NOTIFICATION_LIMIT) },
    });
  },
});
