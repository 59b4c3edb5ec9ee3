import { describe, expect, it } from '@jest/globals';
import { getText } from '../../../test/node/readDialog';
import { ALREADY_PENDING } from '../../../test/wallet/fakeWallet';
import { openModule } from '../../../test/wallet/openModule';
import { openPage } from '../../../test/wallet/openPage';
import { storedFirst } from '../../../test/wallet/storedAccounts';
import { toWireError } from '../../rpc/boundary';
import { chainIds, USER } from '../../schema/primitives';
import { accountParts } from '../../ui/home/accounts';
import { createTurns } from './turns';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'];
const PAGE = 'You, on the module’s page';
const toMainnet = ['xnet_switchNetwork', { chainId: chainIds.mainnet }] as const;

describe('createTurns', () => {
  /** What had its turn, in order: each of these asks while the first one is open. */
  async function orderOf(askers: readonly string[]): Promise<string[]> {
    const turns = createTurns();
    const order: string[] = [];
    const asked = askers.map((asker, number) =>
      turns.take(asker, async () => {
        order.push(`${asker}${number}`);
        await new Promise((done) => setImmediate(done));
      }),
    );
    await Promise.all(asked);
    expect(turns.isTaken()).toBe(false);
    return order;
  }

  // @promise T18.1
  it('gives each origin a turn, however often one asks', async () => {
    expect(await orderOf(['a', 'a', 'a', 'a', 'b', 'b', 'c'])).toEqual([
      'a0',
      'b4',
      'c6',
      'a1',
      'b5',
      'a2',
      'a3',
    ]);
  });

  it('puts the user of the module’s own page first', async () => {
    expect(await orderOf(['a', 'b', USER, USER])).toEqual(['a0', `${USER}2`, `${USER}3`, 'b1']);
  });

  it('continues after a task that fails', async () => {
    const turns = createTurns();
    const failed = turns.take('a', () => Promise.reject(new Error('It failed.')));
    const next = turns.take('b', async () => 'shown');
    await expect(failed).rejects.toThrow('It failed.');
    expect(await next).toBe('shown');
  });
});

describe('a wallet that shows one dialog of the module', () => {
  // @promise T18.1
  it('opens one dialog at a time for all sites, and shows nothing on a page that is gone by then', async () => {
    const seen: string[] = [];
    let isBegun = () => {};
    const begun = new Promise<void>((done) => (isBegun = done));
    let answerFirst = (_yes: boolean) => {};
    const { invoke, press, module, reopen, now } = openPage({
      stored: storedFirst(chainIds.sepolia, {}),
      user(dialog) {
        const by = [A, B, PAGE].find((asker) => getText(dialog).includes(asker)) ?? '';
        if (seen.push(by) > 1) return by === PAGE;
        isBegun();
        return new Promise((answer) => (answerFirst = answer));
      },
    });
    const asked = [A, A, B].map((site) => invoke(...toMainnet, site));
    await begun;
    const [account] = await module.accounts.list(chainIds.sepolia);
    const shown = press(`${accountParts.key}${account?.address}`);
    // All are under way before the first one is answered.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
    expect(seen).toEqual([A]);
    answerFirst(false);
    await shown;
    expect(await Promise.all(asked)).toEqual([false, false, false]);
    expect(seen).toEqual([A, B, A]);
    await reopen();
    expect(await now()).toContain('Nothing was signed');
  });

  // @promise T18.1
  it('fails as retryable when a dialog from before a restart is still open', async () => {
    let isPending = true;
    const { invoke } = openModule({
      user: () => false,
      border({ method }, cross) {
        if (method !== 'snap_dialog' || !isPending) return cross();
        return Promise.reject(Object.assign(new Error('Pending.'), { code: ALREADY_PENDING }));
      },
    });
    const error = toWireError(await invoke(...toMainnet, C).catch((reason) => reason), {});
    expect(error).toMatchObject({ code: -32005, data: { kind: 'limitExceeded', retry: true } });
    isPending = false;
    expect(await invoke(...toMainnet, C)).toBe(false);
  });
});
