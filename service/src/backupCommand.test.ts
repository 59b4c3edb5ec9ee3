import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type Disposal,
  dispose,
  fakeNode,
  rpc,
  temporaryFolder,
  testService,
} from '../test/testService';
import { backupCommand } from './backupCommand';
import { openStore } from './stores/openStore';

const undo: Disposal = [];
afterEach(() => dispose(undo));

describe('backup', () => {
  it('copies keys and balances beside a service that runs, and no file twice', async () => {
    const data = await temporaryFolder(undo);
    const folder = join(await temporaryFolder(undo), 'copy');
    const service = await testService(undo, { data, eth: [await fakeNode(undo)] });
    const { key } = (await service.createKey({ name: 'Ada' })).apiKey;
    await rpc(service.url, key, 'eth_call');
    const lines: string[] = [];
    await backupCommand([folder, '--data', data], (line) => lines.push(line));
    expect(JSON.parse(lines.join(''))).toMatchObject({ databases: ['store.lmdb', 'owners.lmdb'] });
    expect((await rpc(service.url, key, 'eth_call')).status).toBe(200);
    const copy = await openStore({ data: folder });
    undo.push(copy.close);
    expect(await copy.findKey(key)).toMatchObject({ name: 'Ada' });
    await expect(backupCommand([folder, '--data', data], () => undefined)).rejects.toThrow(
      'already',
    );
  });

  it('names what is missing', async () => {
    const data = join(await temporaryFolder(undo), 'none');
    await expect(backupCommand([], () => undefined)).rejects.toThrow('Usage');
    await expect(backupCommand(['x', '--data', data], () => undefined)).rejects.toThrow(data);
    expect(existsSync(data)).toBe(false);
  });
});
