import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { replaceApprove } from '../../../test/node/shownFacts';
import { openModule } from '../../../test/wallet/openModule';
import { storedRecord } from '../../../test/wallet/records';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';
/** Unix seconds. */
const NOW = 1_800_000_000;
const site = 'https://dapp.example';
const OTHER = 'https://other.example';
const transfer = transferCall(knownTokens.STRK.address, '0x7e58', 9n);

let node: TrialNode;
beforeAll(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_getTransactionStatus = () => ({
    error: { code: 29, message: 'Transaction hash not found' },
  });
});
afterAll(() => node.stop());

it('lists messages again when a clock that was ahead is put right', async () => {
  const { module } = await open(0, 1);
  const later = { hash: '0x77', nonce: '0x77', before: NOW + 2 * 86_400, site };
  await module.outsideSigned.add(chainId, address, later, NOW + 86_400);
  const hashes = (await module.outsideSigned.alive(chainId, address, NOW)).map(({ hash }) => hash);
  expect(hashes).toEqual(['0x1', '0x77']);
  await module.outsideSigned.add(chainId, address, later, NOW + 60 * 86_400);
  expect(await module.outsideSigned.alive(chainId, address, NOW)).toHaveLength(1);
});

/** A module whose sites hold so many signatures of transactions, and so many of messages. */
async function open(transactions: number, messages: number) {
  const opened = openModule({
    sepoliaUrl: node.url,
    now: () => NOW * 1_000,
    stored: storedDeployed(chainId, [site, OTHER]),
  });
  const records = Array.from({ length: transactions }, (_, at) =>
    storedRecord(at + 1, { senderAddress: address, given: true, known: false }),
  );
  await opened.module.transactions.add(...records);
  for (let at = 0; at < messages; at += 1) {
    const signed = { hash: `0x${(at + 1).toString(16)}`, nonce: `0x${at.toString(16)}`, site };
    await opened.module.outsideSigned.add(chainId, address, { ...signed, before: NOW + 60 }, NOW);
  }
  /** The warnings of each. */
  const dialogs: string[][] = [];
  replaceApprove(opened, (approve) => (review, describe, live) => {
    dialogs.push(describe(review).warnings.map(({ rule }) => rule));
    return approve(review, describe, live);
  });
  const sign = (origin = site) =>
    opened.invoke('xnet_signTransaction', { address, chainId, transactions: [transfer] }, origin);
  const signMessage = (isOutside = true) => {
    const outside = outsideMessage({ version: '2', before: NOW + 600 });
    const typedDataMessage = isOutside ? outside : plain;
    return opened.invoke('xnet_signMessage', { signerAddress: address, typedDataMessage });
  };
  const send = () => opened.invoke('xnet_executeTxn', { address, calls: [transfer] });
  return { ...opened, dialogs, sign, signMessage, send };
}
const plain = {
  domain: { name: 'Shop', version: '1', chainId, revision: '1' },
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
      name,
      type: 'shortstring',
    })),
    Order: [{ name: 'count', type: 'felt' }],
  },
  primaryType: 'Order',
  message: { count: '0x5' },
};

describe('signatures that sites hold and that can still be carried out', () => {
  it.each([
    [100, 0],
    [60, 40],
  ])(
    'refuses, without a dialog, a signature beside %d transactions and %d messages: an account has a hundred at most',
    async (transactions, messages) => {
      const { sign, signMessage, dialogs } = await open(transactions, messages);
      await expect(sign()).rejects.toMatchObject({ kind: 'limitExceeded' });
      await expect(signMessage()).rejects.toMatchObject({ kind: 'limitExceeded' });
      expect(dialogs).toEqual([]);
      // What nobody can carry out is signed as before.
      expect(await signMessage(false)).toEqual(expect.any(String));
    },
  );

  // @promise P9.2
  it('warns of them in a review up to the last', async () => {
    const { sign, dialogs } = await open(59, 40);
    expect(await sign()).toHaveLength(2);
    expect(dialogs).toHaveLength(1);
    await expect(sign()).rejects.toMatchObject({ kind: 'limitExceeded' });
  });

  it('counts a hundred even if two sites ask at the same time', async () => {
    const { sign, dialogs } = await open(59, 40);
    const [first, second] = await Promise.allSettled([sign(), sign(OTHER)]);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ reason: { kind: 'limitExceeded' } });
    expect(dialogs).toHaveLength(1);
  });

  // @promise P9.3
  it.each<[string, string, (site: Awaited<ReturnType<typeof open>>) => Promise<unknown>[]]>([
    ['a transaction that is sent', 'earlierReplaced', ({ sign, send }) => [sign(OTHER), send()]],
    ['one that is signed', 'earlierReplaced', ({ sign }) => [sign(OTHER), sign()]],
    ['a message', 'earlierLives', ({ sign, signMessage }) => [sign(OTHER), signMessage()]],
    [
      'one after a message',
      'outsideGiven',
      ({ sign, signMessage }) => [signMessage(), sign(OTHER)],
    ],
  ])('warns if two sites ask at the same time: %s', async (_, rule, asked) => {
    const opened = await open(0, 0);
    await Promise.all(asked(opened));
    expect(opened.dialogs.map((rules) => rules.includes(rule))).toEqual([false, true]);
  });

  // @promise P9.3
  it('releases those whose nonces are passed, or whose time is over', async () => {
    const { sign, module } = await open(100, 0);
    const passing = { senderAddress: address, status: 'ACCEPTED_ON_L2', nonce: '0x1' } as const;
    await module.transactions.add(storedRecord(999, passing));
    expect(await sign()).toHaveLength(2);
    const late = await open(0, 100);
    late.module.now = () => (NOW + 61) * 1_000;
    expect(await late.sign()).toHaveLength(2);
  });
});
