import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Move, moveFunctions, movesRecord } from '../../../test/wallet/movesRecord';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { isWeekReadable, sumWeek } from './payments';

const chainId = chainIds.sepolia;
const [account, savings, friend, thief] = ['0xa1', '0xa2', '0xb1', '0xc1'].map(toAddress) as [
  string,
  string,
  string,
  string,
];
const listed = [knownTokens.STRK.address, knownTokens.ETH.address];
const unlisted = toAddress('0xdead');
const now = 1_900_000_000;
const DAY = 86_400;
const payer = { chainId, account, ownAddresses: [account, savings], now };

/** A record of yesterday. */
const recordOf = (moves: readonly Move[], changes: Parameters<typeof movesRecord>[1]) => ({
  ...movesRecord(moves, { timestamp: now - DAY, ...changes }),
  incoming: changes.senderAddress !== account,
});

const pay = (amount: bigint, changes: Partial<Move> = {}): Move => ({
  entrypoint: 'transfer',
  contractAddress: knownTokens.STRK.address,
  from: account,
  to: friend,
  amount,
  ...changes,
});

const STRK = (amount: bigint) => [{ token: knownTokens.STRK.address, amount: String(amount) }];
const ownSender = { senderAddress: account };

describe('sumWeek', () => {
  it('adds the payments to others, call by call', () => {
    const records = [
      recordOf([pay(2n)], ownSender),
      recordOf([pay(3n), pay(4n, { to: savings }), pay(5n)], ownSender),
    ];
    expect(sumWeek(records, payer)).toEqual(STRK(10n));
  });

  it('leaves out what failed, is older than a week, or came in', () => {
    const records = [
      recordOf([pay(1n)], { ...ownSender, status: 'REJECTED' }),
      recordOf([pay(1n)], { ...ownSender, executionStatus: 'REVERTED' }),
      recordOf([pay(1n)], { ...ownSender, failureReason: 'ERC20: insufficient balance' }),
      recordOf([pay(1n)], { ...ownSender, timestamp: now - 7 * DAY }),
      recordOf([pay(1n, { to: account })], { senderAddress: friend }),
      recordOf([pay(8n)], { ...ownSender, status: 'RECEIVED', timestamp: now - 7 * DAY + 1 }),
    ];
    expect(sumWeek(records, payer)).toEqual(STRK(8n));
  });

  it('adds what a spender took, and nothing that the account took of others', () => {
    const records = [
      recordOf([pay(6n, { entrypoint: 'transferFrom', to: thief })], { senderAddress: thief }),
      recordOf([pay(1n, { entrypoint: 'transferFrom', from: friend, to: thief })], ownSender),
      recordOf([pay(1n, { entrypoint: 'transfer_from', from: friend, to: account })], ownSender),
    ];
    expect(sumWeek(records, payer)).toEqual(STRK(6n));
  });

  it('equals what leaves the account, by token, for any moves in any transactions', () => {
    const move = fc.record({
      entrypoint: fc.constantFrom(...moveFunctions),
      contractAddress: fc.constantFrom(...listed, unlisted),
      from: fc.constantFrom(account, savings, friend),
      to: fc.constantFrom(account, savings, friend, thief),
      amount: fc.bigInt(0n, 2n ** 200n),
    });
    const transaction = fc.record({
      moves: fc.array(move, { minLength: 1, maxLength: 4 }),
      sender: fc.constantFrom(account, friend),
      days: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 8 }), (all) => {
        const records = all.map(({ moves, sender, days }) =>
          recordOf(moves, { senderAddress: sender, timestamp: now - days * DAY }),
        );
        const expected: Record<string, bigint> = {};
        for (const { moves, sender, days } of all)
          for (const { entrypoint, contractAddress, from, to, amount } of moves) {
            const source = entrypoint === 'transfer' ? sender : from;
            if (days >= 7 || source !== account || contractAddress === unlisted) continue;
            if (to === account || to === savings) continue;
            expected[contractAddress] = (expected[contractAddress] ?? 0n) + amount;
          }
        const sums = sumWeek(records, payer).map(({ token, amount }) => [token, BigInt(amount)]);
        expect(Object.fromEntries(sums)).toEqual(expected);
      }),
    );
  });
});

/** How a record reached the list; all but the first two may hide payments. */
const ways = ['journal', 'foundOwn', 'explorer', 'tooLong', 'executedByOther', 'ofOther'] as const;

describe('isWeekReadable', () => {
  const ownMove = fc.record({
    entrypoint: fc.constantFrom(...moveFunctions),
    contractAddress: fc.constantFrom(...listed),
    from: fc.constantFrom(account, friend),
    to: fc.constantFrom(account, friend, thief),
    amount: fc.bigInt(1n, 2n ** 100n),
  });
  const transaction = fc.record({
    moves: fc.array(ownMove, { minLength: 1, maxLength: 4 }),
    way: fc.constantFrom(...ways),
    days: fc.integer({ min: 0, max: 9 }),
    isReverted: fc.boolean(),
  });

  it('counts a week as read only if every call is known, and its sum is then all that was paid', () => {
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 6 }), (all) => {
        const transactions = all.map(({ moves, way, days, isReverted }, index) => {
          const timestamp = now - days * DAY;
          const executionStatus = isReverted ? ('REVERTED' as const) : ('SUCCEEDED' as const);
          const senderAddress = way === 'ofOther' ? friend : account;
          const txnHash = `0x${(index + 1).toString(16)}`;
          const outcome = { senderAddress, timestamp, executionStatus, txnHash };
          const whole = recordOf(moves, outcome);
          const part = {
            ...whole,
            ...((way === 'explorer' || way === 'tooLong') && { contractCallData: [] }),
            ...((way === 'executedByOther' || way === 'ofOther') &&
              recordOf(moves.slice(0, 1), outcome)),
          };
          const hides = !['journal', 'foundOwn'].includes(way) && days < 7 && !isReverted;
          return { whole, part, way, hides };
        });
        const records = transactions.map(({ part }) => part);
        const byWay = (...chosen: readonly (typeof ways)[number][]) =>
          transactions.filter(({ way }) => chosen.includes(way)).map(({ part }) => part);
        const ownSenders = byWay('foundOwn', 'explorer', 'tooLong').map(
          ({ txnHash }) => [txnHash, { fee: 1n, sender: account }] as const,
        );
        const otherSenders = byWay('executedByOther').map(
          ({ txnHash }) => [txnHash, { fee: 1n, sender: friend }] as const,
        );
        const journal = new Map(
          byWay('journal').map((record) => [
            record.txnHash,
            { ...record, nonce: '0x1', known: true },
          ]),
        );
        const paid = new Map([...ownSenders, ...otherSenders]);
        const isWhole = isWeekReadable(records, { account, now, journal, paid });
        expect(isWhole).toBe(transactions.every(({ hides }) => !hides));
        const truth = sumWeek(
          transactions.map(({ whole }) => whole),
          payer,
        );
        if (isWhole) expect(sumWeek(records, payer)).toEqual(truth);
      }),
    );
  });

  it('doubts a found record until a node has told who sent it', () => {
    const record = recordOf([pay(1n)], ownSender);
    const sources = { account, now, journal: new Map() };
    expect(isWeekReadable([record], { ...sources, paid: new Map() })).toBe(false);
    const paid = new Map([[record.txnHash, { fee: 1n, sender: account }]]);
    expect(isWeekReadable([record], { ...sources, paid })).toBe(true);
  });

  it('knows that a call of the journal has no calldata, and that a deployment pays nobody', () => {
    const claim = recordOf([], { ...ownSender, contractFuncName: 'claim', contractCallData: [] });
    const deployment = recordOf([], { ...ownSender, txnType: 'deploy', txnHash: '0x2' });
    const journal = new Map([[claim.txnHash, { ...claim, nonce: '0x1', known: true }]]);
    const sources = { account, now, journal, paid: new Map() };
    expect(isWeekReadable([claim, deployment], sources)).toBe(true);
    expect(isWeekReadable([claim], { ...sources, journal: new Map() })).toBe(false);
  });
});
