import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { buildClients } from '../../scripts/build/buildClients';
import { root } from '../../scripts/root';
import { type Anvil, startAnvil } from '../chain/anvil';

jest.setTimeout(60_000);

let folder: string;
let anvil: Anvil;
beforeAll(async () => {
  // Below node_modules, where what the clients depend on is found as after an installation.
  const cache = join(root, 'node_modules/.cache/xnet');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'clients-'));
  await buildClients(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  anvil = await startAnvil();
  await anvil.call('anvil_mine', '0x1'); // The first block's state root is left out by the node.
});
afterAll(async () => {
  await anvil.stop();
  await rm(folder, { recursive: true, force: true });
});

it('run in plain Node, with nothing of this project beside them', async () => {
  const script = `
    import { createEthereumNode, createHttp, eth_getBlockByNumber, eth_getProof, httpRpc, verifyProof }
      from './published.js';
    const http = createHttp({ fetch });
    const node = createEthereumNode(httpRpc({ http, endpoints: [{ url: process.argv[2] }] }));
    const block = await node.read(eth_getBlockByNumber('latest', false));
    const proof = await node.read(eth_getProof('0x' + '1'.repeat(40), [], block.number));
    console.log(JSON.stringify([block.number, verifyProof(proof, block.stateRoot) ?? 'proven']));
  `;
  await writeFile(join(folder, 'script.js'), script);
  const { stdout, stderr } = spawnSync(process.execPath, ['script.js', anvil.url], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(['0x1', 'proven']);
});

it('have declarations by which a caller is checked', async () => {
  const use = (chain: string) => `
    import { baseFeePercentile, type GasApi } from './published.js';
    export const now = async (gas: GasApi): Promise<string> =>
      (await gas.read(${chain}, baseFeePercentile)).baseFeePercentileGwei;
  `;
  await writeFile(join(folder, 'right.ts'), use("'1'"));
  await writeFile(join(folder, 'wrong.ts'), use('1'));
  const check = (file: string) => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext'];
    const args = [...options, '--target', 'es2022', '--moduleResolution', 'bundler', file];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: 'utf8' }).stdout;
  };
  expect(check('right.ts')).toBe('');
  expect(check('wrong.ts')).toContain("'number' is not assignable to parameter of type 'string'");
});
