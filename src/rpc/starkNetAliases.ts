import { array, boolean, type Infer, nullable, object, string } from '@metamask/superstruct';
import type { ErrorKind } from '@xnet/clients/errors';
import { type AnyStruct, field } from '@xnet/clients/schema/field';
import { switchNetwork } from '../flow/accounts/switchNetwork';
import { toStarkNetRecord } from '../flow/history/starkNetRecord';
import { statusOfHash } from '../flow/history/track';
import type { Module } from '../module';
import { Felt } from '../schema/primitives';
import { StarkNetRecord } from '../schema/transaction';
import type { AccountParam, Method } from './method';
import { xnet_getTransactionStatus } from './xnet_getTransactionStatus';
import { xnet_getTransactions } from './xnet_getTransactions';
import { xnet_signDeclareTransaction } from './xnet_signDeclareTransaction';
import { xnet_signMessage } from './xnet_signMessage';
import { xnet_switchNetwork } from './xnet_switchNetwork';

/** A definition with another result, and the further errors that it may return. */
const answering = <
  P extends AnyStruct,
  R extends AnyStruct,
  A extends AccountParam | undefined,
  O extends AnyStruct,
>(
  method: Method<P, R, A>,
  result: O,
  handle: (request: Parameters<Method<P, R, A>['handle']>[0], module: Module) => Promise<Infer<O>>,
  errors: readonly ErrorKind[] = [],
): Method<P, O, A> => ({ ...method, result, handle, errors: [...method.errors, ...errors] });

const Signature = field(array(Felt), { description: 'The signature as an array of r and s.' });

/**
 * The only methods whose results differ under the older prefix, in the form that callers of those
 * names expect. All other methods return the same under both names.
 */
export const starkNetAliases = {
  xnet_getTransactions: answering(
    xnet_getTransactions,
    field(array(StarkNetRecord), {
      description: 'Records with the type in capitals and the calls grouped by contract.',
    }),
    async (request, module) =>
      (await xnet_getTransactions.handle(request, module)).map(toStarkNetRecord),
  ),

  xnet_getTransactionStatus: answering(
    xnet_getTransactionStatus,
    field(
      object({
        finalityStatus: field(string(), {
          description:
            'Finality as the node reports it; RECEIVED or REJECTED while no node knows the transaction.',
        }),
        executionStatus: field(nullable(string()), {
          description: 'SUCCEEDED or REVERTED; null until executed.',
          jsonSchema: { type: ['string', 'null'] },
        }),
        failureReason: field(nullable(string()), {
          description: 'Why it was reverted or rejected; else null.',
          jsonSchema: { type: ['string', 'null'] },
        }),
      }),
      { description: 'An object with the finality and execution status.' },
    ),
    async (request, module) => {
      const { status, finalityStatus, executionStatus, failureReason } = await statusOfHash(
        module,
        request,
      );
      return { finalityStatus: finalityStatus ?? status, executionStatus, failureReason };
    },
  ),

  xnet_signDeclareTransaction: answering(
    xnet_signDeclareTransaction,
    Signature,
    async (request, module) =>
      (await xnet_signDeclareTransaction.handle(request, module)).signature,
  ),

  xnet_signMessage: answering(xnet_signMessage, Signature, async (request, module) =>
    (await xnet_signMessage.handle(request, module)).split(','),
  ),

  xnet_switchNetwork: answering(
    xnet_switchNetwork,
    field(boolean(), {
      description: 'True. Otherwise an error: 4001 for a refusal, 4902 for an unknown network.',
    }),
    (request, module) => switchNetwork(module, request),
    ['userRejected'],
  ),
};
