import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { methods } from '../../dapp/src/methods/catalogue';
import { mismatch } from '../../dapp/src/methods/mismatch';
import { type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { fund } from '../../scripts/start/localChain';
import { approving, encodeApproval } from '../stage/approvals';
import { type Outcome, openForm, sendForm, useForm } from '../stage/form';
import { formCases } from '../stage/formCases';
import type { Scene } from '../stage/formScene';
import { runStep } from '../stage/mainJob';
import { invokeModule, openStage, type Stage } from '../stage/stage';
import { sayEnglish } from '../wallet/sayEnglish';

const MINUTE = 60_000;
const companionMethods = methods.filter((method) => method['x-callers'] === 'companionDapp');

let stage: Stage;
/** An ordinary site: the same page on another origin than the companion's. */
let site: RunningDapp;
let page: Page;
let scene: Scene;

beforeAll(async () => {
  stage = await openStage({ blocks: 'transaction', withCompanion: true });
  const { chain, wallet, walletPage, dappPage, browser } = stage;
  site = await startDapp({ walletUrl: wallet.url, l2Url: chain.url });
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(site.url);

  type Account = { address: string; publicKey: string; deployTxnHash: string | null };
  const invoke = async <T>(method: string, params: object): Promise<T> =>
    (await approving(walletPage, () => invokeModule<T>(page, wallet.moduleId, method, params)))
      .result;
  await approving(walletPage, async () => {
    for (const step of ['connect', 'create', 'fund', 'deploy']) await runStep(page, step);
    await runStep(dappPage, 'connect');
  });
  const second = await invoke<Account>('xnet_addAccount', {});
  const third = await invoke<Account>('xnet_addAccount', {});
  const accounts = await invoke<Account[]>('xnet_listAccounts', {});
  const account = accounts.find(({ deployTxnHash }) => deployTxnHash !== null);
  if (!account) throw new Error('The steps deployed no account.');
  await fund(chain.url, account.address, 10n ** 21n);
  const deployHash = account.deployTxnHash ?? '';
  scene = { chainUrl: chain.url, account, second, third, deployHash, invoke };
}, 3 * MINUTE);

afterAll(async () => {
  await site?.stop();
  await stage?.stop();
}, MINUTE);

describe('the forms of the dapp, in a browser on a real node', () => {
  it('lists a case for every method', () => {
    expect(Object.keys(formCases).sort()).toEqual(methods.map(({ name }) => name).sort());
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    'shows the answer to %s',
    async (name, method) => {
      const { companion, fill, check } = formCases[name] ?? {};
      const entries = (await fill?.(scene)) ?? {};
      const { result: outcome, shown } = await approving(stage.walletPage, () =>
        useForm(companion ? stage.dappPage : page, name, entries),
      );
      await check?.(outcome, scene, shown);
      if (method['x-prompts'] === 'never') expect(shown).toEqual([]);
      if ('reply' in outcome)
        expect(mismatch(outcome.reply, method.result.schema, 'reply')).toBeNull();
    },
    MINUTE,
  );

  it.each(companionMethods.map(({ name }) => name))(
    'shows that %s is refused to any other site than the companion',
    async (name) => {
      const entries = (await formCases[name]?.fill?.(scene)) ?? {};
      const outcome = await useForm(page, name, entries);
      expect(outcome).toEqual({ error: { code: 4100, kind: 'unauthorized' } });
      expect(await encodeApproval(stage.walletPage).count()).toBe(0);
    },
    MINUTE,
  );

  it(
    'shows that the user has refused a payment',
    async () => {
      await openForm(page, 'xnet_executeTxn');
      const sent = sendForm(page);
      await encodeApproval(stage.walletPage).getByTestId('reject').click();
      expect(await sent).toEqual({ error: { code: 4001, kind: 'userRejected' } });
      // Keyboard users continue from there.
      const inFocus = () => document.activeElement?.getAttribute('data-testid');
      expect(await page.evaluate(inFocus)).toBe('method-send');
    },
    MINUTE,
  );
});

describe("the module's page in the wallet", () => {
  const boxes = () => encodeApproval(stage.walletPage, 'snap_dialog');

  /** Sends xnet_listAccounts and shares both accounts in the module's dialog. */
  const share = async (): Promise<Outcome> => {
    await openForm(page, 'xnet_listAccounts');
    const sent = sendForm(page);
    for (const { address } of [scene.account, scene.second])
      await boxes().locator(`input[data-field="${address}"]`).check();
    await boxes().getByRole('button', { name: 'Share' }).click();
    return sent;
  };

  it(
    'lists a site that sees accounts; once that is taken back, the site has to ask again',
    async () => {
      const { walletPage, dappPage, wallet } = stage;
      await invokeModule(dappPage, wallet.moduleId, 'xnet_toggleAccountVisibility', {
        address: scene.third.address,
        visibility: false,
      });
      await walletPage.getByTestId('open-home').click();
      const home = walletPage.getByTestId('module-page');
      await home.getByRole('button', { name: 'Hidden accounts (1)' }).click();
      await home.getByText('not deployed, hidden').waitFor();
      await home
        .getByRole('button', { name: sayEnglish('home.sitesCount', { count: '2' }) })
        .click();
      const row = home.locator('.section', { hasText: site.url });
      await row.waitFor();
      expect(await row.textContent()).toMatch(/Local chain: can see Account 1, /u);
      await row.getByRole('button', { name: `Stop sharing with ${site.url}` }).click();
      // The companion of this build is still in the list.
      await row.waitFor({ state: 'detached' });
      await page.locator('nav a[href="#/"]').click();
      await page.getByTestId('unshared').waitFor();
      const create = page.locator('[data-testid="step-create"][aria-current="step"]');
      expect(await create.getByRole('button').textContent()).toBe('Create account');

      const outcome = await share();
      expect(outcome).toMatchObject({
        reply: [{ address: scene.account.address }, { address: scene.second.address }],
      });
      expect('reply' in outcome && outcome.reply).toHaveLength(2);
    },
    MINUTE,
  );
});
