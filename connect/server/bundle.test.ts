import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import { buildPackage } from '../browser/buildPackage';

let folder: string;
/** Bytes by package. */
let contents: Record<string, number>;
const read = (name: string): string => readFileSync(join(folder, 'server', name), 'utf8');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-server-'));
  contents = await buildPackage(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package for servers', () => {
  it.each(['index.js', 'index.cjs'])('names nothing of one platform in %s', (name) => {
    const names = read(name).match(/node:\w+|\brequire\(|\bprocess\.(?:env|versions)|\bimport\(/gu);
    expect(names).toBeNull();
  });

  it('contains the curve, its hashes and the schema, and nothing else of others', () => {
    const { '': own, ...packages } = contents;
    expect(own).toBeGreaterThan(0);
    expect(Object.keys(packages)).toEqual([
      'node_modules/@noble/curves',
      'node_modules/@noble/hashes',
      'node_modules/@metamask/superstruct',
      'node_modules/@scure/starknet',
    ]);
  });

  it('adds 36 kB at most', () => {
    const minified = execFileSync(
      join(root, 'node_modules/esbuild/bin/esbuild'),
      ['--minify', '--format=esm', '--target=es2022'],
      { input: read('index.js') },
    );
    expect(gzipSync(minified, { level: 9 }).length).toBeLessThan(36_000);
  });

  it('refuses what is no sign-in in a worker, whose only globals are those of the web', async () => {
    const module: { exports: Record<string, (...args: unknown[]) => Promise<unknown>> } = {
      exports: {},
    };
    const [log, globals] = [[] as string[], { TextEncoder, TextDecoder, URL, crypto }];
    runInNewContext(read('index.cjs'), { module, exports: module.exports, ...globals });
    const options = { nonce: 'abcd1234', uri: 'https://dapp.example', nodeUrl: 'https://node' };
    await module.exports.verifySignIn?.(null, options).catch((error) => {
      log.push(`${(error as Error).name}: ${(error as { reason?: string }).reason}`);
    });
    expect(log).toEqual(['SignInError: malformed']);
  });
});
