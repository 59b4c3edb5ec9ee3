import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExplorerServer, startExplorerServer } from '../../test/explorerServer';
import { openModule } from '../../test/openModule';
import { chainIds } from '../schema/primitives';
import { explorerParts } from '../ui/homeExplorer';
import { onUserInput } from './userInput';

const KEY = 'canary0123456789abcdef';
const chainId = chainIds.sepolia;

let explorer: ExplorerServer;
beforeEach(async () => {
  explorer = await startExplorerServer(() => ({ body: { items: [], nextCursor: null } }));
});
afterEach(() => explorer.stop());

function open() {
  const drawn: string[] = [];
  const opened = openModule({
    explorerUrls: { voyager: explorer.url, starkscan: explorer.url },
    async border({ method, detail }, cross) {
      if (method === 'snap_getInterfaceState')
        return { [explorerParts.form]: { [explorerParts.networkField]: chainId } } as never;
      if (method !== 'snap_updateInterface') return cross();
      drawn.push(JSON.stringify(detail));
      return null as never;
    },
  });
  const input = (event: object) => onUserInput(opened.module, 'page', event as never);
  const save = (changes: object = {}) =>
    input({
      type: 'FormSubmitEvent',
      name: explorerParts.form,
      value: {
        [explorerParts.networkField]: chainId,
        [explorerParts.nameField]: 'voyager',
        [explorerParts.keyField]: KEY,
        ...changes,
      },
    });
  return { ...opened, drawn, input, save };
}

describe('the explorer of a network', () => {
  it('is set on the page after its key was checked, and the key is kept encrypted', async () => {
    const { save, drawn, module, state } = open();
    await save();
    expect(explorer.asked[0]?.headers['x-api-key']).toBe(KEY);
    expect(await module.settings.explorer(chainId)).toEqual({ name: 'voyager', key: KEY });
    expect(await module.settings.explorer(chainIds.mainnet)).toBeUndefined();
    expect(JSON.stringify(state.plain)).not.toContain(KEY);
    expect(JSON.stringify(state.secret)).toContain(KEY);
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toContain('Voyager');
    expect(drawn[0]).not.toContain(KEY);
  });

  it.each([
    ['refuses it', { status: 401, body: { message: `no ${KEY}` } }],
    ['answers something else', { body: { hello: KEY } }],
    ['is not there', { status: 404 }],
  ])('is not set when the explorer %s, and the page shows no key', async (_, answer) => {
    const { save, drawn, module } = open();
    explorer.answer(() => answer);
    await save();
    expect(await module.settings.explorer(chainId)).toBeUndefined();
    expect(drawn[0]).toContain('That key was not taken');
    expect(drawn[0]).not.toContain(KEY);
  });

  it.each([
    ['no key', { [explorerParts.keyField]: '' }],
    ['a key with a line break', { [explorerParts.keyField]: 'abcdefgh\nijklmnop' }],
    ['another explorer', { [explorerParts.nameField]: 'mine' }],
    ['another network', { [explorerParts.networkField]: '0x1' }],
    ['something that is no text', { [explorerParts.keyField]: [KEY] }],
  ])('is not asked with %s', async (_, changes) => {
    const { save, drawn, module } = open();
    await save(changes);
    expect(explorer.asked).toEqual([]);
    expect(await module.settings.explorerNames()).toEqual({});
    expect(drawn[0]).toContain('danger');
  });

  it('can be taken away, and its key with it', async () => {
    const { save, input, state, module } = open();
    await save({ [explorerParts.nameField]: 'starkscan' });
    expect(await module.settings.explorerNames()).toEqual({ [chainId]: 'starkscan' });
    await input({ type: 'ButtonClickEvent', name: explorerParts.remove });
    expect(await module.settings.explorer(chainId)).toBeUndefined();
    expect(JSON.stringify(state)).not.toContain(KEY);
  });
});
