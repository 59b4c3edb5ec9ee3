import type { Page } from 'playwright-core';
import { createBlock } from '../../scripts/start/localChain';
import { approving } from './approvals';
import { invokeModule, type Stage } from './stage';

export type Step = { step: string; ms?: number; hash?: string | undefined; status?: string };

const stepMs = 60_000;

/** The steps of the guided path. */
export const pathSteps = ['connect', 'create', 'fund', 'deploy', 'send', 'watch'] as const;

/** Presses a step's button and waits until the step has ended. @throws the error it shows */
export const runStep = async (page: Page, name: string): Promise<void> => {
  const step = page.getByTestId(`step-${name}`);
  const isIdle = async () => (await step.getAttribute('data-state')) === 'idle';
  const button = step.and(page.locator('[data-state="idle"]')).getByTestId(`step-${name}-run`);
  // A step may start by itself, such as watching what was just sent, even during the click.
  if (await isIdle())
    await button.click({ timeout: 10_000 }).catch(async (error: Error) => {
      if (await isIdle()) throw error;
    });
  const ended = page.locator(
    `[data-testid="step-${name}"]:is([data-state="done"],[data-state="error"])`,
  );
  await ended.waitFor({ timeout: stepMs });
  if ((await step.getAttribute('data-state')) === 'error') {
    throw new Error(`${name}: ${await step.getByRole('alert').textContent()}`);
  }
};

const hashIn = async (page: Page, name: string): Promise<string | undefined> => {
  const facts = page.getByTestId(`step-${name}`).locator('.facts > div');
  const hash = facts.filter({ hasText: 'Transaction' }).locator('code');
  return (await hash.count()) === 0 ? undefined : ((await hash.textContent()) ?? undefined);
};

const timed = async <T>(task: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const started = performance.now();
  const result = await task();
  return { ms: Math.round(performance.now() - started), result };
};

/** Waits until the dapp shows this status of the watched transaction. */
const seeStatus = (page: Page, status: string): Promise<void> =>
  page
    .locator(`[data-testid="watch-status"][data-status="${status}"]`)
    .waitFor({ timeout: stepMs });

/** The parts of the stage that the main job needs. */
export type JobStage = Pick<Stage, 'dappPage' | 'walletPage' | 'chain' | 'gate'> & {
  wallet: Pick<Stage['wallet'], 'moduleId'>;
};

const recordsOf = async ({ dappPage, wallet }: JobStage) => {
  const shown = dappPage.getByTestId('account-address');
  const senderAddress = await shown.first().getAttribute('data-address');
  return invokeModule<{ txnHash: string; status: string }[]>(
    dappPage,
    wallet.moduleId,
    'xnet_getTransactions',
    { senderAddress, onlyFromState: true },
  );
};

/**
 * Does the main job by clicking in the dapp and the wallet, and reports each step.
 * @throws the error that the page shows
 * @returns the text of every approval
 */
export const mainJob = async (stage: JobStage, report: (step: Step) => void): Promise<string[]> => {
  const approvals: string[] = [];
  const { dappPage: page, walletPage, chain, gate } = stage;

  for (const name of ['connect', 'create', 'fund']) {
    const { ms, result } = await timed(() => approving(walletPage, () => runStep(page, name)));
    approvals.push(...result.shown);
    const hash = await hashIn(page, name);
    report({ step: name, ms, ...(hash === undefined ? {} : { hash }) });
  }

  const deployed = await timed(() =>
    approving(walletPage, async () => {
      const running = runStep(page, 'deploy');
      const sent = page.locator('[data-testid="step-deploy"]', { hasText: 'Sent.' });
      await Promise.race([sent.waitFor({ timeout: stepMs }), running]);
      await createBlock(chain.url);
      await running;
    }),
  );
  approvals.push(...deployed.result.shown);
  report({
    step: 'deploy',
    ms: deployed.ms,
    hash: await hashIn(page, 'deploy'),
    status: 'ACCEPTED_ON_L2',
  });

  // Held before it reaches the node: the record must exist already, as RECEIVED.
  const held = gate.hold('starknet_addInvokeTransaction');
  const sent = await timed(() =>
    approving(walletPage, async () => {
      const running = runStep(page, 'send');
      await Promise.race([held.arrived, running]);
      const [record] = await recordsOf(stage);
      held.release();
      await running;
      return record;
    }),
  );
  approvals.push(...sent.result.shown);
  const hash = await hashIn(page, 'send');
  const journalled = sent.result.result;
  if (
    journalled === undefined ||
    hash === undefined ||
    BigInt(journalled.txnHash) !== BigInt(hash)
  ) {
    throw new Error(`send: the journal holds ${journalled?.txnHash}, the dapp was told ${hash}.`);
  }
  report({ step: 'send', ms: sent.ms, hash, status: journalled.status });

  const settled = await timed(async () => {
    const watching = runStep(page, 'watch');
    await seeStatus(page, 'PENDING');
    report({ step: 'watch', hash, status: 'PENDING' });
    await createBlock(chain.url);
    await seeStatus(page, 'ACCEPTED_ON_L2');
    await watching;
  });
  const [record] = await recordsOf(stage);
  if (journalled.status !== 'RECEIVED' || record?.status !== 'ACCEPTED_ON_L2') {
    throw new Error(`The record went from ${journalled.status} to ${record?.status}.`);
  }
  report({ step: 'watch', ms: settled.ms, hash, status: record.status });
  return approvals;
};
