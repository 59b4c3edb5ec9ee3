import { fail } from '../../errors';
import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { RequestContext } from '../../schema/context';
import { sameFelt } from '../../schema/primitives';
import type { TransactionDetails } from '../../schema/transactionDetails';
import { parseContractClass } from '../../starknet/transactions/contractClass';
import type { ReviewFacts } from '../../ui/review/facts';
import { describeTransaction } from '../review/describe';
import type { Declaration, DeclaredHashes } from '../transactions/plan';
import type { TransactionReview } from '../transactions/review';
import { sendTransaction } from './send';

type Payload = {
  contract: object;
  compiledClassHash?: string | undefined;
  classHash?: string | undefined;
};

/**
 * Declares a class; answers with the transaction's hash and the class hash, which is computed from
 * the class itself.
 * @throws invalidParams where the class or a hash given for it is wrong, and what sendTransaction
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
  const declares = await readDeclaration(module, payload, 'contractPayload');
  const hashes = await sendTransaction(
    module,
    { context, account, calls: [], declares, details },
    (review) => describeDeclaration(review, declares),
  );
  const transaction_hash = hashes.at(-1) ?? fail('internal', 'A declaration has no hash.');
  return { transaction_hash, class_hash: declares.classHash };
}

/**
 * The class of a payload with its hash, which is computed from the class itself.
 * @param path of the payload in the params, for errors
 */
export async function readDeclaration(
  module: Pick<Module, 'hashClass'>,
  payload: Payload,
  path: string,
): Promise<Declaration> {
  const contractClass = parseContractClass(payload.contract);
  const classHash = await module.hashClass(contractClass);
  const { compiledClassHash } = payload;
  if (compiledClassHash === undefined)
    fail('invalidParams', `${path}.compiledClassHash: it is needed to declare a class.`, {
      path: `${path}.compiledClassHash`,
    });
  if (payload.classHash !== undefined && !sameFelt(payload.classHash, classHash))
    fail('invalidParams', `${path}.classHash: the class has the hash ${classHash}.`, {
      path: `${path}.classHash`,
    });
  return { contractClass, classHash, compiledClassHash };
}

/** The same facts for a declaration that is sent and for one that is only signed. */
export function describeDeclaration(
  review: TransactionReview,
  { classHash, compiledClassHash }: DeclaredHashes,
): ReviewFacts {
  const facts = describeTransaction(review);
  return {
    ...facts,
    title: { say: 'calls.declareTitle' },
    verb: 'review.doDeclare',
    sections: [
      {
        title: { say: 'calls.whatItDoes' },
        facts: [
          { as: 'sentence', value: { say: 'calls.declare' } },
          { as: 'raw', label: { say: 'calls.classHash' }, value: classHash },
          { as: 'raw', label: { say: 'calls.compiledClassHash' }, value: compiledClassHash },
        ],
      },
      ...facts.sections.filter(({ facts: inside }) => inside.length > 0),
    ],
  };
}
