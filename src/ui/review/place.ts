import type { SnapsProvider, UpdateInterfaceParams } from '@metamask/snaps-sdk';
import { openDialog } from '../openDialog';
import type { ReviewState } from './dialog';

/** Elements that wallets draw. */
export type Drawing = UpdateInterfaceParams['ui'];

/** A place that shows something to the user, who answers there. */
export type Place = {
  /** Parts of the next review's first drawing, besides its facts. */
  readonly first: Partial<ReviewState>;
  /** Draws it for the first time; resolves with the id of its interface. @throws userRejected */
  open(ui: Drawing): Promise<string>;
  /** Never rejects. */
  draw(id: string, ui: Drawing): Promise<void>;
  /** Waits for the user; anything but `true` is a refusal. */
  answer(id: string): Promise<unknown>;
  /** Ends the wait, as the user pressed. */
  resolve(id: string, isConfirmed: boolean): Promise<unknown>;
  /** Another question follows: nothing is carried out by what was confirmed. */
  askMore(): void;
  /** Shows something until the user has seen it. */
  show(ui: Drawing): Promise<unknown>;
};

/** In a dialog of the wallet, which has a Cancel of its own. */
export const dialogPlace = (wallet: Pick<SnapsProvider, 'request'>): Place => ({
  first: {},
  open: (ui) => wallet.request({ method: 'snap_createInterface', params: { ui } }),
  async draw(id, ui) {
    const params = { id, ui };
    await wallet.request({ method: 'snap_updateInterface', params }).catch(() => undefined);
  },
  answer: (id) => openDialog(wallet, { id }),
  resolve: (id, value) =>
    wallet.request({ method: 'snap_resolveInterface', params: { id, value } }),
  askMore: () => undefined,
  show: (content) => openDialog(wallet, { type: 'alert', content }),
});
