import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../root';

/** A test with the ids that stand above it: `// @promise T5.2` or `// @row xnet_estimateFee`. */
export type TaggedTest = {
  readonly kind: 'promise' | 'row';
  readonly id: string;
  readonly file: string;
  /** As written, with placeholders: `%s`, `$name`, `${COUNT}`; empty if no test follows the id. */
  readonly name: string;
};

const tag = /^[ \t]*[/][/] @(promise|row) (\S.*)$/gmu;

/** The `it` of `it(…)`, `it.each(…)(…)` and the like. */
const rootOf = (node: ts.Expression): string => {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node))
    return rootOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return rootOf(node.tag);
  return '';
};

/** A title as written; empty where it is no text of the source. */
const nameOf = (title: ts.Expression, source: ts.SourceFile): string => {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isTemplateExpression(title)) return title.getText(source).slice(1, -1);
  return '';
};

/** Titles of the tests of a file by the line where each begins, or the loop that makes it. */
function titlesByLine(file: string, text: string): Map<number, string> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const titles = new Map<number, string>();
  const lineOf = (node: ts.Node): number =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const visit = (node: ts.Node, loop: ts.Node | undefined): void => {
    if (ts.isCallExpression(node) && rootOf(node.expression) === 'it') {
      const [title] = node.arguments;
      for (const line of [node, loop ?? node].map(lineOf))
        if (title && !titles.has(line)) titles.set(line, nameOf(title, source));
    }
    ts.forEachChild(node, (child) => visit(child, ts.isForOfStatement(node) ? node : loop));
  };
  visit(source, undefined);
  return titles;
}

/** The titles of a file's tests, as written; empty for one that is no text of the source. */
export const listTestTitles = (file: string, text: string): string[] => [
  ...new Set(titlesByLine(file, text).values()),
];

function taggedTestsOf(file: string): TaggedTest[] {
  const text = readFileSync(join(root, file), 'utf8');
  const tags = [...text.matchAll(tag)];
  if (tags.length === 0) return [];
  const lines = text.split('\n');
  const titles = titlesByLine(file, text);
  return tags.flatMap((match) => {
    const [, kind = '', ids = ''] = match;
    let line = text.slice(0, match.index).split('\n').length;
    while (lines[line]?.trimStart().startsWith('//')) line += 1;
    const name = titles.get(line) ?? '';
    return ids
      .trim()
      .split(/\s+/u)
      .map((id) => ({ kind: kind as TaggedTest['kind'], id, file, name }));
  });
}

const listTaggedTests = (): TaggedTest[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .sort()
    .flatMap(taggedTestsOf);

let listed: readonly TaggedTest[] | undefined;

/** Every test with an id, by file and in the order of each file. */
export const taggedTests = (): readonly TaggedTest[] => {
  listed ??= listTaggedTests();
  return listed;
};
