import { fail } from '@xnet/clients/errors';
import type { AccountObstacle, StoredAccount } from '../../schema/account';

const reasons: Readonly<Record<AccountObstacle, string>> = {
  guardian: 'A guardian must sign, too.',
  device: 'A device must sign, too, or its key is another one.',
  unopened: 'It must first be opened in the wallet that made it.',
  frozen: 'The network executes nothing for accounts of its class.',
};

/** @throws needsOtherSigner if the phrase's key alone cannot use the account */
export function requireUsable({ obstacle }: Pick<StoredAccount, 'obstacle'>): void {
  if (obstacle !== undefined) fail('needsOtherSigner', reasons[obstacle]);
}
