import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/root';

const filesOf = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => existsSync(join(root, file)) && file !== '');

/** Files of the packages and of scripts, without tests, as git lists them; from the root. */
export const sources: readonly string[] = filesOf(
  'src',
  'clients/src',
  'connect/server',
  'connect/src',
  'connect/testing',
  'dapp',
  'scripts',
  'service',
  'wallet',
).filter((file) => /\.(?:ts|tsx|mjs)$/u.test(file) && !/\.(?:test\.tsx?|d\.ts)$/u.test(file));
const named = new Set(sources);

/** All source files, including tests and scripts, but not what `npm run docs` generates. */
export const codeFiles: readonly string[] = filesOf(
  ...['ts', 'tsx', 'mts', 'mjs', 'js', 'cjs', 'css', 'html'].map((ending) => `*.${ending}`),
).filter((file) => file !== 'connect/src/methods.ts');

const parsed = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  parsed.set(file, source);
  return source;
}

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const { importClause } = node;
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const named = importClause.namedBindings;
  if (importClause.name || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.every((element) => element.isTypeOnly);
};

/** Names by which our files import others of ours, and the paths that these stand for. */
const ownNames: Readonly<Record<string, string>> = {
  '@xnet/clients': 'clients/src',
  '@xnet/connect': 'connect/src',
  '@xnet/connect-testing': 'connect/testing',
  '#vendor/node': 'wallet/src/vendorNode',
  '#vendor/set': 'wallet/src/vendorSet',
  '#vendor': 'wallet/src/vendor',
};

/** The path that an import resolves to, perhaps without extension; undefined for a package of others. */
export function pathOf(name: string, importer: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(importer), name);
  const own = Object.keys(ownNames).find((one) => name === one || name.startsWith(`${one}/`));
  return own && join(ownNames[own] ?? '', name.slice(own.length));
}

/** The source file of a path; undefined for other files, such as texts. */
export const fileOf = (path: string): string | undefined =>
  [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => named.has(file));

/** Names that a file imports; `values` excludes type-only imports. */
export function importedNames(file: string, which: 'values' | 'all'): string[] {
  return sourceOf(file).statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    const from = node.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) return [];
    return which === 'values' && isTypeOnly(node) ? [] : [from.text];
  });
}

/** Our files that a file imports; `values` excludes type-only imports. */
function importsOf(file: string, which: 'values' | 'all'): string[] {
  return importedNames(file, which).flatMap((name) => {
    const path = pathOf(name, file);
    return (path !== undefined && fileOf(path)) || [];
  });
}

const loadedBy = new Map<string, readonly string[]>();

/** The imports of a file that are left when it runs; kept, since many closures share files. */
function loadsOf(file: string): readonly string[] {
  const loads = loadedBy.get(file) ?? importsOf(file, 'values');
  loadedBy.set(file, loads);
  return loads;
}

/** Every file that is loaded with this one: itself and its transitive imports. */
export function listClosure(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const next of loadsOf(one)) reached.add(next);
  return reached;
}

/** Import cycles, including type imports; each as a list of files. */
export function importCycles(): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      cycles.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of importsOf(file, 'all')) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  return cycles;
}

export const countLines = (file: string): number =>
  readFileSync(join(root, file), 'utf8').split('\n').length - 1;

const isOfPackage = (file: string): boolean =>
  /^(?:(?:\w+\/)?src|connect\/(?:server|testing))\//u.test(file);

/** Functions of the packages with more lines than a limit, each as `file: name`. */
export function longFunctions(limit: number): string[] {
  return sources.filter(isOfPackage).flatMap((file) => {
    const source = sourceOf(file);
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    const found: string[] = [];
    const visit = (node: ts.Node, name: string): void => {
      const called = nameOf(node) ?? name;
      if (ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart(source)) + 1 > limit)
        found.push(`${file}: ${called}`);
      ts.forEachChild(node, (child) => visit(child, called));
    };
    visit(source, 'module');
    return found;
  });
}

/** The name under which a function is known: its own, or that of the variable or property. */
const nameOf = (node: ts.Node): string | undefined =>
  (ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name)
    ? node.name.text
    : undefined;
