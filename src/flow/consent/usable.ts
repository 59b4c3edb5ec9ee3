import { fail } from '@xnet/clients/errors';
import type { DeadEnd } from '../../schema/account';

const reasons: Readonly<Record<DeadEnd, string>> = {
  guardian: 'A guardian must sign, too.',
  device: 'A device must sign, too, or its key is another one.',
  unopened: 'It must first be opened in the wallet that made it.',
  frozen: 'The network executes nothing for accounts of its class.',
  noKey: 'The recovery phrase has no key for it.',
};

/** @throws needsOtherSigner if the phrase's key alone cannot use the account */
export function requireUsable({ obstacle }: { readonly obstacle?: DeadEnd | undefined }): void {
  if (obstacle !== undefined) fail('needsOtherSigner', reasons[obstacle]);
}
