import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import { readOptions } from './options';
import { isKnownPhrase } from './requests/knownPhrase';

const needed = ['--module', '/module', '--data', '/data'];
const read = (...more: string[]) => readOptions([...needed, ...more]);

describe('the command line', () => {
  it('defaults to a public phrase, no Mainnet and the limit of dialogs', () => {
    const options = read();
    expect(options).toMatchObject({
      moduleFolder: '/module',
      dataFolder: '/data',
      locale: 'en',
      localChain: null,
      port: 0,
      preferredPort: 0,
      allowMainnet: false,
      dialogLimit: true,
      oneDialog: false,
      watch: false,
    });
    expect(isKnownPhrase(options.phrase)).toBe(true);
  });

  it('applies each of its options', () => {
    const own = [
      '--phrase',
      'own words',
      '--locale',
      'de',
      '--allow-mainnet',
      '--no-dialog-limit',
      '--one-dialog',
      '--watch',
    ];
    const ports = ['--port', '65535', '--prefer-port', '1', '--local-chain', 'http://127.0.0.1:1'];
    expect(read(...own, ...ports)).toMatchObject({
      phrase: 'own words',
      locale: 'de',
      allowMainnet: true,
      dialogLimit: false,
      oneDialog: true,
      watch: true,
      port: 65_535,
      preferredPort: 1,
      localChain: 'http://127.0.0.1:1',
    });
  });

  it('needs no data folder if it builds the extension', () => {
    const options = readOptions(['--module', '/module', '--extension', '/extension']);
    expect(options).toMatchObject({ extensionFolder: '/extension', moduleFolder: '/module' });
    expect(read().extensionFolder).toBeNull();
  });

  it('takes the module of the extension from an address, and of no program', () => {
    const served = ['--module', 'local:http://localhost:8080'];
    const extension = ['--extension', '/extension'];
    expect(readOptions([...served, ...extension]).localModule).toBe('local:http://localhost:8080');
    expect(read().localModule).toBeNull();
    expect(() => readOptions([...served, '--data', '/data'])).toThrow('needs --extension');
    expect(() => readOptions([...served, ...extension, '--watch'])).toThrow('no --watch');
    expect(() => readOptions(['--module', 'local:here', ...extension])).toThrow('must be a URL');
  });

  it.each([
    [['--module', '/module'], '--data or --extension is missing.'],
    [['--data', '/data'], '--module is missing.'],
    [[...needed, '--port', '65536'], '--port must be 0 to 65535.'],
    [[...needed, '--port', '0x50'], '--port must be 0 to 65535.'],
    [[...needed, '--port', ''], '--port must be 0 to 65535.'],
    [[...needed, '--prefer-port=-1'], '--prefer-port must be 0 to 65535.'],
    [[...needed, '--local-chain', 'here'], '--local-chain must be a URL.'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  it('resolves relative paths from the folder in which npm is called', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'xnet-called-'));
    writeFileSync(join(cwd, 'words'), 'none');
    const paths = ['--module', 'module', '--data', 'kept', '--phrase', '@words'];
    const args = ['--prefix', join(root, 'wallet'), 'start', '--', ...paths];
    const { stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    rmSync(cwd, { recursive: true });
    expect(stderr).toContain('Unknown word "none"');
  }, 60_000);

  it.each(['--allow-main', '--phrase', 'more'])('refuses %s', (word) => {
    expect(() => read(word)).toThrow();
  });
});
