import type { Clients, State } from '../../module';
import { isContractNotFound } from '../../remote/starknet/nodeErrors';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import { verifyHash } from '../../starknet/accounts/keys';
import { oneStep } from '../../starknet/effort';
import { shortString, toHex } from '../../starknet/felt';
import { view, viewResult } from '../chain/batchTogether';
import { isGranted } from '../consent/permissions';

/** SNIP-6 and its predecessor in Cairo 0 accounts. */
const verifyEntryPoints = ['is_valid_signature', 'isValidSignature'] as const;
const VALID = shortString('VALID');

export type Claim = { address: string; hash: string; signature: readonly string[] };

/**
 * Queries the account's contract in one HTTP request. An undeployed account has no contract: if the
 * site was granted it, its key decides; otherwise no signature is valid.
 * @throws the node's errors
 */
export async function isValidSignature(
  module: State & Clients,
  context: RequestContext,
  { address, hash, signature }: Claim,
): Promise<boolean> {
  const node = await module.node(context.network.chainId);
  const answers = await node.batch(
    verifyEntryPoints.map((name) =>
      view(address, name, [hash, toHex(BigInt(signature.length)), ...signature]),
    ),
  );
  if (answers.some((answer) => !answer.ok && isContractNotFound(answer.error)))
    return isOurs(module, context, { address, hash, signature });
  return answers.some((answer) =>
    (viewResult(answer) ?? []).some((felt) => sameFelt(felt, VALID) || sameFelt(felt, '0x1')),
  );
}

async function isOurs(
  module: State & Clients,
  context: RequestContext,
  claim: Claim,
): Promise<boolean> {
  if (!(await isGranted(module, context, claim.address))) return false;
  const ownAccount = await module.accounts.find(context.network.chainId, claim.address);
  if (ownAccount === undefined) return false;
  const { hash, signature } = claim;
  return module.compute(oneStep(() => verifyHash(hash, signature, ownAccount.publicKey)));
}
