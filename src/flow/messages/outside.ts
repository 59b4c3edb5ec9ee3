import type { Clients, Module, State } from '../../module';
import type { Call } from '../../schema/call';
import { type ChainId, greater, unixSeconds } from '../../schema/primitives';
import { findFunction } from '../../starknet/abi/decodeCall';
import { createTransfer } from '../../starknet/tokens/erc20';
import { typedDataHash } from '../../starknet/typedData/hash';
import {
  ANY_CALLER,
  type OutsideCall,
  type OutsideExecution,
} from '../../starknet/typedData/outsideExecution';
import {
  accountName,
  addressFact,
  type Fact,
  type ReviewFacts,
  rawFact,
  type Section,
  sentenceFact,
  textFact,
  type Warning,
  worstFirst,
} from '../../ui/review/facts';
import type { Live } from '../../ui/review/open';
import { groupHex } from '../../ui/text/format';
import { say } from '../../ui/text/words';
import { classHashCall } from '../chain/classHashCall';
import { REFRESH_MS } from '../consent/approve';
import { fetchContractAbis } from '../review/classes';
import { listRecipients, previewFacts, withNames } from '../review/describe';
import { previewCalls } from '../review/fixedBounds';
import { describeCalls } from '../review/words/details';
import { requireOwnFamily } from '../transactions/limits';
import type { TransactionReview } from '../transactions/review';
import { afterWords, lengthWords, timeWords } from '../transactions/timeWords';
import { collectWarnings } from '../warnings/collectWarnings';
import { amountFact, createFrame, listSignedValues } from './message';
import { type MessageReview, messageWarning, undeployed } from './warnings';

/** The facts of a message that is a transaction: those of one, and who may execute it when. */
export function describeOutside(review: OutsideReview): ReviewFacts {
  const { execution, outside, unreadable: unread } = review;
  // The fee that follows them has facts of its own.
  const signedCalls = execution.calls.slice(0, outside.calls.length - unread.length);
  const { sentences, details } = describeCalls(signedCalls, execution.tokens);
  return {
    ...createFrame(review),
    title: say('message.titleOutside'),
    verb: 'review.doSign',
    warnings: warnings(review),
    preview: previewFacts(execution.preview, execution.tokens),
    recipients: listRecipients(execution.preview),
    sections: [
      {
        title: say('preview.whatItDoes'),
        facts: withNames(actFacts(review, sentences), review),
      },
      describeWindow(outside, execution.now),
    ],
    details: [...details, ...unread.map(unreadable), ...listSignedValues(review)],
  };
}

/** Describes the calls; unreadable ones come last, as they are signed. */
function actFacts(
  { context, outside, unreadable: unread }: OutsideReview,
  sentences: readonly Fact[],
): Fact[] {
  const { fee } = outside;
  const { chainId } = context.network;
  const facts = unread.flatMap(({ to, selector }): Fact[] => [
    sentenceFact('message.unreadable', { selector }),
    addressFact('calls.contract', to),
  ]);
  if (fee)
    facts.push(
      amountFact(say('message.outsidePays'), { ...fee, chainId }),
      addressFact('message.outsidePaysTo', fee.receiver),
    );
  if (outside.calls.length === 0) return [sentenceFact('message.outsideNothing'), ...facts];
  return [...sentences, ...facts];
}

function describeWindow(
  { caller, nonce, after: opening, before: expiry }: OutsideExecution,
  now: number,
): Section {
  const remaining = BigInt(expiry) - greater(BigInt(opening), BigInt(now));
  return {
    title: say('message.outsideWhen'),
    facts: [
      caller === ANY_CALLER
        ? textFact('message.outsideCaller', say('message.outsideAnyone'))
        : addressFact('message.outsideThis', caller),
      textFact('message.outsideAfter', afterWords(opening)),
      textFact('message.outsideBefore', timeWords(expiry)),
      textFact('message.outsideLength', lengthWords(remaining)),
      rawFact('message.outsideNonce', nonce),
      textFact('review.fee', say('message.outsideFee')),
    ],
  };
}

const unreadable = ({ to, selector, calldata }: OutsideReview['unreadable'][number]): Section => ({
  title: say('message.outsideCall'),
  facts: [
    addressFact('calls.contract', to),
    rawFact('message.outsideSelector', selector),
    calldata.length === 0
      ? textFact('message.signCalldata', say('message.nothing'))
      : rawFact('message.signCalldata', calldata.join(', ')),
  ],
});

function warnings({ execution, outside, account, typedData, unreadable: unread }: OutsideReview) {
  const domainName = typedData.domain.fields.find(({ name }) => name === 'name')?.value;
  const name = domainName?.as === 'felt' ? (domainName.text ?? domainName.felt) : '';
  const calls = unread.map(({ to, selector }) => `${selector} · ${groupHex(to)}`).join(', ');
  const critical: Warning[] = [];
  if (unread.length > 0) critical.push(messageWarning('outsideUnreadable', 'critical', { calls }));
  if (!outside.isStandardDomain)
    critical.push(messageWarning('outsideDomain', 'critical', { name }));
  return worstFirst([
    ...critical,
    messageWarning('outsideExecution', 'high', { account: accountName(account) }),
    ...collectWarnings(execution),
    ...undeployed({ account }),
  ]);
}

/** A message whose calls others execute: reviewed as a transaction (SNIP-9). */
export type OutsideReview = MessageReview & {
  readonly outside: OutsideExecution;
  /** Calls of `outside` with an unknown function. */
  readonly unreadable: readonly OutsideCall[];
  /** The review of all other calls, then of the fee; simulated only if no call is unreadable. */
  readonly execution: TransactionReview;
};

/**
 * Reads what the calls of an outside execution do. If the node fails, less is known: nothing that
 * is signed depends on it.
 * @throws noUpgrade
 */
export async function reviewOutside(
  module: Module,
  review: MessageReview,
  outside: OutsideExecution,
): Promise<OutsideReview> {
  const { context, account } = review;
  requireOwnFamily(account, outside.calls);
  const namesOfCalls = await nameCalls(module, context.network.chainId, outside.calls);
  const unreadable = outside.calls.filter((_call, index) => namesOfCalls[index] === null);
  const calls = namesOfCalls.flatMap((call) => call ?? []);
  const { caller, after: opening, before: expiry, fee } = outside;
  // What is paid beside the calls leaves as by one of them, and is judged as one.
  const payments = fee ? [createTransfer(fee.token, fee.receiver, BigInt(fee.amount))] : [];
  const execution = await previewCalls(module, {
    context,
    account,
    calls: [...calls, ...payments],
  });
  return {
    ...review,
    outside,
    unreadable,
    execution: {
      ...execution,
      outside: { caller, after: opening, before: expiry },
      // A simulation of some calls would not show the changes of all.
      ...(unreadable.length > 0 && {
        preview: { state: 'unknown' as const, why: { say: 'message.outsideNotTried' as const } },
      }),
    },
  };
}

/** A later time is stored as this one, which can be displayed. */
const FAR = 36_525 * 86_400;

/** Stores what a site receives, before it does: until it expires, reviews mention it. */
export async function recordSignedForSite(
  module: State,
  { context, account, typedData, outside }: OutsideReview,
): Promise<void> {
  const now = unixSeconds(module);
  const { nonce, before: expiry } = outside;
  const signed = {
    hash: typedDataHash(typedData, account.address),
    before: Math.min(Number(expiry), now + FAR),
    nonce,
    site: context.origin,
  };
  await module.outsideSigned.add(context.network.chainId, account.address, signed, now);
}

/** Refreshes an open review: simulates its calls again. What is signed stays unchanged. */
export const liveOutside = (module: Module): Live<OutsideReview> => ({
  refresh: (review) => reviewOutside(module, review, review.outside),
  everyMs: REFRESH_MS,
});

/**
 * Resolves the function names of calls. A name whose hash is the selector is right whoever supplied
 * it, so the node's ABI cannot lie here.
 */
async function nameCalls(
  module: State & Clients,
  chainId: ChainId,
  calls: readonly OutsideCall[],
): Promise<(Call | null)[]> {
  const unnamed = calls.filter(({ entrypoint }) => entrypoint === null);
  const abis = await abisOf(module, chainId, [...new Set(unnamed.map(({ to }) => to))]).catch(
    (): Awaited<ReturnType<typeof abisOf>> => ({}),
  );
  return calls.map(({ to, selector, entrypoint, calldata }) => {
    const abi = abis[to];
    const name = entrypoint ?? (abi && findFunction(abi, selector)?.name);
    if (name) return { contractAddress: to, entrypoint: name, calldata: [...calldata] };
    return null;
  });
}

async function abisOf(module: State & Clients, chainId: ChainId, addresses: readonly string[]) {
  if (addresses.length === 0) return {};
  const node = await module.node(chainId);
  const classes = await node.batch(addresses.map((address) => classHashCall(address)));
  const placed = addresses.flatMap((address, index) => {
    const answer = classes[index];
    if (answer?.ok) return [{ address, classHash: answer.value }];
    return [];
  });
  return fetchContractAbis(module, chainId, placed);
}
