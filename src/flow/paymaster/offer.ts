import type { Module } from '../../module';
import { listTokens } from '../../starknet/tokens/erc20';
import { getHost, type PaymasterChoice } from '../../state/settings';
import { sentenceFact, textFact } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { ask } from '../consent/ask';
import type { TransactionRequest } from '../transactions/plan';
import { canBeCarried, heldTokens } from './options';

/** The public paymaster, and the symbols of tokens that could pay a fee through it. */
export type Offer = { readonly paymaster: PaymasterChoice; readonly symbols: readonly string[] };

/** How many tokens are named; the others would only lengthen the question. */
const MOST_NAMED = 3;

/**
 * Finds an offer for an account without STRK for the fee of a request. Sends nothing to the
 * paymaster: one HTTP request to the node.
 * @returns undefined if a paymaster is set, if there is none for the network, or if the account holds
 * no listed token
 */
export async function findOffer(
  module: Module,
  request: TransactionRequest,
): Promise<Offer | undefined> {
  const { chainId } = request.context.network;
  const paymaster = module.publicPaymaster(chainId);
  if (!paymaster || !canBeCarried(request)) return undefined;
  const hosts = await module.settings.paymasters.shown();
  if (hosts[chainId] !== undefined) return undefined;
  const tokens = await heldTokens(module, request, listTokens(chainId));
  if (tokens.length === 0) return undefined;
  return { paymaster, symbols: tokens.map(({ symbol }) => symbol) };
}

/**
 * Asks the user to let the public paymaster take fees in other tokens, and sets it.
 * @throws userRejected
 */
export async function acceptOffer(
  module: Module,
  { context }: TransactionRequest,
  { paymaster, symbols }: Offer,
): Promise<void> {
  const host = getHost(paymaster);
  await ask(module, context, {
    title: say('fees.offerTitle'),
    verb: 'fees.doOffer',
    section: {
      title: say('review.whatChanges'),
      facts: [
        sentenceFact('fees.offerWhy', { tokens: symbols.slice(0, MOST_NAMED).join(', ') }),
        textFact('home.set.paymaster', host),
        sentenceFact('fees.offerSees', {}),
        sentenceFact('fees.offerNext', {}),
      ],
    },
  });
  module.dialogs.askMore();
  await module.settings.paymasters.choose(context.network.chainId, paymaster);
}
