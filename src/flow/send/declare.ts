import { fail, failWithPath } from '@xnet/clients/errors';
import type { Module } from '../../module';
import { starknet_getBlockWithTxHashes } from '../../remote/starknet/starknet_getBlockWithTxHashes';
import type { StoredAccount } from '../../schema/account';
import { type RequestContext, sameFelt } from '../../schema/primitives';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { parseCompiledClass } from '../../starknet/transactions/compiledClass';
import { parseContractClass } from '../../starknet/transactions/contractClass';
import { type ReviewFacts, rawFact, sentenceFact } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { describeTransaction } from '../review/describe';
import type { Declaration, DeclaredHashes } from '../transactions/build';
import type { TransactionReview } from '../transactions/review';
import { sendTransaction } from './send';

type Payload = {
  contract: object;
  compiledClassHash?: string | undefined;
  /** The compiled class; its hash is computed if not given. */
  casm?: unknown;
  classHash?: string | undefined;
};

/**
 * Declares a class; returns the transaction's hash and the class hash, computed from the class
 * itself.
 * @throws invalidParams if the class or a given hash of it is wrong, and what sendTransaction
 * throws
 */
export async function declareContract(
  module: Module,
  request: {
    context: RequestContext;
    account: StoredAccount;
    payload: Payload;
    details: TransactionDetails;
  },
): Promise<{ transaction_hash: string; class_hash: string }> {
  const { context, account, payload, details } = request;
  const declares = await parseDeclaration(module, context, payload, 'contractPayload');
  const hashes = await sendTransaction(
    module,
    { context, account, calls: [], declares, details },
    (review) => describeDeclaration(review, declares),
  );
  const transaction_hash = hashes.at(-1) ?? fail('internal', 'A declaration has no hash.');
  return { transaction_hash, class_hash: declares.classHash };
}

/**
 * The class of a payload with its hash, computed from the class itself.
 * @param path of the payload in the params, for errors
 */
export async function parseDeclaration(
  module: Pick<Module, 'hashClass' | 'hashCompiledClass' | 'compute' | 'node'>,
  context: RequestContext,
  payload: Payload,
  path: string,
): Promise<Declaration> {
  const contractClass = parseContractClass(payload.contract);
  const classHash = await module.hashClass(contractClass, module.compute);
  if (payload.classHash !== undefined && !sameFelt(payload.classHash, classHash))
    failWithPath(`${path}.classHash`, `the class has the hash ${classHash}.`);
  const compiledClassHash = await computeCompiledHash(module, context, payload, path);
  return { contractClass, classHash, compiledClassHash };
}

/** From this version on, compiled classes are hashed with Blake2s (SNIP-34). */
const BLAKE_SINCE = [0, 14, 1] as const;

/** Only a whole version before that one says Poseidon. */
function hashOfVersion(version: string | undefined): 'blake2s' | 'poseidon' {
  const parts = /^(\d+)\.(\d+)\.(\d+)/u
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);
  const index = BLAKE_SINCE.findIndex((part, index) => parts?.[index] !== part);
  const isBefore =
    parts !== undefined && index >= 0 && (parts[index] ?? 0) < (BLAKE_SINCE[index] ?? 0);
  if (isBefore) return 'poseidon';
  return 'blake2s';
}

/**
 * The given hash of a compiled class, or the one that its network would compute.
 * @throws invalidParams if neither the hash nor the class is given, or one is not of the other, and
 * the node's errors
 */
export async function computeCompiledHash(
  module: Pick<Module, 'hashCompiledClass' | 'compute' | 'node'>,
  { network: { chainId } }: RequestContext,
  { compiledClassHash, casm }: Pick<Payload, 'compiledClassHash' | 'casm'>,
  path: string,
): Promise<string> {
  if (casm === undefined)
    return (
      compiledClassHash ??
      failWithPath(`${path}.compiledClassHash`, 'it is signed; give it, or casm.')
    );
  const compiledClass = parseCompiledClass(casm);
  if (compiledClassHash !== undefined) {
    // The network checks which of both it has.
    for (const hashKind of ['blake2s', 'poseidon'] as const)
      if (
        sameFelt(
          await module.hashCompiledClass(compiledClass, hashKind, module.compute),
          compiledClassHash,
        )
      )
        return compiledClassHash;
    failWithPath(
      `${path}.compiledClassHash`,
      'it is not the hash of the casm that is given with it.',
    );
  }
  const node = await module.node(chainId);
  const { starknet_version } = await node.read(
    starknet_getBlockWithTxHashes({ block_id: 'latest' }),
  );
  const hashKind = hashOfVersion(starknet_version);
  return module.hashCompiledClass(compiledClass, hashKind, module.compute);
}

/** The same facts for a declaration to send and for one to sign only. */
export function describeDeclaration(
  review: TransactionReview,
  { classHash, compiledClassHash }: DeclaredHashes,
): ReviewFacts {
  const facts = describeTransaction(review);
  return {
    ...facts,
    title: say('home.declareClass'),
    verb: 'review.doDeclare',
    sections: [
      {
        title: say('preview.whatItDoes'),
        facts: [
          sentenceFact('calls.declare'),
          rawFact('calls.classHash', classHash),
          rawFact('calls.compiledClassHash', compiledClassHash),
        ],
      },
      ...facts.sections.filter(({ facts: inside }) => inside.length > 0),
    ],
  };
}
