import { type ErrorKind, fail, ModuleError } from '@xnet/clients/errors';
import type { Endpoint } from '@xnet/clients/transport/endpoint';
import { faults, getFailure } from '@xnet/clients/transport/failure';
import type { Http } from '@xnet/clients/transport/http';
import { createJsonRpc, isRateLimit } from '@xnet/clients/transport/jsonRpc';
import { readUrl, redactText, redactUrl } from '@xnet/clients/transport/redact';
import type { RpcError } from '@xnet/clients/transport/rpcMessage';
import type { RemoteCall } from '../method';
import { nodeReason } from '../starknet/nodeErrors';

/** A service that executes transactions for a fee in another token, or pays the fee (SNIP-29). */
export type Paymaster = {
  /** Shown to the user; the only part of the URL that is. */
  readonly host: string;
  /** True if it can be asked to pay the fee itself. */
  readonly hasKey: boolean;
  /**
   * One HTTP request, repeated after a failure if the call allows it.
   * @throws what transport throws, and the errors of the standard: transactionReverts,
   * feeAboveLimit, paymasterFault; `data.ambiguous` if it may have been executed anyway
   */
  ask<R>(call: RemoteCall<R>, deadline?: { readonly deadlineMs: number }): Promise<R>;
};

export type PaymasterOptions = {
  readonly http: Http;
  readonly url: string;
  /** The user's own key; sent in a header, and never part of a text. */
  readonly key?: string | undefined;
};

const BUDGET: { deadlineMs: number } = { deadlineMs: 20_000 };
const ATTEMPT_MS = 15_000;
const PAYMASTER_REPLY_BYTES = 2 ** 20;
const LONGEST_REASON = 500;

const PAYMASTER_UNKNOWN = 163;
/** SNIP-29 codes about the transaction; the others are about what the paymaster accepts. */
const paymasterErrors: Readonly<Record<number, ErrorKind>> = {
  154: 'feeAboveLimit',
  156: 'transactionReverts',
};
const meanings: Readonly<Record<number, string>> = {
  150: 'It does not take this account.',
  151: 'It takes no fees in this token.',
  153: 'It does not take the signature.',
  155: 'It does not take accounts of this class.',
  157: 'It does not take the times.',
  158: 'It does not take the deployment.',
  159: 'It does not take the class of the deployment.',
  160: 'It does not know this transaction.',
  [PAYMASTER_UNKNOWN]: 'It failed for a reason of its own.',
};

export function createPaymaster({ http, url, key }: PaymasterOptions): Paymaster {
  const endpoint: Endpoint = { url, ...(key && { headers: { 'x-paymaster-api-key': key } }) };
  const redactedUrl = redactUrl(url);
  const rpc = createJsonRpc();

  const errorOf = (error: RpcError, call: RemoteCall): ModuleError => {
    const { code } = error;
    const reason = redactText(nodeReason(error), endpoint).slice(0, LONGEST_REASON);
    const kind = isRateLimit(error) ? 'limitExceeded' : (paymasterErrors[code] ?? 'paymasterFault');
    const detail = meanings[code] ?? `${redactedUrl}, ${call.method}: code ${code}.`;
    return new ModuleError(kind, detail, { nodeCode: code, reason });
  };

  return {
    host: readUrl(url)?.host ?? '',
    hasKey: Boolean(key),
    async ask<R>(call: RemoteCall<R>, deadline = BUDGET): Promise<R> {
      const budget = { ...deadline, attemptMs: ATTEMPT_MS, ...(!call.idempotent && { rounds: 1 }) };
      try {
        return await http.failover([endpoint], budget, async (_, post) => {
          const [reply] = await rpc.ask(endpoint, (body) => post(body, PAYMASTER_REPLY_BYTES), [
            call,
          ]);
          if (reply && 'error' in reply) throw errorOf(reply.error, call);
          if (!reply || 'fault' in reply)
            return fail(
              'nodeFault',
              `${redactedUrl}, ${call.method}: ${reply?.fault ?? 'No answer.'}`,
            );
          return call.readResult(reply.result);
        });
      } catch (error) {
        if (call.idempotent) throw error;
        throw withDoubt(error);
      }
    },
  };
}

/** Marks an error as ambiguous: a request without response may have arrived. */
function withDoubt(error: unknown): unknown {
  if (!(error instanceof ModuleError)) return error;
  const failure = getFailure(error);
  const isUnclear = error.kind === 'nodeFault' || error.data.nodeCode === PAYMASTER_UNKNOWN;
  const arrived = failure ? faults[failure.fault].heard === 'maybe' : isUnclear;
  if (!arrived) return error;
  const detail =
    'The paymaster may have sent the transaction: look at the account before retrying.';
  const data = { ...error.data, ambiguous: true };
  return new ModuleError('nodeUnavailable', detail, data, { cause: error });
}
