import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { replaceApprove } from '../../../test/node/shownFacts';
import { type Border, openModule } from '../../../test/wallet/openModule';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];
/** Unix seconds. */
const START = 1_800_000_000;
type Asked = { transaction_hash: string };
const notFound = { error: { code: 29, message: 'Transaction hash not found' } };

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_getTransactionStatus = () => notFound;
});
afterEach(() => node.stop());

/** A module that tells of which warnings each dialog has shown. */
function open(border?: Border) {
  let now = START;
  const opened = openModule({
    sepoliaUrl: node.url,
    now: () => now * 1_000,
    ...(border && { border }),
    stored: storedDeployed(chainId),
  });
  const rules: string[][] = [];
  replaceApprove(opened, (approve) => (review, describe, live) => {
    rules.push(describe(review).warnings.map(({ rule }) => rule));
    return approve(review, describe, live);
  });
  const send = (details: object = {}) =>
    opened.invoke('xnet_executeTxn', { address, calls, details });
  const sign = (transactionsDetail: object = {}) =>
    opened.invoke('xnet_signTransaction', {
      address,
      chainId,
      transactionsDetail,
      transactions: [transferCall(knownTokens.STRK.address, '0x7e58', 9n)],
    });
  const signMessage = (before = START + 600) =>
    opened.invoke('xnet_signMessage', {
      signerAddress: address,
      typedDataMessage: outsideMessage({ version: '2', before }),
    });
  const list = () => opened.invoke('xnet_getTransactions', { senderAddress: address });
  const pass = (seconds: number) => {
    now += seconds;
  };
  return { ...opened, rules, send, sign, signMessage, list, pass };
}
const shownLast = ({ rules }: { rules: string[][] }) => rules.at(-1) ?? [];
const failing =
  (key: string): Border =>
  ({ method, detail }, cross) =>
    method === 'snap_setState' && JSON.stringify(detail).includes(key)
      ? Promise.reject(new Error('The storage is full.'))
      : cross();

describe('a transaction that was signed for a site', () => {
  const bound = { max_amount: '0x100000', max_price_per_unit: '0x200000000' };
  const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
  const declared = { nonce: '0x5', resourceBounds, classHash: '0x1', compiledClassHash: '0x2' };

  // @promise P9.2
  it.each<[string, (module: ReturnType<typeof open>) => Promise<unknown>]>([
    ['calls, estimated', ({ sign }) => sign()],
    ['calls, given whole', ({ sign }) => sign({ nonce: '0x5', resourceBounds })],
    [
      'a declaration',
      ({ invoke }) =>
        invoke('xnet_signDeclareTransaction', { address, chainId, details: declared }),
    ],
  ])('warns in every later review of what was signed for a site: %s', async (_, given) => {
    const module = open();
    await given(module);
    await module.sign({ nonce: '0x6', resourceBounds });
    expect(shownLast(module)).toContain('earlierLives');
    await module.signMessage();
    expect(shownLast(module)).toContain('earlierLives');
    await module.send({ nonce: '0x7' });
    expect(shownLast(module)).toContain('earlierLives');
    await module.send();
    expect(shownLast(module)).toContain('earlierReplaced');
    expect(node.sent.at(-1)).toMatchObject({ nonce: '0x5' });
  });

  // @promise P9.2
  it('warns of it however many others came after', async () => {
    const module = open();
    await module.sign({ nonce: '0x64', resourceBounds });
    for (let nonce = 5; nonce < 30; nonce++)
      await module.module.transactions.add(
        storedRecord(nonce, { senderAddress: address, status: 'ACCEPTED_ON_L2' }),
      );
    node.says.nonce = 30n;
    await module.send();
    expect(shownLast(module)).toContain('earlierLives');
  });

  it('stops warning once the chain has passed its nonce', async () => {
    const module = open();
    await module.sign();
    await module.send();
    node.says.nonce = 6n;
    const accepted = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' };
    const [own] = await module.list();
    node.says.instead.starknet_getTransactionStatus = ({ transaction_hash: hash }: Asked) =>
      hash === own.txnHash ? { result: accepted } : notFound;
    await module.list();
    await module.send();
    expect(shownLast(module)).not.toContain('earlierLives');
    expect(shownLast(module)).not.toContain('earlierReplaced');
  });

  // @promise P9.5
  it('warns of what a node accepted for a nonce too high and keeps back', async () => {
    const module = open();
    node.says.nonce = 6n;
    await module.send();
    expect(node.sent).toMatchObject([{ nonce: '0x6' }]);
    // Another node tells the nonce of the chain; the first can still send what it has.
    node.says.nonce = 5n;
    await module.signMessage();
    expect(shownLast(module)).toContain('earlierLives');
    await module.sign({ nonce: '0x5', resourceBounds });
    expect(shownLast(module)).toContain('earlierLives');
    await module.send();
    expect(node.sent.at(-1)).toMatchObject({ nonce: '0x5' });
    expect(shownLast(module)).toContain('earlierLives');
  });

  it('ignores those before it that the node has accepted a moment ago', async () => {
    const module = open();
    for (const nonce of ['0x5', '0x6', '0x7']) {
      await module.send();
      expect(node.sent.at(-1)).toMatchObject({ nonce });
      expect(shownLast(module)).not.toContain('earlierLives');
      expect(shownLast(module)).not.toContain('earlierReplaced');
    }
    await module.sign({ nonce: '0x8', resourceBounds });
    expect(shownLast(module)).not.toContain('earlierLives');
  });

  it('hides it from lists until a node knows it, and tracks it from then on', async () => {
    const module = open();
    await module.sign();
    expect(await module.list()).toEqual([]);
    expect(await module.module.transactions.open()).toEqual([]);
    const [given] = await module.module.transactions.recent(chainId, address);
    const asked = { transactionHash: given?.txnHash };
    await expect(module.invoke('xnet_getTransactionStatus', asked)).rejects.toMatchObject({
      kind: 'unknownTransaction',
    });
    node.says.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'RECEIVED' },
    });
    await module.send();
    expect(shownLast(module)).not.toContain('earlierReplaced');
    expect(node.sent).toMatchObject([{ nonce: '0x6' }]);
    expect((await module.list()).map(({ txnHash }: { txnHash: string }) => txnHash)).toContain(
      given?.txnHash,
    );
    expect(await module.module.transactions.open()).toHaveLength(2);
  });

  it('stops warning if a node knows it, also without an estimate', async () => {
    const module = open();
    await module.sign({ nonce: '0x5', resourceBounds });
    node.says.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
    });
    await module.sign({ nonce: '0x6', resourceBounds });
    expect(shownLast(module)).not.toContain('earlierLives');
  });

  // @promise P9.2
  it('warns of it beside a message whose calls the node cannot simulate', async () => {
    const module = open();
    await module.sign({ nonce: '0x6', resourceBounds });
    node.says.instead.starknet_getNonce = () => ({ error: { code: -32603, message: 'No.' } });
    await module.signMessage();
    expect(shownLast(module)).toContain('earlierLives');
  });

  it('replaces no record of the same bytes', async () => {
    const module = open();
    await module.send({ nonce: '0x5', resourceBounds });
    await module.invoke('xnet_signTransaction', {
      address,
      chainId,
      transactions: calls,
      transactionsDetail: { nonce: '0x5', resourceBounds },
    });
    expect(await module.module.transactions.recent(chainId, address)).toMatchObject([
      { known: true },
    ]);
  });

  // @promise P9.2
  it('withholds the signature when the journal cannot be written', async () => {
    const module = open(failing('live'));
    await expect(module.sign()).rejects.toThrow('The storage is full.');
  });
});

describe('an outside execution that was signed for a site', () => {
  // @promise T14.5
  it('warns in every later review until the message expires', async () => {
    const module = open();
    await module.signMessage();
    expect(shownLast(module)).not.toContain('outsideGiven');
    await module.send();
    expect(shownLast(module)).toContain('outsideGiven');
    expect(JSON.stringify(module.dialogs.at(-1))).toContain('https://dapp.example');
    await module.sign();
    expect(shownLast(module)).toContain('outsideGiven');
    await module.signMessage(START + 601);
    expect(shownLast(module)).toContain('outsideGiven');
    module.pass(601);
    await module.send();
    expect(shownLast(module)).not.toContain('outsideGiven');
  });

  it('warns without end of a message that never expires', async () => {
    const module = open();
    await module.signMessage(Number.MAX_SAFE_INTEGER);
    await module.send();
    expect(shownLast(module)).toContain('outsideGiven');
  });

  // @promise T14.5
  it('keeps a message in the review if only a node says that the account has executed it', async () => {
    const module = open();
    await module.signMessage();
    const isAsked = getSelector('is_valid_outside_execution_nonce');
    const asked: unknown[] = [];
    node.says.instead.starknet_call = ({ request }: { request: Record<string, unknown> }) => {
      if (request.entry_point_selector !== isAsked)
        return { result: ['0x56bc75e2d63100000', '0x0'] };
      asked.push(request);
      return { result: ['0x0'] };
    };
    await module.send();
    expect(shownLast(module)).toContain('outsideUsed');
    expect(shownLast(module)).not.toContain('outsideGiven');
    expect(asked[0]).toMatchObject({ calldata: ['0x99'] });
    module.pass(601);
    await module.send();
    expect(shownLast(module)).not.toContain('outsideUsed');
  });

  // @promise T14.5
  it('warns if the account does not answer', async () => {
    const module = open();
    await module.signMessage();
    const isAsked = getSelector('is_valid_outside_execution_nonce');
    node.says.instead.starknet_call = ({ request }: { request: Record<string, unknown> }) =>
      request.entry_point_selector === isAsked
        ? { error: { code: 40, message: 'Contract error' } }
        : { result: ['0x56bc75e2d63100000', '0x0'] };
    await module.send();
    expect(shownLast(module)).toContain('outsideGiven');
  });

  // @promise T14.5
  it('withholds the signature when the message cannot be stored', async () => {
    const module = open(failing('outsideSigned'));
    await expect(module.signMessage()).rejects.toThrow('The storage is full.');
  });
});
