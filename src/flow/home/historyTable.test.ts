import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { moveFunctions, movesRecord } from '../../../test/wallet/movesRecord';
import { openPage } from '../../../test/wallet/openPage';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { formatUnits, toAddress, toHex } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { historyParts } from '../../ui/home/history';
import { getLinkName } from '../../ui/home/view';
import { listedTokens } from '../transactions/tokenTable';
import { historyTable } from './historyTable';
import { findSides, listTransfers } from './transfer';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2);
const [one = '', two = ''] = accounts.map(({ address }) => address);
const bob = toAddress('0xb0b');
const STRK = knownTokens.STRK.address;
const offline = async () => new Response('', { status: 404 });
const open = () =>
  openPage({ fetch: offline, stored: { plain: { accounts: { [chainId]: accounts } } } });

const payment = {
  senderAddress: one,
  contractAddress: STRK,
  contractFuncName: 'transfer',
  contractCallData: [toHex(BigInt(two)), toHex(25n * 10n ** 17n), '0x0'],
  status: 'ACCEPTED_ON_L2' as const,
  timestamp: 1_800_000_000,
  fee: toHex(10n ** 16n),
};

/** Reads comma-separated values as RFC 4180 says. */
const parse = (table: string): string[][] =>
  table
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/gu)].map(([, text = '']) =>
        text.replaceAll('""', '"'),
      ),
    );

/** The rows of the table, each value by its column. */
async function rowsOf(module: ReturnType<typeof open>['module']) {
  const [header = [], ...rows] = parse(await historyTable(module, chainId, one));
  return rows.map(
    (row): Readonly<Record<string, string>> =>
      Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])),
  );
}

describe('historyTable', () => {
  it('lists payments in and out, with amount, token, other side and fee', async () => {
    const { module } = open();
    await module.transactions.add(storedRecord(1, payment));
    const [row] = await rowsOf(module);
    expect(row).toMatchObject({
      time: '2027-01-15T08:00:00.000Z',
      network: 'SN_SEPOLIA',
      direction: 'out',
      kind: 'transfer',
      amount: '2.5',
      token: 'STRK',
      'token address': STRK,
      'other side': two,
      'fee in STRK': '0.01',
      status: 'ACCEPTED_ON_L2',
    });
  });

  const move = fc.record({
    entrypoint: fc.constantFrom(...moveFunctions),
    contractAddress: fc.constantFrom(STRK, knownTokens.ETH.address, toAddress('0xdead')),
    from: fc.constantFrom(one, bob),
    to: fc.constantFrom(one, two, bob),
    amount: fc.bigInt(1n, 2n ** 100n),
  });
  const outcomes = [
    { status: 'RECEIVED' },
    { status: 'ACCEPTED_ON_L2', executionStatus: 'SUCCEEDED' },
    { status: 'ACCEPTED_ON_L2', executionStatus: 'REVERTED', failureReason: 'out of gas' },
    { status: 'REJECTED', failureReason: 'replaced' },
  ] as const;
  const transaction = fc.record({
    moves: fc.array(move, { minLength: 1, maxLength: 4 }),
    isOwn: fc.boolean(),
    outcome: fc.constantFrom(...outcomes),
  });

  it('lists each payment of the account and to it once, with its whole amount, and nothing that failed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 5 }), async (all) => {
        const { module } = open();
        const records = all.map(({ moves, isOwn, outcome }, index) =>
          movesRecord(moves, { senderAddress: isOwn ? one : bob, fee: '0x5', ...outcome }, index),
        );
        for (const [index, record] of records.entries()) {
          const { nonce: _nonce, known: _known, fee: _fee, ...foundRecord } = record;
          if (all[index]?.isOwn) await module.transactions.add(record);
          else await module.found.add(chainId, one, [foundRecord]);
        }
        const tokens = listedTokens(chainId);
        const paid = records
          .filter(({ failureReason }) => failureReason === null)
          .flatMap((record) => listTransfers(record, tokens))
          .flatMap((transfer) => {
            const { isOut, isIn } = findSides(transfer, one);
            const { token, amount } = transfer;
            const decimals = tokens[token]?.decimals ?? 0;
            const row = [
              formatUnits(BigInt(amount), decimals),
              token,
              isOut ? transfer.to : transfer.payer,
            ];
            return isOut || isIn ? [[isOut ? 'out' : 'in', ...row].join(' ')] : [];
          });
        const rows = await rowsOf(module);
        const listed = rows
          .filter(({ amount }) => amount !== '')
          .map((row) =>
            [row.direction, row.amount, row['token address'], row['other side']].join(' '),
          );
        expect(listed.sort()).toEqual(paid.sort());
        // Each transaction is there, and each fee once.
        expect(new Set(rows.map((row) => row.transaction)).size).toBe(records.length);
        const fees = rows.filter((row) => row['fee in STRK'] !== '');
        expect(fees).toHaveLength(all.filter(({ isOwn }) => isOwn).length);
      }),
    );
  });

  it('books nothing of what the account moves between others, and each of several payments', async () => {
    const { module } = open();
    const between = {
      entrypoint: 'transfer_from',
      contractAddress: STRK,
      from: bob,
      to: two,
    } as const;
    const pay = (amount: bigint) => ({ ...between, entrypoint: 'transfer', amount }) as const;
    await module.transactions.add(
      movesRecord([{ ...between, amount: 3n }], { senderAddress: one }, 1),
    );
    expect(await rowsOf(module)).toEqual([
      expect.objectContaining({
        direction: 'out',
        kind: 'transfer_from',
        amount: '',
        token: '',
        'token address': '',
        'other side': '',
      }),
    ]);
    const several = [pay(10n ** 18n), pay(2n * 10n ** 18n)];
    await module.transactions.add(movesRecord(several, { senderAddress: one, fee: '0x1' }, 2));
    expect((await rowsOf(module)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['transfer', '1'],
      ['transfer', '2'],
      ['transfer_from', ''],
    ]);
  });

  it('writes as many values in each line as in the first, and none that runs as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('=1+1', '+a', '-b', '@c', '"', '\r\n,')), {
          minLength: 1,
          maxLength: 5,
        }),
        async (names) => {
          const { module } = open();
          for (const [index, contractFuncName] of names.entries())
            await module.transactions.add(storedRecord(index, { ...payment, contractFuncName }));
          const [header = [], ...rows] = parse(await historyTable(module, chainId, one));
          expect(rows).toHaveLength(names.length);
          expect(new Set(rows.map((row) => row.length))).toEqual(new Set([header.length]));
          expect(rows.flat().filter((text) => /^[=+\-@]/u.test(text))).toEqual([]);
        },
      ),
    );
  });
});

describe('the page of transactions', () => {
  it('unfolds the table to be copied, and folds it', async () => {
    const { module, press, tree } = open();
    await module.transactions.add(storedRecord(1, payment));
    await press(getLinkName('history', one));
    const copies = async () =>
      listParts(await tree()).flatMap(({ type, props }) =>
        type === 'Copyable' ? [props.value] : [],
      );
    expect(await copies()).toEqual([]);
    await press(historyParts.table);
    expect(await copies()).toEqual([await historyTable(module, chainId, one)]);
    await press(historyParts.table);
    expect(await copies()).toEqual([]);
  });
});
