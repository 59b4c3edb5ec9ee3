import type { Clients, State } from '../../module';
import type { Paymaster } from '../../remote/paymaster/paymaster';
import { paymaster_getSupportedTokens } from '../../remote/paymaster/paymaster_getSupportedTokens';
import { sameFelt } from '../../schema/primitives';
import type { Token } from '../../schema/token';
import { knownTokens, parseUint256 } from '../../starknet/tokens/erc20';
import type { FeeFacts } from '../../ui/review/facts';
import { say } from '../../ui/text/words';
import { view } from '../chain/view';
import { tokenList } from '../tokens/tokens';
import type { TransactionRequest } from '../transactions/estimate';
import { SPONSORED } from './sponsor';

export type PayOptions = NonNullable<FeeFacts['payWith']>['options'];

/** The choice of the account's own STRK. */
export const OWN = 'STRK';
/** Nobody waits longer, all in all, for a choice that few need. */
const WITHIN_MS = 1_500;
const MAX_TOKENS = 20;

/**
 * What the fee of a request can be paid with: STRK, the tokens of the user's paymaster that are known
 * and that the account holds, and the paymaster itself where the user has its key. Empty where there
 * is nothing to choose: no paymaster is set, or it can carry only what the caller did not bind to a
 * transaction of the account's own. Never an error. One HTTP request to each, and none without a
 * paymaster.
 */
export async function payOptions(
  module: State & Clients,
  request: TransactionRequest,
  { deploys }: { readonly deploys: boolean },
): Promise<PayOptions> {
  if (deploys || !canBeCarried(request)) return [];
  const paymaster = await module.paymaster(request.context.network.chainId);
  if (!paymaster) return [];
  const tokens = await payableTokens(module, request, paymaster).catch(() => []);
  const options = [
    ...tokens.map(({ address, symbol }) => ({ value: address, label: symbol })),
    ...(paymaster.hasKey ? [{ value: SPONSORED, label: say('fees.sponsored') }] : []),
  ];
  return options.length > 0 ? [{ value: OWN, label: 'STRK' }, ...options] : [];
}

/** Accounts of Cairo 0, and those that are not there yet, have no outside execution. */
const canBeCarried = ({ account, calls, declares, details }: TransactionRequest): boolean =>
  account.accountClass !== 'argent024' &&
  account.accountClass !== 'other' &&
  calls.length > 0 &&
  !declares &&
  [details.nonce, details.tip, details.resourceBounds, details.maxFee].every(
    (bound) => bound === undefined,
  );

async function payableTokens(
  module: State & Clients,
  { context, account }: TransactionRequest,
  paymaster: Paymaster,
): Promise<Token[]> {
  const { chainId } = context.network;
  const started = module.now();
  const [supported, known] = await Promise.all([
    paymaster.ask(paymaster_getSupportedTokens({}), { deadlineMs: WITHIN_MS }),
    tokenList(module, chainId),
  ]);
  const candidates = known
    .filter(
      ({ address, decimals }) =>
        !sameFelt(address, knownTokens.STRK.address) &&
        supported.some(
          (token) => sameFelt(token.token_address, address) && token.decimals === decimals,
        ),
    )
    .slice(0, MAX_TOKENS);
  if (candidates.length === 0) return [];
  const node = await module.node(chainId);
  const balances = await node.batch(
    candidates.map(({ address }) => view(address, 'balanceOf', [account.address])),
    { deadlineMs: Math.max(1, WITHIN_MS - (module.now() - started)) },
  );
  return candidates.filter((_, index) => {
    const balance = balances[index];
    return balance?.ok === true && (parseUint256(balance.value) ?? 0n) > 0n;
  });
}
