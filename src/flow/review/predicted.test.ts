import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { maximumFee } from '../../starknet/transactions/fees';
import type { Transaction } from '../../starknet/transactions/transaction';

const [account] = storedAccounts(chainIds.sepolia, 1);
const address = account?.address ?? '';
const transfer = (amount: bigint) => [transferCall(knownTokens.STRK.address, '0x7e57', amount)];
const PRICE = 10n ** 10n;
const GAS = 1_000_000n;

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

/** A module that has sent a transfer, whose node is at the nonce after it. */
async function openWarm() {
  const { invoke, dialogs } = openModule({
    sepoliaUrl: node.url,
    stored: storedDeployed(chainIds.sepolia),
  });
  const send = (amount: bigint, details: object = {}) =>
    invoke('xnet_executeTxn', { address, calls: transfer(amount), details });
  await send(1n);
  node.says.nonce += 1n;
  for (const list of [node.seen, node.trials, node.estimates, node.sent, dialogs]) list.length = 0;
  return { send, dialogs };
}

const withoutSending = () =>
  node.seen.filter(({ methods }) => !methods.includes('starknet_addInvokeTransaction'));
const unsigned = ({ signature: _, ...transaction }: Transaction) => transaction;
/** What was tried out as it would be signed. */
const tried = () =>
  node.trials.flatMap(({ transactions }) =>
    transactions.filter(({ version }) => version === '0x3').map(unsigned),
  );
const sent = () => node.sent.map(unsigned);
const boundOf = (transaction = sent()[0]) => transaction?.resource_bounds.l2_gas;

describe('a transaction like the one before', () => {
  // @promise P6.3
  it('simulates a similar transaction in the request for nonce and cost, as it is signed', async () => {
    const { send } = await openWarm();
    await send(2n);
    expect(withoutSending()).toHaveLength(1);
    expect(node.seen).toHaveLength(2);
    expect(tried()).toEqual(sent());
    expect(sent()).toMatchObject([{ nonce: '0x6' }]);
    // Nonce and cost are still the word of the node, asked for this transaction.
    const [first] = node.seen;
    expect(first?.methods).toContain('starknet_getNonce');
    expect(node.estimates).toMatchObject([{ block_id: 'pre_confirmed', simulation_flags: [] }]);
  });

  // @promise P6.3
  it.each([
    ['a little higher', 105n],
    ['a little lower', 95n],
  ])('keeps the bounds that were tried out if the price is %s', async (_, percent) => {
    const { send } = await openWarm();
    node.says.gasPrice = (PRICE * percent) / 100n;
    await send(2n);
    expect(withoutSending()).toHaveLength(1);
    expect(tried()).toEqual(sent());
    const price = BigInt(boundOf()?.max_price_per_unit ?? 0);
    expect(price >= (node.says.gasPrice * 120n) / 100n).toBe(true);
    expect(price <= (node.says.gasPrice * 150n) / 100n).toBe(true);
  });

  it.each([
    ['risen', 130n],
    ['fallen', 80n],
  ])('computes bounds and simulates anew if the price has %s', async (_, percent) => {
    const { send } = await openWarm();
    node.says.gasPrice = (PRICE * percent) / 100n;
    await send(2n);
    expect(withoutSending()).toHaveLength(2);
    expect(tried()).toHaveLength(2);
    expect(tried()[1]).toEqual(sent()[0]);
    expect(BigInt(boundOf()?.max_price_per_unit ?? 0)).toBe((node.says.gasPrice * 3n) / 2n);
  });

  it('signs with the node’s nonce, and simulates with it', async () => {
    const { send } = await openWarm();
    node.says.nonce = 9n;
    await send(2n);
    expect(sent()).toMatchObject([{ nonce: '0x9' }]);
    expect(tried().at(-1)).toEqual(sent()[0]);
  });

  it.each<[string, object, bigint | undefined]>([
    ['its balance', {}, (GAS * PRICE * 13n) / 10n],
    ['maxFee', { maxFee: `0x${((GAS * PRICE * 13n) / 10n).toString(16)}` }, undefined],
  ])('stays within %s, and simulates so', async (_, details, balance) => {
    const { send } = await openWarm();
    if (balance !== undefined) node.says.balance = balance;
    await send(2n, details);
    const [transaction] = sent();
    expect(tried().at(-1)).toEqual(transaction);
    const bounds = transaction?.resource_bounds;
    expect(bounds && maximumFee(bounds, '0x0') <= (GAS * PRICE * 13n) / 10n).toBe(true);
  });

  // @promise P6.3
  it('shows what the trial of the very transaction told, not that of the foreseen one', async () => {
    const { send, dialogs } = await openWarm();
    node.says.nonce = 9n;
    const answer = (nonce: string) =>
      nonce === '0x9' ? 'told of nine:\n  no funds\n' : 'told of another';
    node.says.instead.starknet_simulateTransactions = (trial: { transactions: Transaction[] }) => ({
      result: trial.transactions.map(({ type, nonce }) => ({
        fee_estimation: {
          l1_gas_consumed: '0x0',
          l1_gas_price: '0x1',
          l2_gas_consumed: '0xf4240',
          l2_gas_price: '0x2540be400',
          l1_data_gas_consumed: '0x80',
          l1_data_gas_price: '0x3',
          unit: 'FRI',
          overall_fee: '0x2386f26fc10000',
        },
        transaction_trace: { type, execute_invocation: { revert_reason: answer(nonce) } },
      })),
    });
    await send(2n);
    const shown = JSON.stringify(dialogs);
    expect(shown).toContain('"told of nine: no funds"');
    expect(shown).not.toContain('told of another');
  });
});

describe('bounds that a site gives', () => {
  it('simulates with a site’s bounds in the first request', async () => {
    const { send } = await openWarm();
    const bound = { max_amount: '0x100000', max_price_per_unit: '0x200000000' };
    const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
    await send(2n, { resourceBounds });
    expect(withoutSending()).toHaveLength(1);
    expect(tried()).toEqual(sent());
    expect(boundOf()).toEqual(bound);
  });
});
