import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { historyParts } from '../../ui/home/history';
import { getLinkName } from '../../ui/home/view';
import { historyTable } from './historyTable';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2);
const [one = '', two = ''] = accounts.map(({ address }) => address);
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

describe('historyTable', () => {
  it('lists payments in and out, with amount, token, other side and fee', async () => {
    const { module } = open();
    await module.transactions.add(storedRecord(1, payment));
    const [header = [], row = []] = parse(await historyTable(module, chainId, one));
    const values = Object.fromEntries(header.map((name, at) => [name, row[at]]));
    expect(values).toMatchObject({
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
