import { fail } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import { doubtfulIn } from './earlier';

/** Each is told of in every later review. */
const GIVEN_AT_MOST = 100;

/**
 * Signatures of an account that sites were given and that can still be carried out have an end in
 * number: none is forgotten to make room. One transaction of the account that goes through settles
 * those of the nonces before it.
 *
 * @throws limitExceeded
 */
export async function requireRoom(
  module: Pick<Module, 'transactions' | 'outsideSigned' | 'now'>,
  { context, account }: { context: RequestContext; account: StoredAccount },
): Promise<void> {
  const { chainId } = context.network;
  const now = Math.floor(module.now() / 1000);
  const signed = doubtfulIn(await module.transactions.recent(chainId, account.address));
  const outside = await module.outsideSigned.alive(chainId, account.address, now);
  const given = [...signed.filter((one) => one.given), ...outside.filter(({ site }) => site)];
  if (given.length >= GIVEN_AT_MOST)
    fail(
      'limitExceeded',
      `Sites hold ${given.length} signatures of the account that can still be carried out.`,
    );
}
