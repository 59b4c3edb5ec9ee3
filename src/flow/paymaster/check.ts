import { fail, ModuleError } from '@xnet/clients/errors';
import type { FeeMode } from '../../remote/paymaster/method';
import type { Built } from '../../remote/paymaster/paymaster_buildTransaction';
import type { Call } from '../../schema/call';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { type EncodedCall, encodedCall } from '../../starknet/transactions/calls';
import {
  type OutsideExecution,
  parseOutsideExecution,
} from '../../starknet/typedData/outsideExecution';
import { parseTypedData, type TypedData, typedDataChainId } from '../../starknet/typedData/parse';
import type { SponsoredParameters } from '../transactions/review';

/** The request to a paymaster, with which its response is compared. */
export type PaymasterRequest = {
  readonly chainId: ChainId;
  readonly calls: readonly Call[];
  readonly type: Built['type'];
  readonly parameters: SponsoredParameters;
  /** Unix seconds. */
  readonly now: number;
};

/** The content that may be signed: the user's calls, and at most one transfer that pays the fee. */
export type CheckedExecution = {
  readonly typedData: TypedData;
  readonly outside: OutsideExecution;
  /** In the smallest unit of the chosen token; null if the account pays nothing. */
  readonly payment: { readonly to: string; readonly amount: bigint } | null;
};

const refuse = (reason: string, cause?: unknown): never =>
  fail('paymasterFault', reason, {}, cause);

/**
 * Parses what a paymaster wants signed, and compares every part with the request (SNIP-29,
 * "Security Considerations"): an outside execution on this chain, of exactly the user's calls,
 * within the requested time, with at most one last call that transfers no more than the suggested
 * maximum of the chosen token.
 * @throws paymasterFault
 */
export function checkBuilt(built: Built, request: PaymasterRequest): CheckedExecution {
  if (built.type !== request.type) refuse('It answers with another kind of transaction.');
  const { typedData, outside } = parseSent(built.typed_data);
  if (!sameFelt(typedDataChainId(typedData), request.chainId)) refuse('It is for another network.');
  if (!outside?.isStandardDomain || outside.version === 3)
    return refuse('It is no outside execution of SNIP-9, version 1 or 2.');
  checkParameters(built.parameters, request);
  checkWindow(outside, request);
  const extra = checkCalls(outside.calls, request.calls);
  const payment = extra ? checkPayment(extra, built, request) : null;
  return { typedData, outside, payment };
}

function parseSent(value: unknown) {
  try {
    const typedData = parseTypedData(value);
    return { typedData, outside: parseOutsideExecution(typedData) };
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    return refuse(`What it wants signed cannot be read. ${error.message}`, error);
  }
}

const isSameFeeMode = (one: FeeMode, second: FeeMode): boolean => {
  if (one.mode === 'default' && second.mode === 'default')
    return sameFelt(one.gas_token, second.gas_token);
  return one.mode === second.mode;
};

function checkParameters(
  { fee_mode: reportedFeeMode }: Built['parameters'],
  { parameters }: PaymasterRequest,
): void {
  if (!isSameFeeMode(reportedFeeMode, parameters.fee_mode))
    refuse('It answers with another way to pay.');
}

function checkWindow(
  { caller, after: opening, before: expiry }: OutsideExecution,
  request: PaymasterRequest,
): void {
  const { execute_before } = request.parameters.time_bounds;
  const [from, until] = [Number(opening), Number(expiry)];
  if (until > execute_before) refuse('It wants longer to carry it out than it was given.');
  if (from >= request.now || until <= request.now) refuse('It could not be carried out now.');
  if (BigInt(caller) === 0n) refuse('Nobody could carry it out.');
}

/** The call after the user's own, if there is exactly one; undefined if there is none. */
function checkCalls(
  calls: readonly EncodedCall[],
  ownCalls: readonly Call[],
): EncodedCall | undefined {
  const same = ownCalls.map(encodedCall).every(({ to, selector, calldata }, index) => {
    const call = calls[index];
    return (
      call !== undefined &&
      sameFelt(call.to, to) &&
      sameFelt(call.selector, selector) &&
      call.calldata.length === calldata.length &&
      calldata.every((felt, index) => sameFelt(call.calldata[index] ?? '', felt))
    );
  });
  if (!same) refuse('The calls are not the ones that it was given.');
  const [extra, ...excess] = calls.slice(ownCalls.length);
  if (excess.length > 0) refuse('It adds calls of its own.');
  return extra;
}

function checkPayment(
  { to, selector, calldata }: EncodedCall,
  { fee }: Built,
  { parameters }: PaymasterRequest,
): CheckedExecution['payment'] {
  const { fee_mode } = parameters;
  if (fee_mode.mode === 'sponsored') return refuse('It adds a call although it pays the fee.');
  if (!sameFelt(to, fee_mode.gas_token) || !sameFelt(selector, getSelector('transfer')))
    refuse('The call that it adds is no transfer of the chosen token.');
  const [recipient, ...limbs] = calldata;
  const amount = parseUint256(limbs);
  if (recipient === undefined || amount === undefined)
    return refuse('The call that it adds is no whole transfer.');
  if (amount > BigInt(fee.suggested_max_fee_in_gas_token))
    refuse('It takes more than the maximum that it tells.');
  return { to: toAddress(recipient), amount };
}
