import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import house from './house.json';
import { codeFiles, countLines, importCycles, listClosure, longFunctions } from './sources';

const FILE_LINES = 400;
const FUNCTION_LINES = 70;

describe('the house', () => {
  it.each(Object.entries(house.closures))('loads at most %s: %i files', (name, allowed) => {
    const { size } = listClosure(`src/rpc/${name}.ts`);
    expect(size).toBeGreaterThan(1);
    expect(size).toBeLessThanOrEqual(allowed);
  });

  it('contains no circle of imports in any package, those of types included', () => {
    expect(importCycles()).toEqual([]);
  });

  it(`contains no file of more than ${FILE_LINES} lines`, () => {
    for (const folder of [
      'src',
      'clients',
      'connect',
      'dapp',
      'wallet',
      'service',
      'test',
      'scripts',
    ])
      expect(codeFiles.filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(5);
    expect(codeFiles.filter((file) => countLines(file) > FILE_LINES)).toEqual([]);
  });

  it(`contains no function of more than ${FUNCTION_LINES} lines`, () => {
    expect(longFunctions(10).length).toBeGreaterThan(100);
    expect(longFunctions(FUNCTION_LINES)).toEqual([]);
  });

  it('keeps the bundle in dist below its limit, if one was built', () => {
    // The simulation project builds the current sources and applies the same limit.
    const bundle = join(root, 'dist/bundle.js');
    const bytes = existsSync(bundle) ? statSync(bundle).size : 0;
    expect(bytes).toBeLessThanOrEqual(house.bundleBytes);
  });
});
