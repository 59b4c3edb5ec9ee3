import { isContractNotFound } from '../clients/starknet/nodeErrors';
import { starknet_call } from '../clients/starknet/starknet_call';
import type { Module } from '../module';
import { type ChainId, sameFelt } from '../schema/primitives';
import { shortString, toHex } from '../starknet/felt';
import { selectorOf } from '../starknet/selector';
import { verifyHash } from '../starknet/sign';

/** SNIP-6 and the Cairo 0 accounts before it. */
const entryPoints = ['is_valid_signature', 'isValidSignature'] as const;
const VALID = shortString('VALID');

type Claim = { address: string; hash: string; signature: readonly string[] };

/**
 * Asks the account's contract, in one HTTP request. An account that is not deployed has nobody to
 * ask: its key decides where it is one of ours, and no other is valid.
 * @throws the node's errors
 */
export async function isValidSignature(
  module: Module,
  chainId: ChainId,
  { address, hash, signature }: Claim,
): Promise<boolean> {
  const node = await module.node(chainId);
  const answers = await node.batch(
    entryPoints.map((name) =>
      starknet_call({
        request: {
          contract_address: address,
          entry_point_selector: selectorOf(name),
          calldata: [hash, toHex(BigInt(signature.length)), ...signature],
        },
        block_id: 'pre_confirmed',
      }),
    ),
  );
  if (answers.some((answer) => !answer.ok && isContractNotFound(answer.error)))
    return isOurs(module, chainId, { address, hash, signature });
  for (const answer of answers) {
    if (answer.ok && answer.value.some((felt) => sameFelt(felt, VALID) || sameFelt(felt, '0x1')))
      return true;
    // A refusal of the contract is an answer; a node that does not answer is not.
    if (!answer.ok && answer.error.data.nodeCode === undefined) throw answer.error;
  }
  return false;
}

async function isOurs(module: Module, chainId: ChainId, claim: Claim): Promise<boolean> {
  const accounts = await module.accounts.list(chainId);
  const account = accounts.find(({ address }) => sameFelt(address, claim.address));
  return account !== undefined && verifyHash(claim.hash, claim.signature, account.publicKey);
}
