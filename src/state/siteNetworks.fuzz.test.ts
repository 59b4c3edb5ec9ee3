import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { transferCall } from '../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import { shownNetworks } from '../../test/wallet/openModule';
import { openPage } from '../../test/wallet/openPage';
import { storedAccounts } from '../../test/wallet/storedAccounts';
import { firstView } from '../flow/home/body';
import { type ChainId, chainIds, sameFelt } from '../schema/primitives';
import { getSelector } from '../starknet/selector';
import { knownTokens } from '../starknet/tokens/erc20';
import { transactionHash } from '../starknet/transactions/transaction';
import { mainParts } from '../ui/home/main';
import { sendParts } from '../ui/home/send';
import { getLinkName } from '../ui/home/view';

const chains = [chainIds.sepolia, chainIds.mainnet] as const;
const sites = ['https://one.example', 'https://two.example'] as const;
const PAGE = 'the page';
const accountsOf = (chainId: ChainId) =>
  storedAccounts(chainId, 1).map((one) => ({ ...one, deployment: 'deployed' as const }));
const address = accountsOf(chainIds.sepolia)[0]?.address ?? '';
const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

const nodes = new Map<ChainId, TrialNode>();
beforeAll(async () => {
  for (const chainId of chains) {
    const node = await startTrialNode();
    node.says.instead.starknet_chainId = () => ({ result: chainId });
    // Else the page would take the recipient for a token.
    node.says.instead.starknet_call = ({
      request,
    }: {
      request: { entry_point_selector: string };
    }) =>
      sameFelt(request.entry_point_selector, getSelector('decimals'))
        ? { error: { code: 21, message: 'Entry point not found' } }
        : { result: ['0x56bc75e2d63100000', '0x0'] };
    node.says.instead.starknet_addInvokeTransaction = (sent: { invoke_transaction: never }) => {
      node.sent.push(sent.invoke_transaction);
      const transaction_hash = transactionHash(sent.invoke_transaction, chainId);
      return { result: { transaction_hash } };
    };
    nodes.set(chainId, node);
  }
});
afterAll(() => Promise.all([...nodes.values()].map((one) => one.stop())));

/** One that asks, what it does, on which network, and what the user says. */
const step = fc.record({
  who: fc.constantFrom(...sites, PAGE),
  act: fc.constantFrom('switch', 'switch', 'send'),
  chainId: fc.constantFrom(...chains),
  isAgreed: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function openStage() {
  let isAgreed = true;
  const page = openPage({
    sepoliaUrl: nodes.get(chainIds.sepolia)?.url ?? '',
    mainnetUrl: nodes.get(chainIds.mainnet)?.url ?? '',
    user: () => isAgreed,
    stored: {
      plain: {
        accounts: Object.fromEntries(chains.map((chainId) => [chainId, accountsOf(chainId)])),
        grants: Object.fromEntries(
          sites.map((site) => [site, [{ chainId: chainIds.sepolia, address }]]),
        ),
        version: 6,
      },
    },
  });
  return Object.assign(page, {
    decide(isYes: boolean) {
      isAgreed = isYes;
    },
  });
}
type Stage = ReturnType<typeof openStage>;

const networkOf = async ({ module, invoke }: Stage, who: string): Promise<ChainId> =>
  who === PAGE
    ? (await firstView(module)).chainId
    : (await invoke('xnet_getCurrentNetwork', undefined, who)).chainId;

async function switchTo(stage: Stage, { who, chainId, isAgreed }: Step): Promise<boolean> {
  if (who !== PAGE) return stage.invoke('xnet_switchNetwork', { chainId }, who);
  await stage.reopen();
  await stage.press(mainParts.networks);
  await stage.fillIn(mainParts.network, chainId);
  return isAgreed;
}

async function send(stage: Stage, who: string): Promise<void> {
  if (who !== PAGE) {
    const calls = [transferCall(knownTokens.STRK.address, friend, 1n)];
    const chainId = await networkOf(stage, who);
    await stage.invoke('xnet_executeTxn', { address, calls, chainId }, who).catch(() => undefined);
    return;
  }
  await stage.reopen();
  await stage.press(getLinkName('send'));
  await stage.fillIn('to', friend);
  await stage.fillIn('amount', '1');
  await stage.submit(sendParts.form);
}

it('keeps each site and the page on its own network, and sends to the one that the review names', async () => {
  const counts = { switched: 0, sent: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const stage = openStage();
      const chosenChains = new Map<string, ChainId>();
      const chainOf = (who: string) => chosenChains.get(who) ?? chainIds.sepolia;
      const refusals = new Map<string, number>();
      for (const randomStep of steps) {
        // A third refusal within half a minute blocks the site, whatever is agreed to between.
        const refusedCount = refusals.get(randomStep.who) ?? 0;
        const isAgreed = randomStep.isAgreed || refusedCount >= 2;
        if (!isAgreed) refusals.set(randomStep.who, refusedCount + 1);
        const one = { ...randomStep, isAgreed };
        stage.decide(isAgreed);
        if (one.act === 'switch') {
          const isThere = chainOf(one.who) === one.chainId;
          await switchTo(stage, one);
          if (one.isAgreed || one.who === PAGE) chosenChains.set(one.who, one.chainId);
          if (!isThere && one.isAgreed) counts.switched += 1;
        } else {
          for (const node of nodes.values()) node.sent.length = 0;
          const [dialogs, drawings] = [stage.dialogs.length, stage.drawn.length];
          await send(stage, one.who);
          const reviews = [
            ...stage.dialogs.slice(dialogs).map((dialog) => JSON.stringify(dialog)),
            ...stage.drawn.slice(drawings),
          ].join('\n');
          const target = chainOf(one.who);
          const sentCounts = chains.map((chainId) => nodes.get(chainId)?.sent.length);
          const expected = one.isAgreed ? 1 : 0;
          expect(sentCounts).toEqual(chains.map((chainId) => (chainId === target ? expected : 0)));
          for (const chainId of chains)
            expect(reviews.includes(`${shownNetworks[chainId]}`)).toBe(chainId === target);
          counts.sent += expected;
        }
        for (const who of [...sites, PAGE]) expect(await networkOf(stage, who)).toBe(chainOf(who));
      }
    }),
    { numRuns: Number(process.env.XNET_FORM_RUNS ?? 30) },
  );
  expect(counts.switched).toBeGreaterThan(10);
  expect(counts.sent).toBeGreaterThan(10);
}, 300_000);
