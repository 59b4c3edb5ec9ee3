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

/** Files of the module and its clients, without tests, as git lists them; from the root. */
const sources: readonly string[] = filesOf('src', 'clients/src').filter(
  (file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file),
);

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

/** The path that an import resolves to, without extension; undefined for third-party packages. */
function pathOf(name: string, importer: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(importer), name);
  const [ours, part = 'index'] = /^@xnet\/clients(?:\/(.+))?$/u.exec(name) ?? [];
  return ours && join('clients/src', part);
}

/** Our files that a file imports; `values` excludes type-only imports. */
function importsOf(file: string, which: 'values' | 'all'): string[] {
  return sourceOf(file).statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    const from = node.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) return [];
    const path = pathOf(from.text, file);
    if (path === undefined || (which === 'values' && isTypeOnly(node))) return [];
    const found = [`${path}.ts`, `${path}.tsx`].find((one) => sources.includes(one));
    return found === undefined ? [] : [found];
  });
}

/** Every file that is loaded with this one: itself and its transitive imports. */
export function closureOf(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const next of importsOf(one, 'values')) reached.add(next);
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

/** Top-level declarations of a file: functions, constants, types, classes. */
function declaredIn(file: string): string[] {
  return sourceOf(file).statements.flatMap((node) => {
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    if (
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node)
    )
      return node.name ? [node.name.text] : [];
    return [];
  });
}

/** Share of top-level declarations whose name another file also declares; names with files. */
export function declaredTwice(): { share: number; names: Map<string, string[]> } {
  const files = new Map<string, string[]>();
  for (const file of sources)
    for (const name of new Set(declaredIn(file)))
      files.set(name, [...(files.get(name) ?? []), file]);
  const all = [...files.values()].flat().length;
  const twice = [...files].filter(([, where]) => where.length > 1);
  return { share: twice.flatMap(([, where]) => where).length / all, names: new Map(twice) };
}

/** The rooms that a transaction passes between request and dialog. */
const wayToDialog = /^src\/flow\/(?:transactions|review)\//u;
/** The parts of a transaction: calls, the transaction itself, its events. */
const elements = ['Call', 'Transaction', 'Emitted'];

/**
 * The types that represent a whole transaction between request and dialog: those passed between
 * files that contain its calls, transactions or events in a list, or in a type that does. A
 * selection (`Pick`, `Omit`) of one of them does not count.
 */
export function transactionTypes(): string[] {
  const declared = sources
    .filter((file) => wayToDialog.test(file))
    .flatMap((file) => sourceOf(file).statements.filter(ts.isTypeAliasDeclaration));
  const aliases = new Map(declared.map((node) => [node.name.text, node]));
  const holds = (node: ts.Node, inList = false): boolean => {
    if (ts.isArrayTypeNode(node)) return holds(node.elementType, true);
    if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName))
      return ts.forEachChild(node, (part) => holds(part, inList)) ?? false;
    const name = node.typeName.text;
    const alias = aliases.get(name);
    return inList && elements.includes(name) ? true : alias ? holds(alias.type, inList) : false;
  };
  return declared
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .filter(({ type }) => holds(type))
    .map(({ name }) => name.text);
}

export const linesOf = (file: string): number =>
  readFileSync(join(root, file), 'utf8').split('\n').length - 1;

/** Lines of the module, without tests and clients. */
export const moduleLines = (): number =>
  sources.filter((file) => file.startsWith('src/')).reduce((sum, file) => sum + linesOf(file), 0);
