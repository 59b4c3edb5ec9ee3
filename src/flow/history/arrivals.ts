import { chunk } from '@xnet/clients/transport/jsonRpc';
import type { Clients, Module, State, Wallet } from '../../module';
import { networkDefinitions } from '../../networks/networks';
import type { Outcome } from '../../remote/starknet/node';
import { starknet_blockHashAndNumber } from '../../remote/starknet/starknet_blockHashAndNumber';
import { type EmittedEvent, starknet_getEvents } from '../../remote/starknet/starknet_getEvents';
import type { StoredAccount } from '../../schema/account';
import { type ChainId, chainIds, sameFelt } from '../../schema/primitives';
import { formatUnits, toHex } from '../../starknet/felt';
import { listTokens, type Token } from '../../starknet/tokens/erc20';
import { parseTransferEvent, TRANSFER } from '../../starknet/tokens/event';
import { type ArrivalMark, initialMark } from '../../state/arrivals';
import { accountName } from '../../ui/review/facts';
import { type Label, say } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { completeBlocks, type EventsRead, MAX_SPAN } from './windows';

/** The tracker runs each few seconds while a transaction is open; money may wait for its notice. */
const APART_MS = 5 * 60_000;
/** Deadline of the one request to each network. */
const READING_MS = 10_000;
/** Nodes refuse filters of hundreds of keys: accounts beyond these have filters of their own. */
const ACCOUNTS_IN_FILTER = 50;
/** Events of a token per reading; the blocks of the others follow in the next one. */
const PAGE = 100;
/** Notices of a network at a time: wallets take five a minute, of both networks and of transactions. */
const MOST_NOTICES = 2;
/** Blocks that are read again if the chain lost the newest block of the last reading. */
const MOST_LOST = 10_000;
/** Transactions that are remembered as told of, by network. */
const MOST_TOLD = 100;

type Arrival = { readonly account: StoredAccount; readonly token: Token; readonly amount: bigint };

/**
 * Notifies the user of listed tokens that came from others since the last reading. Balances would
 * need a view of each token for each account, and tell neither of own payments nor of blocks; one
 * filter of each token's events names all accounts at once. Sends one HTTP request to each network
 * with accounts, at most every five minutes, and none while the wallet is locked.
 */
export async function announceArrivals(module: Module): Promise<void> {
  const networks = Object.values(chainIds);
  if ((await module.settings.arrivals.chosen()) === 'off') {
    // Money that comes meanwhile is no news once the notices are back.
    for (const chainId of networks) await module.arrivals.setMark(chainId, initialMark);
    return;
  }
  if (await module.isLocked()) return;
  // In turn, so that two runs at a time do not tell of the same.
  const runs = networks.map((chainId) =>
    module.inTurn(`arrivals.${chainId}`, () => announceOn(module, chainId)),
  );
  await Promise.allSettled(runs);
}

async function announceOn(module: Module, chainId: ChainId): Promise<void> {
  const mark = await module.arrivals.mark(chainId);
  if (Math.abs(module.now() - mark.readAt) < APART_MS) return;
  const ownAccounts = await module.accounts.list(chainId);
  const accounts = ownAccounts.filter(({ hidden, obstacle }) => !hidden && obstacle === undefined);
  if (accounts.length === 0) return;
  // Stored first, so that a node that fails or hangs is not asked sooner.
  const reading = { ...mark, readAt: module.now() };
  await module.arrivals.setMark(chainId, reading);
  const read = await readArrivals(module, chainId, reading, accounts);
  if (!read) return;
  // Stored before the notices: one that the wallet refuses is not repeated.
  await module.arrivals.setMark(chainId, read.mark);
  await announce(module, chainId, await fromOthers(module, ownAccounts, read.arrivals));
}

/** An arrival with what tells whether the user caused it. */
type FoundArrival = Arrival & {
  readonly from: string;
  readonly hash: string;
  readonly block: number;
};
type Reading = { readonly mark: ArrivalMark; readonly arrivals: readonly FoundArrival[] };

/**
 * Reads what arrived for accounts with a mark, and the mark that follows; undefined if the node
 * failed. Asks from the first block that is to be read by its hash: a node without that block lags or
 * had a reorganisation, so that the mark goes back, and what was told of is known by its hash. The
 * newest block is left for the next reading: a node may tell its number before its events.
 */
async function readArrivals(
  module: Clients,
  chainId: ChainId,
  mark: ArrivalMark,
  accounts: readonly StoredAccount[],
): Promise<Reading | undefined> {
  const markedAccounts = accounts.filter(({ address }) => mark.accounts.includes(address));
  const queries = listTokens(chainId).flatMap((token) =>
    chunk(markedAccounts, ACCOUNTS_IN_FILTER).map((receivers) => ({ token, receivers })),
  );
  const node = await module.node(chainId);
  const calls = queries.map(({ token, receivers }) => arrivalsCall(token.address, mark, receivers));
  const [head, ...pages] = await node.batch([starknet_blockHashAndNumber(), ...calls], {
    deadlineMs: READING_MS,
  });
  if (!head.ok) return undefined;
  const { block_number: newestBlock, block_hash: headHash } = head.value;
  const addresses = accounts.map(({ address }) => address);
  const { nextHash, ...readMark } = mark;
  const { readAt, announcements = [] } = mark;
  // Money of the time before the first reading, or of long ago, is no news.
  if (markedAccounts.length === 0 || newestBlock - mark.block > MAX_SPAN) {
    const newMark = { readAt, block: newestBlock, accounts: addresses, since: newestBlock };
    return { mark: { ...newMark, announcements }, arrivals: [] };
  }
  const readings = (pages as readonly Outcome<EventsPage>[]).flatMap(readPage);
  const isUnread = readings.length < queries.length;
  if (newestBlock < mark.block || (isUnread && nextHash !== undefined))
    return { mark: markBefore(readMark, newestBlock), arrivals: [] };
  const from = mark.block + 1;
  const window = { token: '', direction: 'forward', from, to: newestBlock - 1 } as const;
  if (isUnread || window.to < from) return undefined;
  // A block with more than a page is not read again, so that it holds nothing up.
  const to = Math.max(from, completeBlocks(window, readings).to);
  const arrivals = queries.flatMap(({ token, receivers }, index) =>
    arrivalsIn(readings[index]?.events ?? [], token, receivers),
  );
  const foundArrivals = arrivals.filter(({ block }) => block >= from && block <= to);
  const isNews = ({ hash }: FoundArrival) => !announcements.some((one) => sameFelt(one.hash, hash));
  const newMark = { ...readMark, ...remember(mark, foundArrivals), block: to };
  const isNewAccount = addresses.some((address) => !mark.accounts.includes(address));
  const completion = { accounts: addresses, ...(isNewAccount && { since: to }) };
  const isWhole = to === window.to;
  // A full page ends within a block, whose hash comes with its events.
  const hash = isWhole ? headHash : findBlockHash(readings, to + 1);
  return {
    mark: {
      ...newMark,
      ...(isWhole && completion),
      ...(hash !== undefined && { nextHash: hash }),
    },
    arrivals: foundArrivals.filter(isNews),
  };
}

/** The hash of a block, if an event of it was read. */
const findBlockHash = (readings: readonly EventsRead[], block: number): string | undefined =>
  readings.flatMap(({ events }) => events).find(({ block_number: number }) => number === block)
    ?.block_hash;

/** The mark from which a chain is read again whose newest block is another one than before. */
function markBefore(mark: Omit<ArrivalMark, 'nextHash'>, newestBlock: number): ArrivalMark {
  const { since = mark.block } = mark;
  const block = Math.min(
    newestBlock,
    Math.max(since, Math.min(newestBlock, mark.block) - MOST_LOST),
  );
  return { ...mark, block, since: Math.min(since, block) };
}

/** Puts transactions before those that were told of; blocks with forgotten ones are not read again. */
function remember(
  { block, since = block, announcements = [] }: ArrivalMark,
  arrivals: readonly FoundArrival[],
): Pick<ArrivalMark, 'since' | 'announcements'> {
  const newestPlaces = arrivals.map(({ hash, block }) => ({ hash, block }));
  const orderedPlaces = [...newestPlaces.sort((a, b) => b.block - a.block), ...announcements];
  const places = new Map(orderedPlaces.reverse().map((place) => [BigInt(place.hash), place]));
  const latestPlaces = [...places.values()].reverse();
  const forgottenBlocks = latestPlaces.slice(MOST_TOLD).map((place) => place.block);
  return {
    since: Math.max(since, ...forgottenBlocks),
    announcements: latestPlaces.slice(0, MOST_TOLD),
  };
}

const arrivalsCall = (
  token: string,
  { block, nextHash }: ArrivalMark,
  accounts: readonly StoredAccount[],
) =>
  starknet_getEvents({
    filter: {
      from_block: nextHash === undefined ? { block_number: block + 1 } : { block_hash: nextHash },
      to_block: 'latest',
      address: token,
      keys: [[TRANSFER], [], accounts.map(({ address }) => toHex(BigInt(address)))],
      chunk_size: PAGE,
    },
  });

type EventsPage = { events: EmittedEvent[]; continuation_token?: string | undefined };

function readPage(answer: Outcome<EventsPage>): EventsRead[] {
  if (!answer.ok) return [];
  const { events, continuation_token: next } = answer.value;
  return [{ events, done: next === undefined }];
}

/** Transfers of a token to these accounts; rechecks the filter instead of trusting the node. */
const arrivalsIn = (
  events: readonly EmittedEvent[],
  token: Token,
  accounts: readonly StoredAccount[],
): FoundArrival[] =>
  events.flatMap((event) => {
    const transfer = parseTransferEvent(event);
    if (!transfer || transfer.amount === 0n || !sameFelt(transfer.token, token.address)) return [];
    const { amount, from, to } = transfer;
    const { transaction_hash: hash, block_number: block } = event;
    const account = accounts.find(({ address }) => sameFelt(address, to));
    return account && block !== undefined ? [{ account, token, amount, from, hash, block }] : [];
  });

/** Leaves out what the user caused: moves between own accounts, and what own transactions brought. */
async function fromOthers(
  module: Pick<State, 'transactions'>,
  ownAccounts: readonly StoredAccount[],
  arrivals: readonly FoundArrival[],
): Promise<Arrival[]> {
  const payments = arrivals.filter(
    ({ from }) => !ownAccounts.some(({ address }) => sameFelt(address, from)),
  );
  const records = payments.map(({ account, hash }) =>
    module.transactions.find(account.chainId, hash),
  );
  const ownRecords = await Promise.all(records);
  return payments.filter((_, index) => ownRecords[index] === undefined);
}

/** Notifies of arrivals: of each account's, or of all together if there are many. */
async function announce(
  module: State & Clients & Wallet,
  chainId: ChainId,
  arrivals: readonly Arrival[],
): Promise<void> {
  const accounts = [...new Set(arrivals.map(({ account }) => account))];
  const ofEach = accounts.map((one) => arrivals.filter(({ account }) => account === one));
  const [count, total] = [String(arrivals.length), String(accounts.length)];
  const notices =
    accounts.length > MOST_NOTICES
      ? [say('home.arrivalsInAll', { count, accounts: total })]
      : ofEach.map(arrivalText);
  const network = await namedNetwork(module, chainId);
  for (const notice of notices) {
    // Money of a test network is not to be taken for money.
    const isNamed = network !== undefined && networkDefinitions[chainId].isTest;
    const label = isNamed ? say('review.labelled', { label: network.name, value: notice }) : notice;
    await module.dialogs.notify(label).catch(() => undefined);
  }
}

function arrivalText(arrivals: readonly Arrival[]): Label {
  const [first] = arrivals;
  if (!first) return '';
  const account = accountName(first.account);
  if (arrivals.length > 1) return say('home.arrivals', { count: String(arrivals.length), account });
  const { amount, token } = first;
  const quantity = { amount: formatUnits(amount, token.decimals), symbol: token.symbol };
  return say('home.arrival', { amount: quantity, account });
}
