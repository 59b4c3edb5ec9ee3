import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import {
  accountFact,
  accountName,
  type Label,
  type ReviewFacts,
  sentenceFact,
  type Warning,
} from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { approve } from './approve';

/** The requester (a site's origin, or the user on the module's page) and the network's name. */
type AskedBy = { readonly origin: Label; readonly network: Label };

/**
 * Shows the private key of an account to the user, after a first dialog. The key is derived when
 * the second dialog is drawn; it is never returned, stored or thrown.
 * @throws userRejected
 */
export async function displayPrivateKey(
  module: Pick<Module, 'dialogs' | 'keys'>,
  { origin, network }: AskedBy,
  account: StoredAccount,
): Promise<void> {
  const approved = await approve(
    { origin, network, reveals: account },
    describeReveal,
    module.dialogs,
  );
  await module.dialogs.showPrivateKey({ origin, network, account: accountFact(account) }, () =>
    module.keys.reveal(approved),
  );
}

const ofASite: Warning = {
  rule: 'siteAsksForKey',
  severity: 'critical',
  title: say('review.siteAsksKey'),
  text: say('review.siteAsksKeyText'),
};

const describeReveal = ({
  origin,
  network,
  reveals,
}: AskedBy & { reveals: StoredAccount }): ReviewFacts => ({
  title: say('review.showKey'),
  verb: 'review.doShow',
  origin,
  whom: { label: say('review.account'), name: accountName(reveals), address: reveals.address },
  network,
  warnings: [
    ...(typeof origin === 'string' ? [ofASite] : []),
    {
      rule: 'privateKey',
      severity: 'critical',
      title: say('review.seesKey'),
      text: say('review.seesKeyText'),
    },
  ],
  sections: [
    {
      title: say('review.shownNext'),
      facts: [
        sentenceFact('review.keyHere'),
        accountFact(reveals),
        ...(reveals.hidden ? [sentenceFact('review.isHidden')] : []),
      ],
    },
  ],
});
