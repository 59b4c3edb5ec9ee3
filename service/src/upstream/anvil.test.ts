import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, it } from '@jest/globals';
import { type CleanUp, cleanUp, post } from '../testService';
import { startAnvil } from './anvil';

const undo: CleanUp = [];
afterEach(() => cleanUp(undo));

const kept = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('xnet-anvil-'));

it('keeps states of older blocks in a folder that goes with it', async () => {
  const others = kept();
  const anvil = await startAnvil();
  undo.push(anvil.stop);
  const own = kept().filter((name) => !others.includes(name));
  expect(own).toHaveLength(1);
  await post(anvil.url, { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x800'] });
  const written = readdirSync(`${tmpdir()}/${own[0]}`, { recursive: true });
  expect(written.length).toBeGreaterThan(100);
  await anvil.stop();
  expect(kept()).not.toContain(own[0]);
});
