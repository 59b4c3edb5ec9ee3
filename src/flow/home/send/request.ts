import type { ChainId } from '../../../schema/primitives';
import type { Token } from '../../../schema/token';
import { formatUnits } from '../../../starknet/felt';
import { readPaymentRequest } from '../../../starknet/paymentRequest';
import { readRecipient } from '../../../starknet/recipient';
import { type Draft, fieldText } from './draft';
import type { Step } from './step';

/**
 * Puts token, recipient and amount of a pasted request into their fields. A request of another
 * network or of a token on no list stays where it is: the form then says why.
 */
export function takeRequest(draft: Draft, chainId: ChainId, tokens: readonly Token[]): Step {
  const request = readPaymentRequest(draft.typed.to);
  const recipient = readRecipient(draft.typed.to, chainId);
  const token = tokens.find(({ address }) => address === request?.token);
  if (!request || !token || recipient.kind !== 'address') return {};
  const to = recipient.address;
  if (request.amount === null) return { fill: { token: token.address, to } };
  const amount = fieldText(formatUnits(request.amount, token.decimals), draft);
  return {
    fill: { token: token.address, to, amount },
    unit: 'token',
    put: { text: amount, token: token.address, source: 'request' },
  };
}
