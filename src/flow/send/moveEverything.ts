import { fail, getErrorKind } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import type { RequestContext } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { createTransfer, isFeeToken, knownToken } from '../../starknet/tokens/erc20';
import { listedHex } from '../../ui/text/format';
import { say } from '../../ui/text/words';
import { findUserName, loadOwnAccounts } from '../addresses/addressBook';
import { requireUsable } from '../consent/usable';
import { describeTransaction } from '../review/describe';
import { fetchAllBalances } from '../tokens/balances';
import { tokenList } from '../tokens/tokens';
import { estimateTransaction } from '../transactions/cost';
import { boundTransactions } from '../transactions/fees';
import { sendTransaction } from './send';

type Holding = { readonly token: string; readonly amount: bigint };

/**
 * Moves all listed and added tokens of an account to an address, in one transaction with the review
 * of a site's. The most that its fee can be stays: it is estimated once, and limits the fee that is
 * signed. Added tokens stay behind if the transaction fails with them.
 * @throws insufficientFunds if nothing is left beside the fee, and what sendTransaction throws
 */
export async function moveEverything(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
  recipient: string,
): Promise<string> {
  const { chainId } = context.network;
  const parties = [account.address, toAddress(recipient)];
  for (const ownAccount of await loadOwnAccounts(module, chainId, parties))
    if (parties.includes(ownAccount.address)) requireUsable(ownAccount);
  const all = await holdingsOf(module, chainId, account.address);
  const listed = all.filter(({ token }) => knownToken(token, chainId));
  const plan = async (holdings: readonly Holding[]) => {
    // Half of the fee token costs as much to move as all but the fee.
    const attempts = withFeeToken(holdings, (amount) => amount / 2n);
    const calls = callsOf(attempts, recipient);
    if (calls.length === 0) fail('insufficientFunds', 'There is nothing to move.');
    const request = { context, account, calls, details: {} };
    return { holdings, costed: await estimateTransaction(module, request) };
  };
  const { holdings, costed } = await plan(all).catch((error) => {
    if (getErrorKind(error) !== 'transactionReverts' || listed.length === all.length) throw error;
    return plan(listed);
  });
  // As if the balance did not limit it: what is left of little of the fee token is not worth moving.
  const { maximum } = boundTransactions({ ...costed, isPaidByOthers: true });
  const remainders = withFeeToken(holdings, (amount) => amount - maximum);
  const calls = callsOf(remainders, recipient);
  if (calls.length === 0) fail('insufficientFunds', 'The fee takes all that there is.');
  const isLimited = remainders.some((one) => isFeeToken(one.token) && one.amount > 0n);
  const details = isLimited ? { maxFee: toHex(maximum) } : {};
  const hashes = await sendTransaction(
    module,
    { context, account, calls, details },
    holdings.length === all.length ? describeMove(recipient) : describeTransaction,
  );
  const hash = hashes.at(-1);
  return hash ?? fail('internal', 'A move was sent without a hash.');
}

/** The review says what the user asked for: no single call does. */
const describeMove =
  (recipient: string): typeof describeTransaction =>
  (review) => {
    const to = findUserName(review.addresses, recipient) ?? listedHex(recipient);
    return { ...describeTransaction(review), title: say('home.moveTo', { to }) };
  };

async function holdingsOf(
  module: Module,
  chainId: RequestContext['network']['chainId'],
  address: string,
): Promise<Holding[]> {
  const tokens = (await tokenList(module, chainId)).map((token) => token.address);
  const outcomes = await fetchAllBalances(await module.node(chainId), address, tokens);
  return tokens.flatMap((token, index) => {
    const outcome = outcomes[index];
    if (outcome?.ok) return [{ token, amount: BigInt(outcome.value.balancePending) }];
    // A balance that was not read must not look like none: some of the money would stay behind.
    if (outcome && outcome.error.kind !== 'notToken') throw outcome.error;
    return [];
  });
}

/** The same holdings with another amount of the fee token. */
const withFeeToken = (
  holdings: readonly Holding[],
  amountOf: (balance: bigint) => bigint,
): Holding[] =>
  holdings.map((one) => {
    if (!isFeeToken(one.token)) return one;
    return { ...one, amount: amountOf(one.amount) };
  });

/** Transfers of what is above zero; the fee token comes last. */
const callsOf = (holdings: readonly Holding[], to: string): Call[] =>
  [...holdings]
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => Number(isFeeToken(a.token)) - Number(isFeeToken(b.token)))
    .map(({ token, amount }) => createTransfer(token, to, amount));
