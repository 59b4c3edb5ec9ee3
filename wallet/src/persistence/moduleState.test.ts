import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { SnapId } from '#vendor';
import { createBus } from '../controllers/messenger';
import { forgetRemoved, openModuleState } from './moduleState';
import { durableFile } from './storage';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name: string) => durableFile(join(folder, name));
const open = () => openModuleState({ file }, 'local:module' as SnapId, new Uint8Array(64));

it.each([
  [false, 'state.json'],
  [true, 'secret.json'],
])(
  'writes the state to disk before it says so and before it is closed (encrypted: %s)',
  async (isEncrypted, name) => {
    for (const end of ['flushed', 'close'] as const) {
      const state = open();
      state.update({ kept: end }, isEncrypted);
      await state[end]();
      expect(await readdir(folder)).toEqual([name]);
      expect(await open().read(isEncrypted)).toEqual({ kept: end });
    }
  },
);

it('disappears with a module that is removed: what is plain, and what is encrypted', async () => {
  const bus = createBus();
  const state = open();
  forgetRemoved(bus, state);
  for (const isEncrypted of [true, false]) state.update({ kept: isEncrypted }, isEncrypted);
  await state.flushed();
  expect(await readdir(folder)).toEqual(['secret.json', 'state.json']);
  bus.publisher('SnapController:snapUninstalled')();
  expect([await state.read(true), await state.read(false)]).toEqual([null, null]);
  await state.close();
  expect(await readdir(folder)).toEqual([]);
});
