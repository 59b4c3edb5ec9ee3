import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { devnetVersion } from '../../scripts/setup/machine.mjs';
import { startLocalChain } from './localChain';

const { env } = process;
afterEach(() => {
  process.env = env;
});

it('names the starknet-devnet that it wants if there is none, or another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xnet-devnet-'));
  const elsewhere = { PATH: folder, CARGO_HOME: folder, XDG_CACHE_HOME: folder };
  process.env = { ...elsewhere };
  const wanted = `cargo install starknet-devnet --locked --version ${devnetVersion}`;
  try {
    await expect(startLocalChain()).rejects.toThrow(wanted);
    const other = join(folder, 'starknet-devnet');
    await writeFile(other, '#!/bin/sh\necho starknet-devnet 0.1.0\n');
    await chmod(other, 0o755);
    await expect(startLocalChain()).rejects.toThrow(wanted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
