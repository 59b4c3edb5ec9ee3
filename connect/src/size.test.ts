import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import manifest from '../package.json';

/** The minified bundle of a page with this one line. */
const bundled = (line: string, options: readonly string[] = []): string =>
  execFileSync(
    join(root, 'node_modules/esbuild/bin/esbuild'),
    ['--bundle', '--minify', '--format=esm', '--target=es2022', ...options],
    { input: line, cwd: join(root, 'connect/src'), encoding: 'utf8' },
  );
const bytesOf = (script: string) => gzipSync(script, { level: 9 }).length;

describe('the package', () => {
  it('adds 8.5 kB at most for the wallet objects, the account object included', () => {
    const all = bundled("import { showModule } from './index'; showModule();");
    expect(all).toContain('xnet_executeTxn');
    expect(bytesOf(all)).toBeLessThan(8_500);
  });

  it('adds 6 kB at most for the whole life of an account: connected, found again, read, sent for, left', () => {
    const life = bundled(
      "import { connect, reconnect } from './index'; await reconnect() ?? await connect();",
    );
    const methods = ['xnet_getErc20TokenBalance', 'xnet_getTransactions', 'xnet_getValue'];
    for (const member of [...methods, 'switchChain', 'disconnect', 'onChange', 'client'])
      expect(life).toContain(member);
    expect(bytesOf(life)).toBeLessThan(6_000);
  });

  it('takes 6.5 kB at most for the wallet objects without the account object', () => {
    const line = "import { showModule } from './index'; showModule();";
    const without = ['account', 'signIn', 'transaction'].map((name) => `--external:./${name}`);
    expect(bytesOf(bundled(line, without))).toBeLessThan(6_500);
  });

  it('adds only what is used', () => {
    const client = bundled("import { createClient } from './index'; console.log(createClient);");
    expect(bytesOf(client)).toBeLessThan(2_000);
    expect(client).not.toContain('wallet-standard');
  });

  it('loads nothing later, from anywhere, and depends on nothing', () => {
    const script = bundled("export * from './index';");
    expect(script).not.toMatch(/\bimport\s*\(|https?:\/\/(?!www\.w3\.org)|createElement|\beval\b/u);
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest.sideEffects).toBe(false);
  });
});
