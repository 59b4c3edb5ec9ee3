import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, it } from '@jest/globals';
import { type Disposal, dispose, post } from '../../test/testService';
import { startAnvil } from './anvil';

const undo: Disposal = [];
afterEach(() => dispose(undo));

it('keeps states of older blocks in a folder that goes with it', async () => {
  const anvil = await startAnvil();
  undo.push(anvil.stop);
  // Nodes of other tests have their own folder beside it.
  const environment = readFileSync(`/proc/${anvil.pid}/environ`, 'utf8').split('\0');
  const own = environment.find((each) => each.startsWith('STATES='))?.slice('STATES='.length) ?? '';
  expect(own.startsWith(`${tmpdir()}/xnet-anvil-`)).toBe(true);
  await post(anvil.url, { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x800'] });
  expect(readdirSync(own, { recursive: true }).length).toBeGreaterThan(100);
  await anvil.stop();
  expect(existsSync(own)).toBe(false);
});
