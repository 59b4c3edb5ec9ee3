import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { IconName } from '@metamask/snaps-sdk/jsx';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { filledState } from '../../../test/wallet/filledState';
import { openPage } from '../../../test/wallet/openPage';
import { homeParts } from '../../ui/home/view';
import { openHome } from './page';

const ACCOUNTS = 50;
const RECORDS = 10_000;
/** Names that the wallet tries in vain, and an error for each. */
const MOST_TRIES = 270;

let stored: Awaited<ReturnType<typeof filledState>>;
beforeAll(async () => {
  stored = await filledState({ accounts: ACCOUNTS, records: RECORDS });
});

/** Opens the page, and counts what that asks of the wallet. */
async function open() {
  const counts: Record<string, number> = {};
  const page = openPage({
    stored,
    border(request, cross) {
      counts[request.method] = (counts[request.method] ?? 0) + 1;
      return cross();
    },
  });
  const tree = await page.tree();
  return { ...page, counts: { ...counts }, read: page.traffic.read, tree };
}

describe('the page of 50 accounts with 10,000 records', () => {
  it('opens with few calls to the wallet, and none over HTTP', async () => {
    const { counts, read, traffic, tree } = await open();
    const { snap_getState: reads = 0, ...others } = counts;
    // Three for each account, at most: its records, in two keys, and what it signed for others.
    expect(reads).toBeLessThanOrEqual(125);
    expect(others).toEqual({
      snap_getPreferences: 1,
      snap_getFile: 1,
      snap_createInterface: 1,
      snap_scheduleBackgroundEvent: 1,
    });
    expect(read).toBeLessThan(1_000_000);
    expect(traffic.written).toBe(0);
    // A wallet takes a fifth of a millisecond for each, on a quiet machine.
    expect(listParts(tree).length).toBeLessThanOrEqual(122);
  });

  it('asks the wallet for no state again when it is opened a second time', async () => {
    const { counts, module, traffic, read } = await open();
    expect(counts.snap_getState).toBeGreaterThan(0);
    await openHome(module);
    expect(traffic.read).toBe(read);
  });

  it('parses nothing that it remembers when it is opened a second time', async () => {
    const { module } = await open();
    const parsing = jest.spyOn(JSON, 'parse');
    await openHome(module);
    const read = parsing.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
    parsing.mockRestore();
    // The list of accounts, twice, and their balances: not one page of the records.
    expect(read).toBeLessThan(60_000);
  });

  it('shows five accounts beside the current one, and the others behind a button', async () => {
    const { press, now } = await open();
    const details = async () => (await now()).match(/page\.go\.account 0x/gu)?.length;
    expect((await now()).match(/"1 STRK · 1 ETH"/gu)).toHaveLength(5);
    expect(await details()).toBe(6);
    expect(await now()).toContain('Next (44 more)');
    expect(await now()).not.toContain('"Previous"');
    await press(`${homeParts.turn}9`);
    expect(await details()).toBe(5);
    expect(await now()).toContain('Account 50');
    expect(await now()).not.toContain('Next (');
    await press(`${homeParts.turn}8`);
    expect(await now()).toContain('"Previous"');
    expect(await now()).toContain('Next (4 more)');
  });

  it('draws icons that wallets find early in their list', async () => {
    const { tree } = await open();
    const names: readonly string[] = Object.values(IconName);
    const icons = listParts(tree).flatMap(({ type, props }) =>
      type === 'Icon' ? String(props.name) : [],
    );
    const tries = icons.map((name) => names.indexOf(name));
    expect(icons.length).toBeGreaterThan(5);
    expect(Math.min(...tries)).toBeGreaterThanOrEqual(0);
    expect(tries.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MOST_TRIES);
  });
});
