import { fail, getErrorKind } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { StoredAccount } from '../../schema/account';
import type { Call } from '../../schema/call';
import { type ChainId, lesser, type RequestContext, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { createTransfer, isFeeToken, knownToken } from '../../starknet/tokens/erc20';
import { listedHex } from '../../ui/text/format';
import { say } from '../../ui/text/words';
import { findUserName, loadOwnAccounts } from '../addresses/addressBook';
import { batchTogether } from '../chain/batchTogether';
import { requireUsable } from '../consent/usable';
import { payOptions } from '../paymaster/options';
import { describeTransaction } from '../review/describe';
import { type FeeShare, findFeeShare } from '../review/open';
import { fetchAllBalances } from '../tokens/balances';
import {
  createPieceTransfer,
  fetchOwnPieces,
  type OwnPiece,
  type OwnPieces,
} from '../tokens/pieces';
import { tokenList } from '../tokens/tokens';
import { estimateTransaction } from '../transactions/cost';
import { boundTransactions } from '../transactions/fees';
import type { Signing } from '../transactions/locks';
import { type Sending, sendInTurn } from './send';

type Holding = { readonly token: string; readonly amount: bigint };
type Belongings = { readonly holdings: readonly Holding[] } & Pick<OwnPieces, 'pieces'>;
type Parties = readonly [from: string, to: string];

/**
 * Moves all listed and added tokens of an account to an address, and the NFTs that its activity has
 * found, in one transaction with the review of a site's. The most that its fee can be stays: it is
 * estimated, and limits the fee that is signed; without STRK for it, what a paymaster asks stays. An
 * added token without a readable balance stays behind. If the transaction fails with what strangers'
 * contracts handle, or they make it cost more than there is, that stays behind, too: pieces of which
 * there are several, then all, then added tokens.
 * @throws insufficientFunds if nothing is left beside the fee, and what sendTransaction throws
 */
export async function moveEverything(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
  recipient: string,
): Promise<string> {
  const hashes = await sendInTurn(module, { context, account }, (current) =>
    planMove(module, context, current, recipient),
  );
  const hash = hashes.at(-1);
  return hash ?? fail('internal', 'A move was sent without a hash.');
}

/** Everything that an account has now. */
async function planMove(
  module: Module,
  context: RequestContext,
  account: StoredAccount,
  recipient: string,
): Promise<Sending> {
  const { chainId } = context.network;
  const parties: Parties = [account.address, toAddress(recipient)];
  for (const ownAccount of await loadOwnAccounts(module, chainId, parties))
    if (parties.includes(ownAccount.address)) requireUsable(ownAccount);
  const { isWhole, ...all } = await fetchBelongings(module, chainId, account.address);
  const plan = async ({ holdings, pieces }: Belongings) => {
    // Half of the fee token costs as much to move as all but the fee.
    const attempts = withFeeToken(holdings, (amount) => amount / 2n);
    const transfers = callsOf(attempts, pieces, parties);
    if (transfers.length === 0) fail('insufficientFunds', 'There is nothing to move.');
    const request = { context, account, calls: transfers, details: {} };
    const costed = await estimateTransaction(module, request);
    // As if the balance did not limit it: what is left of little of the fee token is not worth moving.
    const { expected, maximum } = boundTransactions({ ...costed, isPaidByOthers: true });
    const { strkBalance, earlier } = costed;
    return { holdings, pieces, maximum, earlier, isAffordable: expected <= strkBalance };
  };
  const planned = await planFirst(withLess(all, chainId), plan);
  const { holdings, pieces, maximum, earlier } = planned;
  const other = planned.isAffordable
    ? undefined
    : await findOtherShare(module, { context, account }, planned, parties);
  const remainders = withFeeToken(holdings, (amount) => amount - maximum).map((one) => {
    if (!other || isFeeToken(one.token) || !sameFelt(one.token, other.token)) return one;
    return { ...one, amount: one.amount - other.amount };
  });
  const calls = callsOf(remainders, pieces, parties);
  if (calls.length === 0) fail('insufficientFunds', 'The fee takes all that there is.');
  const isLimited = remainders.some((one) => isFeeToken(one.token) && one.amount > 0n);
  const details = isLimited ? { maxFee: toHex(maximum) } : {};
  // An earlier transaction on its way may still bring something.
  const isEverything =
    isWhole && earlier.length === 0 && countOf({ holdings, pieces }) === countOf(all);
  return {
    request: { context, account, calls, details },
    describe: isEverything ? describeMove(recipient, pieces.length) : describeTransaction,
  };
}

/**
 * What stays of another token if STRK does not pay the fee, by a paymaster's quote for a little
 * of everything. Offers the public one, as the review would.
 * @throws insufficientFunds if nothing pays it, and userRejected
 */
async function findOtherShare(
  module: Module,
  { context, account }: Signing,
  { holdings, pieces }: Belongings,
  parties: Parties,
): Promise<FeeShare> {
  const samples = withFeeToken(holdings, () => 0n).map((one) => ({
    ...one,
    amount: lesser(one.amount, 1n),
  }));
  const calls = callsOf(samples, pieces, parties);
  if (calls.length === 0) fail('insufficientFunds', 'The fee takes all that there is.');
  const request = { context, account, calls, details: {} };
  const options = await payOptions(module, request);
  return findFeeShare(module, request, options, { offers: true });
}

/** The review says what the user asked for: no single call does. */
const describeMove =
  (recipient: string, pieces: number): typeof describeTransaction =>
  (review) => {
    const to = findUserName(review.addresses, recipient) ?? listedHex(recipient);
    const title =
      pieces > 0
        ? say('home.moveWithPieces', { to, count: String(pieces) })
        : say('home.moveTo', { to });
    return { ...describeTransaction(review), title };
  };

const countOf = ({ holdings, pieces }: Belongings): number => holdings.length + pieces.length;

/** The same, and then what is left of it without more and more of strangers' contracts. */
function withLess({ holdings, pieces }: Belongings, chainId: ChainId): Belongings[] {
  const listed = holdings.filter(({ token }) => knownToken(token, chainId));
  const choices = [
    { holdings, pieces },
    { holdings, pieces: pieces.filter(({ standard }) => standard === 'erc721') },
    { holdings, pieces: [] },
    { holdings: listed, pieces: [] },
  ];
  const counts = choices.map(countOf);
  return choices.filter((_, index) => counts[index] !== counts[index - 1]);
}

/**
 * The first plan that the account can pay for, else the first one.
 * @throws what the last plan throws, or what another reason than a reverted transaction makes one throw
 */
async function planFirst<T extends { readonly isAffordable: boolean }>(
  [first, ...others]: readonly Belongings[],
  plan: (belongings: Belongings) => Promise<T>,
): Promise<T> {
  const planOfOthers = () => planFirst(others, plan);
  const hasOthers = others.length > 0;
  try {
    const firstPlan = await plan(first ?? { holdings: [], pieces: [] });
    if (firstPlan.isAffordable || !hasOthers) return firstPlan;
    const cheaperPlan = await planOfOthers().catch(() => firstPlan);
    return cheaperPlan.isAffordable ? cheaperPlan : firstPlan;
  } catch (error) {
    if (getErrorKind(error) !== 'transactionReverts' || !hasOthers) throw error;
    return planOfOthers();
  }
}

async function fetchBelongings(
  module: Module,
  chainId: ChainId,
  address: string,
): Promise<Belongings & Pick<OwnPieces, 'isWhole'>> {
  const tokens = (await tokenList(module, chainId)).map((token) => token.address);
  const received = await module.found.received(chainId, address);
  const [outcomes, ownPieces] = await batchTogether(await module.node(chainId), [
    (shared) => fetchAllBalances(shared, address, tokens),
    (shared) => fetchOwnPieces(shared, address, received),
  ]);
  let { isWhole } = ownPieces;
  const holdings = tokens.flatMap((token, index) => {
    const outcome = outcomes[index];
    if (outcome?.ok) return [{ token, amount: BigInt(outcome.value.balancePending) }];
    if (!outcome || outcome.error.kind === 'notToken') return [];
    // A balance that was not read must not look like none: some of the money would stay behind.
    if (knownToken(token, chainId)) throw outcome.error;
    // A stranger's contract must not hold the rest, so the review speaks of no more than that.
    isWhole = false;
    return [];
  });
  return { holdings, pieces: ownPieces.pieces, isWhole };
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

/** Transfers of pieces, and of what is above zero; the fee token comes last. */
const callsOf = (
  holdings: readonly Holding[],
  pieces: readonly OwnPiece[],
  [from, to]: Parties,
): Call[] => [
  ...pieces.map((piece) => createPieceTransfer(piece, from, to)),
  ...[...holdings]
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => Number(isFeeToken(a.token)) - Number(isFeeToken(b.token)))
    .map(({ token, amount }) => createTransfer(token, to, amount)),
];
