import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'starknet';
import type { LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import {
  type ChainTransaction,
  ONE,
  openAccount,
  readFee,
  readTransaction,
  STRK,
  transfer,
} from './account';
import { getText, grouped, readDialog, type Shown, strk, wholly } from './readDialog';
import { computeHash, getSender, isSigned, listCalls, readMaximum } from './signedTransaction';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

const SN_SEPOLIA = '0x534e5f5345504f4c4941';

const inWords = (felt: string): string => BigInt(felt).toLocaleString('en-US');

type Values = Record<string, string[]>;

/** Everything that a dialog shows: for each label its values from top to bottom. */
function valuesIn({ title, facts }: Shown): Values {
  const values: Values = { title: [title] };
  for (const { label, value } of facts.filter((fact) => !fact.value.startsWith('Previewed by'))) {
    const own = values[label] ?? [];
    values[label] = own;
    // Sentences of several calls are numbered.
    own.push(label === '' ? value.replace(/^\d+\. /u, '') : value);
  }
  return values;
}

/** What a dialog must show besides the calls, derived from the node's transactions. */
async function frameOf(transactions: readonly ChainTransaction[], index: number) {
  const paid = transactions.map(({ transaction_hash }) => readFee(chain.url, transaction_hash));
  const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n);
  const fees = {
    Expected: sum(await Promise.all(paid)),
    'Maximum fee': sum(transactions.map(readMaximum)),
  };
  const shownFees = Object.entries(fees).flatMap(([label, fee]) => {
    const cut = strk(fee).startsWith('≈') ? [wholly(fee)] : [];
    return [[label, [strk(fee), ...cut]]];
  });
  const each = (read: (transaction: ChainTransaction) => string) => transactions.map(read);
  const bound =
    (kind: keyof ChainTransaction['resource_bounds']) =>
    ({ resource_bounds }: ChainTransaction) => {
      const { max_amount, max_price_per_unit } = resource_bounds[kind];
      return `${inWords(max_amount)} units at ${inWords(max_price_per_unit)} FRI each`;
    };
  return {
    'Asked by': ['https://dapp.example'],
    Network: each(() => `Local chain (${SN_SEPOLIA})`),
    ...Object.fromEntries(shownFees),
    Account: expect.arrayContaining([`Account ${index + 1} · Local chain`]),
    [`Address of the account (index ${index})`]: transactions
      .slice(0, 1)
      .map(getSender)
      .map(grouped),
    Nonce: each(({ nonce }) => String(BigInt(nonce))),
    'Tip, in FRI per unit of L2 gas': each(({ tip }) => inWords(tip)),
    'L1 gas, at most': each(bound('l1_gas')),
    'L1 data gas, at most': each(bound('l1_data_gas')),
    'L2 gas, at most': each(bound('l2_gas')),
    'The nonce is kept on': each((transaction) => transaction.nonce_data_availability_mode),
    'The balance for the fee is kept on': each(
      (transaction) => transaction.fee_data_availability_mode,
    ),
    Version: each(({ version }) => String(BigInt(version))),
  };
}

/** The node's calls in the form in which the dialog must show them, to the last felt. */
const callsOf = (transaction: ChainTransaction) => ({
  'Contract (STRK)': listCalls(transaction).map(({ to }) => grouped(to)),
  Selector: listCalls(transaction).map(({ selector }) => selector),
  'Call data': [transaction.calldata?.join(', ')],
  'Call data, as signed': listCalls(transaction).map(
    ({ calldata }) => calldata.join(', ') || 'None',
  ),
});

/** The names shown match the selectors that were signed. */
const expectNames = (transaction: ChainTransaction, shown: readonly string[] | undefined) =>
  expect(listCalls(transaction).map(({ selector }) => BigInt(selector))).toEqual(
    shown?.map((name) => BigInt(hash.getSelectorFromName(name))),
  );

function expectSigned(transaction: ChainTransaction, publicKey: string): void {
  expect(computeHash(SN_SEPOLIA, transaction)).toBe(transaction.transaction_hash);
  expect(isSigned(SN_SEPOLIA, transaction, publicKey)).toBe(true);
}

const onStrk = (entrypoint: string, calldata: string[]) => {
  const contractAddress = STRK;
  return { contractAddress, entrypoint, calldata };
};
const MOST_OF_LIMB = `0x${'f'.repeat(32)}`;

describe('signed transactions', () => {
  const cases = [
    {
      what: 'a transfer',
      calls: [transfer(1_500_000_000_000_000_000n, '0xa1')],
      words: { title: ['Send 1.5 STRK'], To: [grouped('0xa1')] },
    },
    {
      what: 'an approval of an amount in both limbs',
      calls: [onStrk('approve', ['0xa2', MOST_OF_LIMB, MOST_OF_LIMB])],
      words: {
        '': [
          'Allow the address above to spend any amount of STRK',
          'The site asks for: unlimited STRK',
        ],
        'amount (u256)': [
          '115792089237316195423570985008687907853269984665640564039457584007913129639935',
        ],
        Spender: [grouped('0xa2')],
      },
    },
    {
      what: 'several calls with a tip',
      calls: [
        transfer(1n, '0xa3'),
        onStrk('increase_allowance', ['0xa4', '0x1', '0x0']),
        transfer(2n, '0xa5'),
      ],
      details: { tip: '0x64' },
      words: {
        '': [
          'Send 0.000000000000000001 STRK',
          'Allow the address below to spend up to 0.000000000000000001 STRK more than before',
          'Send 0.000000000000000002 STRK',
          'The site asks for: 0.000000000000000001 STRK',
        ],
        To: [grouped('0xa3'), grouped('0xa5')],
      },
    },
    {
      what: 'a call that the module does not know',
      calls: [onStrk('allowance', ['0xa6', '0xa7'])],
      words: {
        title: ['Call allowance on STRK'],
        '': ['No tokens move and no spending is allowed.'],
        'Contract (STRK)': [grouped(STRK), grouped(STRK)],
      },
    },
    {
      what: 'a call without call data',
      calls: [onStrk('total_supply', [])],
      words: {
        title: ['Call total_supply on STRK'],
        '': ['No tokens move and no spending is allowed.'],
        'Contract (STRK)': [grouped(STRK), grouped(STRK)],
      },
    },
  ].map((each, index) => ({ ...each, index }));

  it.each(cases)('signs as shown: $what', async ({ calls, words, details = {}, index }) => {
    const { address, dialogs, invoke } = await openAccount(chain.url, { addressIndex: index });
    const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls, details });
    const transaction = await readTransaction(chain.url, transaction_hash);
    const [shown, ...others] = dialogs.map(readDialog).map(valuesIn);
    expect(others).toEqual([]);
    expectNames(transaction, shown?.['Entry point']);
    expect(shown).toMatchObject({
      ...(await frameOf([transaction], index)),
      ...callsOf(transaction),
      'Entry point': calls.map(({ entrypoint }) => entrypoint),
      ...words,
    });
    expectSigned(transaction, await invoke('xnet_extractPublicKey', { userAddress: address }));
  });

  it('signs as shown: a deployment with the first call', async () => {
    const { address, dialogs, invoke } = await openAccount(chain.url, {
      addressIndex: 10,
      deployed: false,
    });
    await invoke('xnet_executeTxn', { address, calls: transfer(ONE, '0xb0') });
    const records = await invoke('xnet_getTransactions', {
      senderAddress: address,
      onlyFromState: true,
      withDeployTxn: true,
    });
    const [invocation, deployment] = await Promise.all([
      readTransaction(chain.url, records[0].txnHash),
      readTransaction(chain.url, records[1].txnHash),
    ]);
    const [shown, ...others] = dialogs.map(readDialog).map(valuesIn);
    expect(others).toEqual([]);
    expectNames(invocation, shown?.['Entry point']);
    expect(shown).toMatchObject({
      ...(await frameOf([deployment, invocation], 10)),
      ...callsOf(invocation),
      'Entry point': ['transfer'],
      '': ['Deploy this account as Argent 0.4.0', 'Send 1 STRK'],
      'Class hash': [deployment.class_hash],
      'Salt of the address': [deployment.contract_address_salt],
      To: [grouped('0xb0')],
    });
    const publicKey = await invoke('xnet_extractPublicKey', { userAddress: address });
    expectSigned(deployment, publicKey);
    expectSigned(invocation, publicKey);
  });

  it('escapes an origin that would turn the text around', async () => {
    const { address, dialogs, invoke, module } = await openAccount(chain.url, { addressIndex: 11 });
    const hostile = 'https://dapp.example\u202e\u200bgro.knab//:sptth\n';
    await module.grants.add(hostile, [{ chainId: chainIds.sepolia, address }]);
    await invoke('xnet_executeTxn', { address, calls: transfer(1n) }, hostile);
    const [dialog] = dialogs;
    if (!dialog) throw new Error('No dialog was shown.');
    expect(valuesIn(readDialog(dialog))['Asked by']).toEqual([
      'https://dapp.example\\u{202e}\\u{200b}gro.knab//:sptth\\u{a}',
    ]);
    expect(getText(dialog)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
