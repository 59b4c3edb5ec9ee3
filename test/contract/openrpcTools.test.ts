import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const MINUTE = 60_000;
const foreign = join(root, 'connect/foreign');
const document = join(root, 'openrpc.json');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xnet-openrpc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: foreign, encoding: 'utf8' });

describe('the tools of the OpenRPC project', () => {
  it('finds openrpc.json valid, and every reference in it', () => {
    const check = `const { parseOpenRPCDocument, validateOpenRPCDocument } = require('@open-rpc/schema-utils-js');
const document = JSON.parse(require('node:fs').readFileSync(${JSON.stringify(document)}, 'utf8'));
const broken = structuredClone(document);
delete broken.methods[0].params;
parseOpenRPCDocument(document).then(() =>
  console.log([document, broken].map((one) => validateOpenRPCDocument(one) === true)));`;
    expect(run('-e', check).trim()).toBe('[ true, false ]');
  });

  it(
    'generates types of every method, which compile',
    () => {
      const generator = join(foreign, 'node_modules/@open-rpc/typings/build/cli.js');
      run(generator, '-d', document, '--output-ts', folder, '--name-ts', 'xnet');
      const types = readFileSync(join(folder, 'xnet.ts'), 'utf8');
      expect(types).toContain('export type XnetExecuteTxn');
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const options =
        '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
      expect(run(tsc, ...options.split(' '), '--types', 'node', join(folder, 'xnet.ts'))).toBe('');
    },
    2 * MINUTE,
  );
});
