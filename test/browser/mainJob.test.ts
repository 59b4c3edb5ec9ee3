import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, fund } from '../../scripts/start/localChain';
import { listFaults } from '../stage/accessibility';
import { approving } from '../stage/approvals';
import { countTrips } from '../stage/countTrips';
import { mainJob, type Step } from '../stage/mainJob';
import { openExtension } from '../stage/openExtension';
import { invokeModule, openStage, type Stage } from '../stage/stage';
import { sayEnglish } from '../wallet/sayEnglish';

const MINUTE = 60_000;
const FRIEND = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ blocks: 'demand' });
}, 3 * MINUTE);
afterAll(() => stage?.stop(), MINUTE);

const accountOf = async (): Promise<string> => {
  const shown = stage.dappPage.getByTestId('account-address').first();
  return (await shown.getAttribute('data-address')) ?? '';
};
type Record = { txnHash: string; status: string; failureReason: string | null };
const invoke = <T>(method: string, params: object) =>
  invokeModule<T>(stage.dappPage, stage.wallet.moduleId, method, params);

/** Milliseconds of each step of the main job, in the wallet as a program. */
const took = new Map<string, number>();
const noteIn = (times: Map<string, number>, { step, ms }: Step) => {
  if (ms !== undefined) times.set(step, ms);
};

describe('the main job, in a browser on a real node', () => {
  it(
    'leads a newcomer from an empty wallet to a payment that has settled',
    async () => {
      const steps: Step[] = [];
      const approvals = await mainJob(stage, (step) => {
        steps.push(step);
        noteIn(took, step);
      });
      expect(steps.map(({ step, status }) => [step, status])).toStrictEqual([
        ['connect', undefined],
        ['create', undefined],
        ['fund', undefined],
        ['deploy', 'ACCEPTED_ON_L2'],
        ['send', 'RECEIVED'],
        ['watch', 'PENDING'],
        ['watch', 'ACCEPTED_ON_L2'],
      ]);
      const sending = approvals.at(-1) ?? '';
      const account = await accountOf();
      const grouped = account.slice(2).match(/.{4}/gu)?.join(' ') ?? '';
      for (const shown of ['Send 1.5 STRK', 'Local chain', stage.dapp.url, grouped, 'Maximum'])
        expect(sending).toContain(shown);
    },
    3 * MINUTE,
  );

  it(
    'keeps network, account and balance in two lines at the least width',
    async () => {
      const { dappPage } = stage;
      const before = dappPage.viewportSize() ?? { width: 1280, height: 720 };
      await dappPage.setViewportSize({ width: 320, height: 640 });
      const balance = dappPage.getByTestId('balance');
      // A balance as after using the faucet for a while.
      await balance.locator('.amount').evaluate((amount) => {
        amount.textContent = '≈ 12,345.67 STRK';
      });
      expect(await balance.isVisible()).toBe(true);
      const { height } = (await dappPage.locator('.bar').boundingBox()) ?? {};
      expect(height).toBeLessThan(96);
      await dappPage.setViewportSize(before);
      await dappPage.reload();
      await dappPage.locator('[data-testid="step-connect"][data-state="done"]').waitFor();
    },
    MINUTE,
  );

  it(
    'settles a transaction that was pending while the wallet was restarted',
    async () => {
      const senderAddress = await accountOf();
      const { result: sent } = await approving(stage.walletPage, () =>
        invoke<{ transaction_hash: string }>('xnet_executeTxn', {
          address: senderAddress,
          calls: {
            contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
            entrypoint: 'transfer',
            calldata: ['0x1234', '5', '0'],
          },
        }),
      );
      const newest = async () => {
        const params = { senderAddress, onlyFromState: true };
        const [record] = await invoke<Record[]>('xnet_getTransactions', params);
        return record;
      };
      expect(await newest()).toMatchObject({ txnHash: sent.transaction_hash, status: 'PENDING' });
      await stage.restartWallet();
      expect(await newest()).toMatchObject({ txnHash: sent.transaction_hash, status: 'PENDING' });
      await createBlock(stage.chain.url);
      expect(await newest()).toMatchObject({
        txnHash: sent.transaction_hash,
        status: 'ACCEPTED_ON_L2',
        failureReason: null,
      });
    },
    MINUTE,
  );

  it(
    'offers no Connect while a node hangs and the page looks up the user’s last step',
    async () => {
      const { dappPage, dapp, gate } = stage;
      const held = gate.hold('starknet_call');
      await dappPage.goto('about:blank');
      await dappPage.goto(new URL('#/', dapp.url).href);
      await held.arrived;
      await dappPage.getByText('Looking up where you left off').waitFor();
      expect(await dappPage.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0);
      held.release();
      await dappPage.locator('[data-testid="step-connect"][data-state="done"]').waitFor();
      expect(await dappPage.getByText('Looking up where you left off').count()).toBe(0);
    },
    MINUTE,
  );

  it(
    'works on the module’s own page as well, without any dapp: create, receive, send, settle',
    async () => {
      const { walletPage, chain } = stage;
      const home = walletPage.getByTestId('module-page');
      const press = (name: string) => home.locator(`[data-name^="${name}"]`).first().click();
      const fill = (field: string, text: string) =>
        home.locator(`[data-field="${field}"]`).first().fill(text);
      await walletPage.getByTestId('tab-module').click();
      await walletPage.getByTestId('open-home').click();
      const created = await approving(walletPage, async () => {
        await press('page.create');
        await home.getByText('Only over Starknet').waitFor();
      });
      expect(created.shown.join()).not.toContain('Asked by');
      const address = (await home.locator('.copyable .text').first().textContent()) ?? '';
      expect(address).toMatch(/^0x[0-9a-f]{64}$/u);
      expect(await home.locator('img').count()).toBe(1);
      await fund(chain.url, address, 10n ** 19n);
      await createBlock(chain.url);

      await press('page.go.main');
      await press('page.go.send');
      await fill('to', FRIEND);
      await fill('amount', '1.5');
      // Another own account has, in the dapp's payment before.
      await home.getByText('You have sent to this address before.').waitFor();
      const sent = await approving(walletPage, async () => {
        await home.getByRole('button', { name: 'Review', exact: true }).click();
        await home.getByText('Send again').waitFor();
      });
      expect(sent.shown.join()).toContain('Send 1.5 STRK');
      expect(sent.shown.join()).not.toContain('Asked by');
      await createBlock(chain.url);
      await home.getByText(sayEnglish('home.accepted')).waitFor({ timeout: 30_000 });
      expect(await listFaults(walletPage)).toEqual([]);
    },
    2 * MINUTE,
  );

  it(
    'shows pages on which an accessibility check finds nothing, in light and dark',
    async () => {
      const { dappPage, walletPage, dapp } = stage;
      const start = new URL(dappPage.url()).hash;
      for (const hash of [start, '#/method/xnet_executeTxn']) {
        await dappPage.goto(new URL(hash || '#/', dapp.url).href);
        expect(await listFaults(dappPage)).toEqual([]);
      }
      expect(await listFaults(walletPage)).toEqual([]);
    },
    MINUTE,
  );
});

describe('the main job, where the wallet is an extension', () => {
  let extension: Awaited<ReturnType<typeof openExtension>>;
  beforeAll(async () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    extension = await openExtension(stage, phrase);
  }, MINUTE);
  afterAll(() => extension?.stop(), MINUTE);

  it(
    'lasts at most twice as long as in the wallet as a program',
    async () => {
      const taken = new Map<string, number>();
      await mainJob(extension, (step) => noteIn(taken, step));
      const steps = [...taken.keys()];
      const sum = (times: Map<string, number>) =>
        steps.reduce((all, name) => all + (times.get(name) ?? 0), 0);
      const lines = steps.map((name) => `${name} ${took.get(name)} / ${taken.get(name)}`);
      lines.push(`in all ${sum(took)} / ${sum(taken)}`);
      process.stdout.write(`Main job, ms in Node / in the extension: ${lines.join(', ')}\n`);
      expect(steps).toEqual([...took.keys()]);
      expect(sum(taken)).toBeLessThanOrEqual(2 * sum(took));
    },
    3 * MINUTE,
  );

  it(
    'takes two round trips for each request to the node, since a browser asks before each',
    async () => {
      const { requests, inAll } = await countTrips(extension);
      process.stdout.write(`Requests of the extension: ${JSON.stringify({ requests, inAll })}\n`);
      expect(inAll.preflights).toBe(inAll.requests);
      const counted = Object.entries(requests).map(([step, { length }]) => [step, length]);
      // The table of docs/understand/performance.md; test/node/requestCounts.test.ts counts looks.
      expect(Object.fromEntries(counted)).toEqual({
        create: 0,
        deploy: 3,
        'send first': 3,
        'send second': 3,
        'send third': 2,
        settle: 0,
        sign: 0,
      });
    },
    2 * MINUTE,
  );
});
