import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../../../test/chain/explorerServer';
import { openPage } from '../../../../test/wallet/openPage';
import { chainIds } from '../../../schema/primitives';
import { settingParts } from '../../../ui/home/settings';

const KEY = 'canary0123456789abcdef';
const chainId = chainIds.sepolia;

let explorer: ExplorerServer;
beforeEach(async () => {
  explorer = await startExplorerServer(() => ({ body: { items: [], nextCursor: null } }));
});
afterEach(() => explorer.stop());

function open() {
  const opened = openPage({ explorerUrls: { voyager: explorer.url, starkscan: explorer.url } });
  const save = (changes: object = {}) =>
    opened.save('explorer', { network: chainId, choice: 'voyager', key: KEY, ...changes });
  return { ...opened, save };
}

describe('the explorer of a network', () => {
  it('sets the explorer after its key was checked, and stores the key encrypted', async () => {
    const { save, drawn, module, state } = open();
    await save();
    expect(explorer.asked[0]?.headers['x-api-key']).toBe(KEY);
    expect(await module.settings.explorers.of(chainId)).toEqual({ name: 'voyager', key: KEY });
    expect(await module.settings.explorers.of(chainIds.mainnet)).toBeUndefined();
    expect(JSON.stringify(state.plain)).not.toContain(KEY);
    expect(JSON.stringify(state.secret)).toContain(KEY);
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toContain('Voyager');
    expect(drawn[0]).not.toContain(KEY);
  });

  // @promise T22.2
  it.each([1, 2, 3, 4])(
    'keeps each key with its own explorer, though write %i fails',
    async (failing) => {
      const before = open();
      await before.save();
      let writes = 0;
      const torn = openPage({
        stored: before.state,
        explorerUrls: { voyager: explorer.url, starkscan: explorer.url },
        border({ method }, cross) {
          if (method === 'snap_setState') writes += 1;
          return writes >= failing ? Promise.reject(new Error('It was ended.')) : cross();
        },
      });
      const other = { name: 'starkscan', key: 'another0123456789' };
      await torn
        .save('explorer', { network: chainId, choice: other.name, key: other.key })
        .catch(() => undefined);
      const { module } = openPage({ stored: torn.state });
      const kept = (await module.settings.explorers.of(chainId)) ?? 'none';
      expect(writes).toBeGreaterThan(0);
      expect(['none', { name: 'voyager', key: KEY }, other]).toContainEqual(kept);
    },
  );

  it.each([
    ['refuses it', { status: 401, body: { message: `no ${KEY}` } }],
    ['answers something else', { body: { hello: KEY } }],
    ['is not there', { status: 404 }],
  ])('sets no explorer when it %s, and shows no key', async (_, answer) => {
    const { save, drawn, module } = open();
    explorer.answer(() => answer);
    await save();
    expect(await module.settings.explorers.of(chainId)).toBeUndefined();
    expect(drawn[0]).toContain('Not accepted');
    expect(drawn[0]).not.toContain(KEY);
  });

  it.each([
    ['no key', { key: '' }],
    ['a key with a line break', { key: 'abcdefgh\nijklmnop' }],
    ['another explorer', { choice: 'mine' }],
    ['something that is no text', { key: [KEY] }],
  ])('sends no request with %s', async (_, changes) => {
    const { save, drawn, module } = open();
    await save(changes);
    expect(explorer.asked).toEqual([]);
    expect(await module.settings.explorers.shown()).toEqual({});
    expect(drawn[0]).toContain('danger');
  });

  it('refuses an explorer for an unknown network', async () => {
    const { save, drawn, module } = open();
    await save({ network: '0x1' });
    expect(explorer.asked).toEqual([]);
    expect(await module.settings.explorers.shown()).toEqual({});
    expect(drawn).toEqual([]);
  });

  it('removes an explorer and its key', async () => {
    const { save, press, fillIn, state, module } = open();
    await save({ choice: 'starkscan' });
    expect(await module.settings.explorers.shown()).toEqual({ [chainId]: 'starkscan' });
    await fillIn('network', chainId);
    await press(`${settingParts.remove}explorer`);
    expect(await module.settings.explorers.of(chainId)).toBeUndefined();
    expect(JSON.stringify(state)).not.toContain(KEY);
  });
});
