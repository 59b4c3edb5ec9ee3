import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventNode, indexed, startEventNode } from '../../../test/chain/eventNode';
import { USDC } from '../../../test/chain/openTransfers';
import { createSeeded } from '../../../test/random/seeded';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { announceArrivals } from './arrivals';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2);
const HEAD = 1_000;
const HOUR = 3_600_000;
const unlisted = { ...knownTokens.STRK, address: toAddress(0x70c0n) };
const tokens = [knownTokens.STRK, { address: USDC, decimals: 6 }, unlisted];
const seeds = Array.from({ length: 40 }, (_, run) => run + 1);
const STEPS = 30;
/** Events of a token in a page, so that pages are full long before a real node's are. */
const SMALL_PAGE = 8;

type Payment = { readonly token: string; readonly to: string; readonly amount: bigint };
type Transaction = { readonly hash: string; readonly payments: readonly Payment[] };
type Block = { readonly hash: string; readonly transactions: Transaction[] };

let node: EventNode;
beforeEach(async () => {
  node = await startEventNode(HEAD);
});
afterEach(() => node.stop());

/** A chain whose blocks after `HEAD` may be taken back, with the payments that it loses on the way. */
function createChain(random: () => number) {
  let serial = 0;
  const blocks: Block[] = [];
  const lost: Transaction[] = [];
  const pick = (count: number) => Math.floor(random() * count);
  const next = () => `0x${(0xf00000 + ++serial).toString(16)}`;
  const pay = (): Payment => {
    const { address, decimals } = tokens[pick(tokens.length)] as (typeof tokens)[number];
    const amount = BigInt(1_000 + ++serial) * 10n ** BigInt(decimals);
    return { token: address, to: accounts[pick(2)]?.address ?? '', amount };
  };
  const create = (): Transaction => {
    const payments = Array.from({ length: 1 + pick(2) }, pay);
    return { hash: next(), payments };
  };
  const grow = (count: number, perBlock = 0.3) => {
    for (let index = 0; index < count; index++) {
      const transactions = random() < perBlock ? [create()] : [];
      blocks.push({ hash: next(), transactions });
    }
  };
  /** Puts a transaction into a block of the last ones, before or after the others. */
  const place = (transaction: Transaction, depth: number) => {
    const block = blocks.at(-1 - pick(Math.max(1, depth)));
    if (!block || random() < 0.2) lost.push(transaction);
    else block.transactions.splice(pick(block.transactions.length + 1), 0, transaction);
  };
  /** Takes blocks back; each payment comes again elsewhere, under another hash, later, or never. */
  const takeBack = () => {
    const lostPayments = blocks.splice(-1 - pick(8)).flatMap(({ transactions }) => transactions);
    const depth = pick(12);
    grow(depth, 0.1);
    for (const one of [...lostPayments, ...lost.splice(0, pick(3))])
      place(random() < 0.2 ? { ...one, hash: next() } : one, depth);
  };
  return { blocks, grow, takeBack, pick };
}

/** Lets the node tell of the blocks but for the newest ones. */
function show(blocks: readonly Block[], lag = 0) {
  const visibleBlocks = blocks.slice(0, Math.max(0, blocks.length - lag));
  node.chain.head = HEAD + visibleBlocks.length;
  node.chain.blockHashes = new Map(
    visibleBlocks.map(({ hash }, index) => [HEAD + 1 + index, hash]),
  );
  node.chain.events = visibleBlocks.flatMap(({ transactions }, index) =>
    transactions.flatMap(({ hash, payments }) =>
      payments.map((payment) =>
        indexed({ ...payment, from: toAddress(0xe1n), block: HEAD + 1 + index, hash }),
      ),
    ),
  );
  // The newest block is left for the next reading.
  return visibleBlocks.slice(0, -1).flatMap(({ transactions }) => transactions);
}

const listPayments = (transactions: readonly Transaction[]): Payment[] =>
  transactions.flatMap((one) => one.payments).filter(({ token }) => token !== unlisted.address);

/** How many payments of listed tokens each account gets, and the amount of a single one. */
function textsOf(transactions: readonly Transaction[]): string[] {
  const payments = listPayments(transactions);
  return accounts.flatMap(({ address }, index) => {
    const [first, ...more] = payments.filter(({ to }) => to === address);
    if (!first) return [];
    if (more.length > 0) return [`${more.length + 1} payments in Account ${index + 1}`];
    const isStrk = first.token === knownTokens.STRK.address;
    const quantity = isStrk
      ? `${first.amount / 10n ** 18n} STRK`
      : `${first.amount / 10n ** 6n} USDC`;
    return [`${quantity} in Account ${index + 1}`];
  });
}

const plain = (notice: string) =>
  notice.replace('Local chain: You received ', '').replaceAll(',', '');

/** How many payments a notice tells of. */
const countPayments = (notice: string): number =>
  Number(/^(\d+) payments in/.exec(notice)?.[1] ?? 1);

/** A module with two accounts, and what it announces an hour later. */
function openAnnouncer() {
  let time = Date.now();
  const { module, notifications } = openModule({
    sepoliaUrl: node.url,
    now: () => time,
    stored: { plain: { version: 3, accounts: { [chainId]: accounts } } },
  });
  const announce = async (): Promise<string[]> => {
    time += HOUR;
    await announceArrivals(module);
    return notifications.splice(0).map(plain).sort();
  };
  return { module, announce };
}

describe('announceArrivals over reorganisations', () => {
  it.each(seeds)('tells of each payment once, and loses none, with seed %i', async (seed) => {
    const { announce } = openAnnouncer();
    const chain = createChain(createSeeded(seed));
    const toldHashes = new Set<string>();
    /** Tells of nothing, or of all that the node has and was not told of. @returns what is left */
    const read = async (lag = 0) => {
      const visible = show(chain.blocks, lag);
      const notices = await announce();
      const news = visible.filter(({ hash }) => !toldHashes.has(hash));
      if (notices.length === 0) return textsOf(news);
      expect(notices).toEqual(textsOf(news).sort());
      for (const { hash } of news) toldHashes.add(hash);
      return [];
    };
    await read();
    for (let step = 0; step < STEPS; step++) {
      const turns = [
        () => chain.grow(chain.pick(6)),
        () => chain.takeBack(),
        () => read(),
        () => read(chain.pick(10)),
      ];
      await turns[chain.pick(turns.length)]?.();
    }
    chain.grow(3);
    await read();
    expect(await read()).toEqual([]);
  });

  it.each(seeds)('loses no payment between full pages, with seed %i', async (seed) => {
    const { module, announce } = openAnnouncer();
    const chain = createChain(createSeeded(seed));
    const transactions = new Map<bigint, Transaction>();
    const toldHashes = new Set<bigint>();
    node.chain.pageSize = SMALL_PAGE;
    /** Tells of all payments of the transactions that it remembers now, and of no other. */
    const read = async () => {
      const visible = show(chain.blocks);
      for (const one of visible) transactions.set(BigInt(one.hash), one);
      const count = (await announce()).reduce((sum, notice) => sum + countPayments(notice), 0);
      const { announcements = [] } = await module.arrivals.mark(chainId);
      const hashes = announcements.map(({ hash }) => BigInt(hash));
      const news = hashes.filter((hash) => !toldHashes.has(hash));
      for (const hash of news) toldHashes.add(hash);
      expect(count).toBe(listPayments(news.flatMap((hash) => transactions.get(hash) ?? [])).length);
      return visible.filter(({ hash }) => !toldHashes.has(BigInt(hash)));
    };
    await read();
    for (let step = 0; step < STEPS; step++) {
      const turns = [() => chain.grow(chain.pick(40), 0.5), () => chain.takeBack(), read, read];
      await turns[chain.pick(turns.length)]?.();
    }
    for (let page = 0; page < STEPS; page++) await read();
    expect(listPayments(await read())).toEqual([]);
  });
});
