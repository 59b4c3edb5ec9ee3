import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/root';
import { sources } from './sources';

/** Participles, adverbs and pronouns: they do not say what a thing is. */
const BARE = new Set(
  [
    'above after again alone also apart as asked at away before begun below beside beyond both by',
    'called done drawn each earlier early either ended ever found given held here how just kept',
    'known later least left made many meant mine more most much named never newer newest of older',
    'on once only other others ours own reached rest said seen sent served shown still such taken',
    'theirs together told too tried twice wanted what where which who whose why within without',
    'written yet',
  ].flatMap((line) => line.split(' ')),
);
const LATE_SUBJECT = /^(?:Of|So|What|Where|Which|Who)\b/u;
const COMMENT = /\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gmu;

type Code = { readonly text: string; readonly file?: string };
type Found = { readonly line: number; readonly text: string };
type Count = { readonly total: number; readonly found: readonly Found[] };

const isDeclaration = (node: ts.Node): node is ts.Node & { readonly name: ts.Identifier } =>
  (ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name);

function listNodes<N extends ts.Node>(
  { text, file = 'code.ts' }: Code,
  isOne: (node: ts.Node) => node is N,
) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const nodes: { readonly line: number; readonly node: N }[] = [];
  const visit = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    if (isOne(node)) nodes.push({ line: line + 1, node });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** Bare words among the names that a file declares. */
export function bareNames(code: Code): Count {
  const names = listNodes(code, isDeclaration).map(({ line, node }) => ({
    line,
    text: node.name.text,
  }));
  return { total: names.length, found: names.filter(({ text }) => BARE.has(text)) };
}

/** Comments that make their reader wait for the subject, among all that say more than a word. */
export function commentOpenings({ text: code }: Code): Count {
  const comments = [...code.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    line: code.slice(0, index).split('\n').length,
    text: comment.replace(/^[\s/*]+/u, ''),
  }));
  const longer = comments.filter(({ text }) => text.length > 12);
  return { total: longer.length, found: longer.filter(({ text }) => LATE_SUBJECT.test(text)) };
}

/** Ternaries among the lines of a file. */
export function ternaries(code: Code): Count {
  const found = listNodes(code, ts.isConditionalExpression);
  return {
    total: code.text.split('\n').length - 1,
    found: found.map(({ line }) => ({ line, text: '' })),
  };
}

/** What a counter finds in a folder, in 1,000. */
export function sourceShare(folder: string, counter: (code: Code) => Count) {
  const files = sources.filter((file) => file.startsWith(`${folder}/`));
  const counts = files.map((file) => ({
    file,
    ...counter({ file, text: readFileSync(join(root, file), 'utf8') }),
  }));
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  const places = counts.flatMap(({ file, found }) =>
    found.map(({ line, text }) => `${file}:${line} ${text}`.trim()),
  );
  return { total, share: (1_000 * places.length) / total, places };
}
