import type { DialogParams, SnapsProvider } from '@metamask/snaps-sdk';
import { fail } from '@xnet/clients/errors';

/** The wallet's code for a dialog that it does not open, since it shows another one already. */
const ALREADY_PENDING = -32002;

/**
 * Opens a dialog; resolves with its answer. The module opens one at a time, but the wallet may
 * still show one that the module asked for before it was restarted.
 * @throws limitExceeded in that case
 */
export const openDialog = (
  wallet: Pick<SnapsProvider, 'request'>,
  params: DialogParams,
): Promise<unknown> =>
  wallet.request({ method: 'snap_dialog', params }).catch((error) => {
    if (error?.code !== ALREADY_PENDING) throw error;
    return fail('limitExceeded', 'The wallet shows another dialog of the module.', {}, error);
  });
