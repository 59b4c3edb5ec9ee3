import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { RpcAnswer } from '../../../test/chain/faultServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { NOW, openSponsor, PAYMASTER_KEY } from '../../../test/review/openSponsor';
import { type PaymasterServer, startPaymasterServer } from '../../../test/review/paymasterServer';
import { storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { approve } from '../consent/approve';
import { trackTransactions } from '../history/track';
import { sendSponsored } from '../paymaster/sponsor';
import { describeTransaction } from './describe';
import { openReview } from './open';

const chainId = chainIds.sepolia;
const notFound: RpcAnswer = { error: { code: 29, message: 'Transaction hash not found' } };
const accepted: RpcAnswer = {
  result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
};
const received: RpcAnswer = { result: { finality_status: 'RECEIVED' } };
/** The hash that the paymaster makes up. */
const hash = '0x7e57';

let node: TrialNode;
let server: PaymasterServer;
let status: RpcAnswer;
/** What the account says of the message's nonce: 1 while it is unused. */
let isNonceFree: boolean;
beforeEach(async () => {
  [status, isNonceFree] = [notFound, true];
  node = await startTrialNode();
  node.says.instead.starknet_getTransactionStatus = () => status;
  node.says.instead.starknet_call = ({ request }: { request: Record<string, unknown> }) =>
    request.entry_point_selector === getSelector('is_valid_outside_execution_nonce')
      ? { result: [isNonceFree ? '0x1' : '0x0'] }
      : { result: ['0x56bc75e2d63100000', '0x0'] };
  server = await startPaymasterServer({ key: PAYMASTER_KEY, relay: async () => hash });
});
afterEach(() => Promise.all([node.stop(), server.stop()]));

/** A module whose user has just paid through the paymaster. */
async function openPaid() {
  let now = NOW;
  const stored = storedDeployed(chainId);
  const opened = await openSponsor(server.url, { sepoliaUrl: node.url, now: () => now, stored });
  const { module, request } = opened;
  const agreed = await approve(
    await opened.pay(knownTokens.ETH.address),
    (review) => ({
      title: 'x',
      origin: review.context.origin,
      network: 'x',
      warnings: [],
      sections: [],
    }),
    module.dialogs,
  );
  await sendSponsored(module, agreed);
  const pass = async (seconds: number) => {
    now += seconds * 1_000;
    await trackTransactions(module);
  };
  const rules = async () => {
    const review = await openReview(module, request, { isPaidByOthers: true });
    return describeTransaction(review).warnings.map(({ rule }) => rule);
  };
  const record = () => module.transactions.find(chainId, hash);
  return { pass, rules, record };
}

// @promise P9.5
it('warns of a message whose reported hash no node knows, until its time is over', async () => {
  const { pass, rules, record } = await openPaid();
  expect(await rules()).toContain('outsideLives');
  for (const seconds of [700, 2_800]) {
    await pass(seconds);
    expect(await rules()).toContain('outsideLives');
    expect(await record()).toMatchObject({ status: 'RECEIVED', isMissing: true });
  }
  await pass(101);
  expect(await rules()).not.toContain('outsideLives');
  expect(await record()).toMatchObject({ status: 'REJECTED' });
}, 30_000);

it('ignores a message whose transaction a node knows, and warns if that stays for ten minutes', async () => {
  const { pass, rules } = await openPaid();
  status = received;
  await pass(2);
  expect(await rules()).not.toContain('outsideLives');
  await pass(700);
  expect(await rules()).toContain('outsideLives');
}, 30_000);

// @promise P9.5
it('ignores a message once its transaction is accepted and a node says that its nonce is used', async () => {
  const { pass, rules, record } = await openPaid();
  [status, isNonceFree] = [accepted, false];
  await pass(700);
  expect(await record()).toMatchObject({ status: 'ACCEPTED_ON_L2' });
  expect(await rules()).not.toContain('outsideUsed');
  expect(await rules()).not.toContain('outsideLives');
}, 30_000);

// @promise P9.5
it('warns of an accepted transaction that left the nonce of its message unused', async () => {
  const { pass, rules } = await openPaid();
  status = accepted;
  await pass(700);
  expect(await rules()).toContain('outsideLives');
}, 30_000);

// @promise P9.5
it('keeps a message in the review until its end if only a node says that it was carried out', async () => {
  const { pass, rules, record } = await openPaid();
  isNonceFree = false;
  await pass(700);
  expect(await rules()).toContain('outsideUsed');
  expect(await rules()).not.toContain('outsideLives');
  expect(await record()).toMatchObject({ status: 'RECEIVED' });
  await pass(2_901);
  expect(await rules()).not.toContain('outsideUsed');
  expect(await record()).toMatchObject({
    status: 'REJECTED',
    failureReason: expect.stringContaining('another hash'),
  });
}, 30_000);
