import { describe, expect, it } from '@jest/globals';
import { listParts } from '../../../test/wallet/fakeDialogs';
import {
  type AskingPage,
  findConfirm,
  findConfirmName,
  openAsking,
  openByHand,
} from '../../../test/wallet/openAsking';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds, USER } from '../../schema/primitives';
import { accountParts } from '../../ui/home/accounts';
import { mainParts } from '../../ui/home/main';
import { getLinkName } from '../../ui/home/view';
import { reviewParts } from '../../ui/review/dialog';
import { withAccountLock } from '../transactions/locks';
import { keepAsking, openHome } from './page';

const chainId = chainIds.sepolia;
const SITE = 'https://dapp.example';
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';
const stored = { plain: { accounts: { [chainId]: [account] } } };
const waitingText = 'Preparing what you will see';

const accountsOf = ({ module }: AskingPage) => module.accounts.list(chainId);

describe('what the page asks', () => {
  it('stands in the place of the part, with Confirm alone in the footer and Cancel above', async () => {
    const page = await openAsking();
    const parts = listParts(await page.tree());
    const [footer] = parts.filter(({ type }) => type === 'Footer');
    expect(listParts(footer?.props.children).map(({ props }) => props.name)).toEqual([
      await findConfirmName(page),
    ]);
    expect(parts.map(({ props }) => props.name)).toContain(reviewParts.leave);
    expect(page.dialogs).toEqual([]);
    await page.press(await findConfirmName(page));
    expect(await accountsOf(page)).toHaveLength(1);
    expect(await page.now()).toContain('Only over Starknet');
  });

  it('goes back to the user’s last place at its Cancel', async () => {
    const page = await openAsking();
    await page.press(reviewParts.leave);
    expect(await accountsOf(page)).toEqual([]);
    expect(await page.now()).toContain('I had accounts before');
  });

  it('follows something short that stands for long enough to be scrolled to, and can be confirmed a while later', async () => {
    const drawings: string[] = [];
    const pauses: number[] = [];
    const page = openByHand({
      setTimer(run, ms) {
        if (drawings.length > 0) pauses.push(ms);
        const timer = setTimeout(run, 0);
        return () => clearTimeout(timer);
      },
      border({ method, detail }, cross) {
        if (method === 'snap_updateInterface')
          drawings.push(JSON.stringify((detail as { ui: unknown }).ui));
        return cross();
      },
    });
    await page.press(mainParts.create);
    const [waiting = '', disabled = '', enabled = ''] = drawings;
    expect(drawings).toHaveLength(3);
    expect(waiting).toContain(waitingText);
    expect(waiting.length).toBeLessThan(700);
    expect(disabled).toContain('"disabled":true');
    expect(enabled).toContain('"disabled":false');
    const [short = 0, long = 0] = pauses.filter((ms) => ms > 0);
    expect(short).toBeGreaterThanOrEqual(100);
    expect(long).toBeGreaterThanOrEqual(500);
  });

  it('covers nothing that a Cancel led back to, whenever that is pressed', async () => {
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
    };
    const sights = new Set<string>();
    for (let moment = 0; moment < 40; moment += 2) {
      let isCancelled = false;
      const begun: string[] = [];
      const page = openByHand({
        setTimer(run) {
          void turns(10).then(run);
          return () => undefined;
        },
        async border({ method, detail }, cross) {
          const isReview = /"name":"confirm\./u.test(JSON.stringify(detail ?? {}));
          if (method !== 'snap_updateInterface') return cross();
          begun.push(`${isReview ? 'review' : 'other'}${isCancelled ? ' late' : ''}`);
          // Wallets take longer to draw more.
          if (isReview) await turns(10);
          return cross();
        },
      });
      await page.now();
      const pressed = page.press(mainParts.create);
      await turns(moment);
      if ((await page.now()).includes(reviewParts.leave)) {
        sights.add(begun.at(-1) ?? '');
        isCancelled = true;
        await page.press(reviewParts.leave);
        await pressed;
        await turns(25);
        expect(begun).not.toContain('review late');
        expect(await page.now()).toContain('I had accounts before');
      }
      await pressed;
    }
    expect([...sights].sort()).toEqual(['other', 'review']);
  });

  it('covers nothing that a Confirm led to, whenever that is pressed', async () => {
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
    };
    let lateDrawings = 0;
    for (let moment = 0; moment < 40; moment += 2) {
      const drawn: string[] = [];
      const page = openByHand({
        stored,
        setTimer(run) {
          void turns(10).then(run);
          return () => undefined;
        },
        async border({ method, detail }, cross) {
          if (method !== 'snap_updateInterface') return cross();
          const isReview = /"name":"confirm\./u.test(JSON.stringify(detail ?? {}));
          // Wallets take longer to draw more.
          if (isReview) await turns(10);
          drawn.push(isReview ? 'review' : 'other');
          return cross();
        },
      });
      await page.press(getLinkName('account', address));
      await page.press(`${accountParts.key}${address}`);
      const name = await findConfirmName(page);
      drawn.splice(0);
      const ticked = page.fillIn(reviewParts.understand(Number(name.split('.')[1])), true);
      await turns(moment);
      if (drawn.length === 0) lateDrawings++;
      await Promise.all([page.press(name), ticked]);
      await turns(25);
      expect(drawn.join(' ')).toMatch(/^(review )*other( other)*$/u);
      expect(await page.now()).toContain('"sensitive":true');
    }
    expect(lateDrawings).toBeGreaterThan(0);
  });

  it('ignores a Confirm that is pressed before it is enabled', async () => {
    let early: Promise<void> | undefined;
    const page = openByHand({
      border({ method, detail }, cross) {
        const [, name] =
          /"name":"(confirm\.\d+)","disabled":true/u.exec(JSON.stringify(detail ?? {})) ?? [];
        if (method !== 'snap_updateInterface' || name === undefined) return cross();
        const drawn = cross();
        early ??= drawn.then(() => page.press(name));
        return drawn;
      },
    });
    await page.press(mainParts.create);
    await early;
    expect(early).toBeDefined();
    expect(await accountsOf(page)).toEqual([]);
    expect(await findConfirm(page)).toMatchObject({ disabled: false });
  });

  it('asks and carries out once, however often both are pressed', async () => {
    const page = openByHand();
    await page.now();
    await Promise.all([1, 2, 3].map(() => page.press(mainParts.create)));
    const name = await findConfirmName(page);
    await Promise.all([1, 2, 3].map(() => page.press(name)));
    expect(await accountsOf(page)).toHaveLength(1);
    expect(await findConfirm(page)).toBeUndefined();
  });

  it('carries out and asks once, at whichever crossing to the wallet Confirm is pressed again', async () => {
    let isOver = false;
    let at = 0;
    for (; !isOver; at++) {
      let crossings = Number.NEGATIVE_INFINITY;
      let again: Promise<void> | undefined;
      const page = openByHand({
        border(_, cross) {
          if (crossings++ === at) again = page.press(name);
          return cross();
        },
      });
      await page.press(mainParts.create);
      const name = await findConfirmName(page);
      crossings = 0;
      await page.press(name);
      await again;
      isOver = again === undefined;
      expect(await accountsOf(page)).toHaveLength(1);
      expect(await findConfirm(page)).toBeUndefined();
    }
    expect(at).toBeGreaterThan(10);
  });

  it('keeps no request of the wallet open while the user reads', async () => {
    const page = await openAsking();
    expect(page.module.acts.of('interface-0')?.waitsSince()).toBeDefined();
    expect(page.module.limits.isAsking()).toBe(true);
    await page.press(reviewParts.leave);
    expect(page.module.limits.isAsking()).toBe(false);
  });

  it('keeps the module awake, and reads what is asked again', async () => {
    const page = await openAsking();
    const wakes = () => page.events.filter(({ request }) => request.method === 'keepAsking');
    expect(wakes()).toMatchObject([{ duration: 'PT20S' }]);
    await keepAsking(page.module, 'interface-0');
    expect(wakes()).toHaveLength(2);
    await page.press(await findConfirmName(page));
    await keepAsking(page.module, 'interface-0');
    expect(wakes()).toHaveLength(2);
    expect(await accountsOf(page)).toHaveLength(1);
  });
});

describe('a question on the page', () => {
  /** What the next page says. */
  const nextPage = async (page: AskingPage) => {
    await page.reopen();
    return page.now();
  };

  it('ends as refused when a dialog of a site opens, which waits for no page', async () => {
    const page = await openAsking({ user: () => false });
    const name = await findConfirmName(page);
    expect(await page.invoke('xnet_switchNetwork', { chainId: chainIds.mainnet }, SITE)).toBe(
      false,
    );
    expect(page.module.limits.isAsking()).toBe(false);
    await page.press(name);
    expect(await accountsOf(page)).toEqual([]);
    expect(await nextPage(page)).toContain('Nothing was signed');
  });

  it('ends as refused before a site waits for the account that signs', async () => {
    const page = await openAsking({ stored });
    const network = { chainId, name: 'Sepolia' };
    const [one] = await accountsOf(page);
    if (!one) throw new Error('There is no account.');
    const sign = (origin: string) =>
      withAccountLock(
        page.module,
        { context: { origin, method: 'xnet_signMessage', network }, account: one },
        async () => page.module.acts.of('interface-0')?.waitsSince() !== undefined,
      );
    expect(await sign(USER)).toBe(true);
    expect(await sign(SITE)).toBe(false);
    await page.module.acts.rest('interface-0');
    expect(await page.now()).toContain('Nothing was signed');
  });

  it('ends as refused when another page is opened', async () => {
    const page = await openAsking();
    const name = await findConfirmName(page);
    const second = await openHome(page.module);
    expect(JSON.stringify(page.pages.tree(second))).toContain('Nothing was signed');
    await page.press(name);
    expect(await accountsOf(page)).toEqual([]);
    expect(await page.now()).toContain('Nothing was signed');
  });

  it('ends as refused if the wallet is locked', async () => {
    let locked = false;
    const page = await openAsking({
      border: async ({ method }, cross) =>
        method === 'snap_getClientStatus' ? ({ locked, active: true } as never) : cross(),
    });
    locked = true;
    await page.press(await findConfirmName(page));
    expect(await accountsOf(page)).toEqual([]);
    expect(await page.now()).toContain('Nothing was signed');
    locked = false;
    await page.press(mainParts.create);
    locked = true;
    await keepAsking(page.module, 'interface-0');
    expect(await findConfirm(page)).toBeUndefined();
  });

  it('ends as refused after ten minutes', async () => {
    let now = 1_800_000_000_000;
    const page = await openAsking({ now: () => now });
    now += 9 * 60_000;
    await keepAsking(page.module, 'interface-0');
    expect(await findConfirm(page)).toBeDefined();
    now += 2 * 60_000;
    await keepAsking(page.module, 'interface-0');
    expect(await findConfirm(page)).toBeUndefined();
    expect(await page.now()).toContain('Nothing was signed');
  });

  it('ends as refused if its page is gone, and the next page says that nothing was signed', async () => {
    const page = await openAsking();
    page.pages.leave(undefined);
    await keepAsking(page.module, 'interface-0');
    expect(page.module.limits.isAsking()).toBe(false);
    expect(await nextPage(page)).toContain('Nothing was signed');
    expect(await nextPage(page)).not.toContain('Nothing was signed');
  });

  it('takes no event of an older drawing', async () => {
    const page = await openAsking();
    const older = await findConfirmName(page);
    await page.press(reviewParts.leave);
    await page.press(mainParts.create);
    for (const name of [older, mainParts.create, getLinkName('settings')]) await page.press(name);
    expect(await accountsOf(page)).toEqual([]);
    expect(await findConfirmName(page)).not.toBe(older);
  });
});

describe('a page that is gone while its act is carried out', () => {
  it('leaves the work to go on, and the next page leads to what came of it', async () => {
    const page = await openAsking({
      border({ method, detail }, cross) {
        const { key = '' } = (detail ?? {}) as { key?: string };
        if (method === 'snap_setState' && key.startsWith('accounts')) page.pages.leave(undefined);
        return cross();
      },
    });
    await page.press(await findConfirmName(page));
    expect(await accountsOf(page)).toHaveLength(1);
    await page.reopen();
    expect(await page.now()).toContain('while this page was closed');
    expect(await page.now()).toContain('Only over Starknet');
    await page.reopen();
    expect(await page.now()).not.toContain('while this page was closed');
  });
});

describe('the private key on the page', () => {
  it('appears after a review, and not after the user has gone back or left', async () => {
    const page = openByHand({ stored });
    const shows = async () => (await page.now()).includes('"sensitive":true');
    await page.press(getLinkName('account', address));
    for (const leave of [reviewParts.leave, undefined]) {
      await page.press(`${accountParts.key}${address}`);
      await page.fillIn(
        reviewParts.understand(Number((await findConfirmName(page)).split('.')[1])),
        true,
      );
      await page.press(await findConfirmName(page));
      expect(await shows()).toBe(true);
      if (leave) await page.press(leave);
      else await openHome(page.module);
      expect(await shows()).toBe(false);
      expect(await page.now()).toContain('Show private key of');
    }
  });
});
