import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import openrpc from '../../openrpc.json';
import { entryNames, readExports } from '../../scripts/build/connectorReference';
import { root } from '../../scripts/root';
import manifest from '../package.json';

const page = join(root, 'connect/src/page.ts');
const text = `import { createMethods } from './client';
const { xnet_getState } = createMethods(null as never);
createMethods(null as never).xnet_executeTxn;
`;

/** An editor's view of a page beside the package's sources. */
const editor = () => {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [page],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const read = () => (ts.sys.fileExists(file) ? readFileSync(file, 'utf8') : undefined);
      const content = file === page ? text : read();
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === page || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
  });
};

describe('an editor', () => {
  it('shows the summary of a method at its name and in completions', () => {
    const service = editor();
    const summaryOf = (name: string) => openrpc.methods.find((one) => one.name === name)?.summary;
    for (const name of ['xnet_getState', 'xnet_executeTxn']) {
      const at = text.indexOf(name);
      const told = service.getQuickInfoAtPosition(page, at)?.documentation;
      expect(ts.displayPartsToString(told)).toBe(summaryOf(name));
    }
    const at = text.indexOf('xnet_executeTxn');
    const offered = service.getCompletionEntryDetails(
      page,
      at,
      'xnet_listAccounts',
      {},
      undefined,
      {},
      undefined,
    );
    expect(ts.displayPartsToString(offered?.documentation)).toBe(summaryOf('xnet_listAccounts'));
  }, 60_000);

  it('describes every export, and every member of each', () => {
    const exports = entryNames.flatMap(readExports);
    expect(exports.length).toBeGreaterThan(70);
    const parts = exports.flatMap(({ name, doc, members }) => [
      { name, doc },
      ...members.map((one) => ({ name: `${name}.${one.name}`, doc: one.doc })),
    ]);
    expect(parts.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([]);
    expect(parts.map(({ name }) => name)).toContain('Account.execute');
  }, 60_000);

  it('reads every path of the package that code is imported by', () => {
    const paths = Object.keys(manifest.exports).filter((path) => !path.endsWith('.json'));
    expect(entryNames).toEqual(paths.map((path) => path.replace(/^\./u, manifest.name)));
  });
});
