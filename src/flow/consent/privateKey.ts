import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import type { ReviewFacts } from '../../ui/review/facts';
import { approve } from './approve';

/**
 * Shows the private key of an account to the user, after a first question. The key is derived when
 * the second dialog is drawn; it is in nothing that is returned, kept or thrown.
 * @throws userRejected
 */
export async function displayPrivateKey(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
): Promise<void> {
  const { origin } = context;
  const network = context.network.name;
  const approved = await approve({ origin, network, reveals: account }, describe, module.dialogs);
  const { name, address } = account;
  await module.dialogs.showPrivateKey({ origin, network, name, address }, () =>
    module.keys.reveal(approved),
  );
}

const describe = ({
  origin,
  network,
  reveals,
}: {
  origin: string;
  network: RequestContext['network']['name'];
  reveals: StoredAccount;
}): ReviewFacts => ({
  title: { say: 'review.showKey' },
  verb: 'review.doShow',
  origin,
  network,
  warnings: [
    {
      rule: 'privateKey',
      severity: 'critical',
      title: { say: 'review.onlyYourself' },
      text: { say: 'review.onlyYourselfText' },
    },
  ],
  sections: [
    {
      title: { say: 'review.shownNext' },
      facts: [
        {
          as: 'sentence',
          value: { say: 'review.keyHere' },
        },
        { as: 'address', label: reveals.name, value: reveals.address },
        ...(reveals.hidden
          ? [{ as: 'sentence' as const, value: { say: 'review.isHidden' as const } }]
          : []),
      ],
    },
  ],
});
