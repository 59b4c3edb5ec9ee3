import { paymaster_executeTransaction } from '../../clients/paymaster/paymaster_executeTransaction';
import { fail } from '../../errors';
import type { Module } from '../../module';
import type { Approved } from '../consent/approve';
import { sponsoredRecord } from '../transactions/record';
import type { SponsoredReview } from './sponsor';

/** Seconds until the tracker looks at what was sent. */
export const FIRST_LOOK = 2;

/**
 * Signs what the user has approved, has the paymaster carry it out, and journals the transaction
 * that it tells. The hash is the paymaster's own, so what is journalled before is the signature: until
 * its time is over, every review warns of one whose hash was never told. Where no answer comes, the
 * error says that it may have been sent (`data.ambiguous`).
 * @throws paymasterFault, transactionReverts, feeAboveLimit and the errors of the paymaster
 */
export async function sendSponsored(
  module: Module,
  approved: Approved<SponsoredReview>,
): Promise<string> {
  const { context, account, payer } = approved;
  const { chainId } = context.network;
  const paymaster = await module.paymaster(chainId);
  if (paymaster?.host !== payer.host)
    return fail('paymasterFault', 'Another paymaster was set meanwhile.');
  const now = Math.floor(module.now() / 1000);
  const before = Number(payer.outside.before);
  if (before <= now) fail('paymasterFault', 'The time to carry it out has passed.');
  const signature = await module.keys.signMessage(approved);
  const { hash, outside } = payer;
  const { nonce } = outside;
  await module.outsideSigned.add(chainId, account.address, { hash, before, nonce }, now);
  const { transaction_hash } = await paymaster.ask(
    paymaster_executeTransaction({
      transaction: {
        type: 'invoke',
        invoke: { user_address: account.address, typed_data: payer.sent, signature },
      },
      parameters: payer.parameters,
    }),
  );
  // The dapp gets its hash whatever happens to the notes about it.
  await module.transactions
    .add(sponsoredRecord(approved, transaction_hash, Math.floor(module.now() / 1000)))
    .then(() => module.outsideSigned.drop(chainId, account.address, hash))
    .catch(() => undefined);
  await module.wakeTracker(FIRST_LOOK);
  return transaction_hash;
}
