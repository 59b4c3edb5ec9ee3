import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventNode, indexed, startEventNode } from '../../../test/chain/eventNode';
import { openPage } from '../../../test/wallet/openPage';
import { storedRecord } from '../../../test/wallet/records';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { inWaves } from '../../../test/wallet/waves';
import { chainIds } from '../../schema/primitives';
import { FOREIGN_NONCE } from '../../schema/transaction';
import { toAddress, toHex } from '../../starknet/felt';
import { knownTokens } from '../../starknet/tokens/erc20';
import { historyParts } from '../../ui/home/history';
import { getLinkName, homeParts } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 2);
const [one = '', two = ''] = accounts.map(({ address }) => address);
const STRK = knownTokens.STRK.address;
const HEAD = 1_000;
const ONE = 10n ** 18n;
const hashOf = (number: number) => toHex(BigInt(0xa000 + number));

let node: EventNode;
type Asked = { transaction_hash: string };
beforeEach(async () => {
  node = await startEventNode(HEAD);
  node.chain.instead.starknet_getTransactionReceipt = ({ transaction_hash }: Asked) => ({
    result: {
      transaction_hash,
      block_number: 7,
      actual_fee: { amount: toHex(ONE / 100n), unit: 'FRI' },
    },
  });
  node.chain.instead.starknet_getTransactionByHash = ({ transaction_hash }: Asked) => ({
    result: { transaction_hash, type: 'INVOKE', sender_address: senders[transaction_hash] ?? one },
  });
});
afterEach(() => node.stop());

/** Who sent a transaction, if not the first account. */
const senders: Record<string, string> = {};

const open = (options: Parameters<typeof openPage>[0] = {}) =>
  openPage({
    sepoliaUrl: node.url,
    now: () => 1_900_000_000_000,
    stored: { plain: { version: 1, accounts: { [chainId]: accounts } } },
    ...options,
  });

/** A transfer of the first account to the second, in its journal. */
const sent = (index: number, changes: Parameters<typeof storedRecord>[1] = {}) =>
  storedRecord(index, {
    senderAddress: one,
    contractAddress: STRK,
    contractFuncName: 'transfer',
    contractCallData: [toHex(BigInt(two)), toHex(2n * ONE), '0x0'],
    status: 'ACCEPTED_ON_L2',
    known: true,
    ...changes,
  });

describe('the page of transactions', () => {
  it('lists what went out and came in, with amount, other side, status and fee', async () => {
    const { press, now, module } = open();
    node.chain.events = [
      indexed({ token: STRK, from: two, to: one, amount: 5n * ONE, block: 900, hash: hashOf(1) }),
    ];
    senders[hashOf(1)] = two;
    await module.transactions.add(sent(1));
    await press(getLinkName('history', one));
    const page = await now();
    expect(page).toMatch(/From Account 2.*\+ 5 STRK/su);
    expect(page).toMatch(/To Account 2.*− 2 STRK.*Fee 0\.01 STRK/su);
  });

  it('does not call a payment of the account what it takes of others', async () => {
    const { press, reopen, now, module } = open();
    const calldata = [toHex(BigInt(two)), toHex(BigInt(one)), toHex(3n * ONE), '0x0'];
    for (const [index, contractFuncName] of ['transferFrom', 'transfer_from'].entries())
      await module.transactions.add(sent(index, { contractFuncName, contractCallData: calldata }));
    await reopen();
    expect(await now()).not.toContain('− 3 STRK');
    await press(getLinkName('history', one));
    expect(await now()).not.toContain('− 3 STRK');
    expect(await now()).toContain('3 STRK');
  });

  it.each(['transferFrom', 'transfer_from'])(
    'lists an NFT that was sent (%s) by its title and recipient, never as an amount',
    async (contractFuncName) => {
      const { press, reopen, now, module } = open();
      const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
      const record = sent(1, {
        contractAddress: toAddress('0x3333'),
        contractFuncName,
        contractCallData: [one, friend, '0x2a', '0x0'],
      });
      await module.transactions.add(record);
      const title = 'Send an unknown token or an NFT of a coll';
      await reopen();
      expect(await now()).toContain(title);
      expect(await now()).not.toContain('− 42');
      await press(getLinkName('history', one));
      expect(await now()).toMatch(new RegExp(`${title}.*To 0x 064b 4880`, 'su'));
      expect(await now()).not.toContain('− 42');
      await press(getLinkName('record', record.txnHash));
      expect(await now()).toMatch(/0x 064b 4880/u);
      expect(await now()).not.toContain('Send again');
    },
  );

  it('does not name the payer as who receives what a spender moves between others', async () => {
    const { press, now, module } = open();
    const [bob, carol] = ['0xb0b', '0xca401'].map(toAddress) as [string, string];
    const contractCallData = [bob, carol, toHex(3n * ONE), '0x0'];
    await module.transactions.add(sent(1, { contractFuncName: 'transfer_from', contractCallData }));
    await press(getLinkName('history', one));
    expect(await now()).toContain('Move 3 STRK from another account');
    expect(await now()).not.toContain('0b0b');
  });

  it('sums up what was paid to others within a week, and says if older pages hold more', async () => {
    const { press, now, module } = open();
    const week = 1_900_000_000 - 86_400;
    const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
    const paid = { contractCallData: [friend, toHex(2n * ONE), '0x0'], timestamp: week };
    for (const index of [1, 2, 3]) await module.transactions.add(sent(index, paid));
    await module.transactions.add(sent(4, { timestamp: week }));
    await press(getLinkName('history', one));
    expect(await now()).toMatch(/Paid to others in the last 7 days".*"6 STRK"/su);
    for (let index = 5; index < 30; index += 1) await module.transactions.add(sent(index, paid));
    await press(getLinkName('history', one));
    expect(await now()).toMatch(/Paid to others in the last 7 days, at least".*"\d\d STRK"/su);
    await press(`${homeParts.turn}1`);
    expect(await now()).not.toContain('Paid to others');
  });

  it('says “at least” if a transaction of the week was not read in full, and nothing of nothing', async () => {
    const { press, now, module } = open();
    const timestamp = 1_900_000_000 - 86_400;
    const { nonce: _nonce, known: _known, ...record } = sent(1, { timestamp });
    // As an explorer lists it.
    await module.found.add(chainId, one, [{ ...record, contractCallData: [] }]);
    await press(getLinkName('history', one));
    expect(await now()).not.toContain('Paid to others');
    const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
    const contractCallData = [friend, toHex(2n * ONE), '0x0'];
    await module.transactions.add(sent(2, { contractCallData, timestamp }));
    await press(getLinkName('history', one));
    expect(await now()).toMatch(/Paid to others in the last 7 days, at least".*"2 STRK"/su);
  });

  it('names a saved recipient, also on the page of the transaction', async () => {
    const { press, now, module } = open();
    const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
    await module.recipients.save(chainId, { address: friend, name: 'Ada' });
    const { txnHash } = sent(1);
    await module.transactions.add(sent(1, { contractCallData: [friend, toHex(2n * ONE), '0x0'] }));
    await press(getLinkName('history', one));
    expect(await now()).toMatch(/To Ada.*− 2 STRK/su);
    await press(getLinkName('record', txnHash));
    expect(await now()).toMatch(/\(Ada\).*064b 4880/su);
  });

  it('keeps the fee of an own one: it is not asked for again, and shown while the node is down', async () => {
    const { press, now, module } = open();
    const { txnHash } = sent(1);
    await module.transactions.add(sent(1), sent(2, { nonce: FOREIGN_NONCE }));
    senders[sent(2).txnHash] = two;
    await press(getLinkName('history', one));
    expect((await module.transactions.find(chainId, txnHash))?.fee).toBe(toHex(ONE / 100n));
    expect((await module.transactions.find(chainId, sent(2).txnHash))?.fee).toBeUndefined();
    const asked: unknown[] = [];
    node.chain.instead.starknet_getTransactionReceipt = (params) => {
      asked.push(params);
      return { error: { code: -32603, message: 'down' } };
    };
    await press(getLinkName('history', one));
    expect(asked).toEqual([{ transaction_hash: sent(2).txnHash }]);
    expect((await now()).match(/Fee 0\.01 STRK/gu)).toHaveLength(1);
    await press(getLinkName('record', txnHash));
    expect(await now()).toMatch(/"Fee".*"0\.01 STRK"/su);
  });

  it('reads no more of the state for twenty records than for one', async () => {
    const readsOf = async (count: number) => {
      let reads = 0;
      const { press, module } = open({
        border: (request, cross) => {
          if (request.method === 'snap_getState') reads += 1;
          return cross();
        },
      });
      const records = Array.from({ length: count }, (_, index) => sent(index, { fee: '0x1' }));
      await module.transactions.add(...records);
      const before = reads;
      await press(getLinkName('history', one));
      return reads - before;
    };
    expect(await readsOf(20)).toBeLessThanOrEqual(await readsOf(1));
  });

  it('explains why one failed, and who paid for one that another carried out', async () => {
    const { press, now, module } = open();
    const failureReason = 'Execution failed. Failure reason: ("ERC20: insufficient balance")';
    await module.transactions.add(
      sent(1, { failureReason }),
      sent(2, { nonce: FOREIGN_NONCE }),
      sent(3, { status: 'REJECTED', failureReason: 'Dropped by the network.' }),
    );
    senders[storedRecord(2).txnHash] = two;
    await press(getLinkName('history', one));
    const page = await now();
    expect(page).toContain('ERC20: insufficient balance');
    expect(page).toContain('Carried out and paid by Account 2');
    expect(page).toContain('Dropped by the network.');
    expect(page.match(/Fee 0\.01 STRK/gu)).toHaveLength(1);
  });

  it('shows the address of a stranger to its end, at the latest behind its button', async () => {
    const { press, now, module } = open();
    const stranger = `0x${'5'.repeat(59)}acde`;
    const record = sent(1, { contractCallData: [stranger, '0x1', '0x0'] });
    await module.transactions.add(record);
    node.chain.events = [
      indexed({ token: STRK, from: stranger, to: one, amount: 5n, block: 900, hash: hashOf(1) }),
    ];
    senders[hashOf(1)] = stranger;
    await press(getLinkName('history', one));
    expect(await now()).toContain('To 0x 0555 … acde');
    expect(await now()).toMatch(/From 0x 0555 [5 ]+ acde"/u);
    await press(getLinkName('record', record.txnHash));
    expect(await now()).toMatch(/0x 0555 [5 ]+ acde"/u);
  });

  it('shows 25 a page and the rest behind a button, of the account that is chosen', async () => {
    const { press, now, module, input } = open();
    await module.transactions.add(...Array.from({ length: 30 }, (_, at) => sent(at)));
    await press(getLinkName('history', one));
    const count = async () => (await now()).match(/− 2 STRK/gu)?.length ?? 0;
    expect(await count()).toBe(25);
    await press(`${homeParts.turn}1`);
    expect(await count()).toBe(5);
    await press(`${homeParts.turn}-1`);
    await input({ type: 'InputChangeEvent', name: historyParts.account, value: two });
    expect(await count()).toBe(0);
    expect(await now()).toContain(sayEnglish('home.noHistory'));
  });

  it('sends at most two HTTP requests in series once a list was read', async () => {
    const first = open();
    await first.module.transactions.add(...Array.from({ length: 30 }, (_, at) => sent(at)));
    await first.press(getLinkName('history', one));
    const waves = inWaves();
    const { press, now } = open({ stored: first.state, border: waves.border });
    node.chain.head = HEAD + 20;
    node.chain.events = [
      indexed({
        token: STRK,
        from: two,
        to: one,
        amount: 7n * ONE,
        block: HEAD + 5,
        hash: hashOf(7),
      }),
    ];
    senders[hashOf(7)] = two;
    await press(getLinkName('history', one));
    expect(await now()).toContain('+ 7 STRK');
    expect(waves.count()).toBeLessThanOrEqual(2);
  });

  it('lists what is stored while the node is down, says why, and tries again', async () => {
    const { press, now, module } = open();
    await module.transactions.add(sent(1));
    node.chain.instead.starknet_blockNumber = () => ({ error: { code: -32603, message: 'down' } });
    await press(getLinkName('history', one));
    expect(await now()).toMatch(/did not answer.*Try again.*− 2 STRK/su);
    delete node.chain.instead.starknet_blockNumber;
    await press(getLinkName('history', one));
    expect(await now()).not.toContain('did not answer');
  });
});
