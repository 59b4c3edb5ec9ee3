import { fail } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import { starknet_getNonce } from '../../remote/starknet/starknet_getNonce';
import { countedNonce, nextNonce } from './nonce';
import { outcomeValue, type PlanRequest } from './plan';

/** About the time until the next blocks contain what is open, in seconds. */
const SOON = 10;

/**
 * The network accepts a declaration only with the nonce of the newest closed block: refuses one of an
 * account whose deployment or other transactions are still open, before the user reads it.
 * @throws limitExceeded, invalidParams if the account is not deployed, and the node's errors
 */
export async function requireCommitted(
  module: State & Clients,
  { context, account, details }: PlanRequest,
): Promise<void> {
  const { chainId } = context.network;
  const node = await module.node(chainId);
  const nonceAt = (block_id: 'latest' | 'pre_confirmed') =>
    starknet_getNonce({ block_id, contract_address: account.address });
  const [committed, pending] = await node.batch([nonceAt('latest'), nonceAt('pre_confirmed')]);
  if (!pending.ok && isContractNotFound(pending.error))
    fail('invalidParams', 'The account is not deployed: deploy it before it declares.');
  const journal = await module.transactions.recent(chainId, account.address);
  const atNode = countedNonce(BigInt(outcomeValue(pending)), journal, module.now() / 1000);
  const next = BigInt(details.nonce ?? nextNonce(atNode, journal));
  if (!committed.ok && !isContractNotFound(committed.error)) throw committed.error;
  if (committed.ok && next <= BigInt(committed.value)) return;
  fail('limitExceeded', 'A declaration waits until the account’s others are in a block.', {
    retryAfterSeconds: SOON,
  });
}
