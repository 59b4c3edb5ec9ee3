import ts from 'typescript';

/** Built-ins of the language, which no wallet or test replaces later. */
const builtIns =
  /^(?:Array|BigInt|Error|JSON|Map|Math|Number|Object|Promise|RangeError|Set|String|TypeError|Uint8Array|Uint32Array)$/u;
/** Their functions that do not use `this`. */
const free = /^(?:JSON|Math|Number|Object)\.\w+$|^Array\.isArray$|^String\.fromCharCode$/u;

/** Characters of a minified name, and of `,name=` before its value. */
const NAME = 2;
const DECLARED = NAME + 2;

/**
 * Declares a constant for each string, `undefined`, `null` and built-in function that a bundle
 * repeats, as the minifier does for names in our sources: `fail('invalidParams')` occurs often, its
 * string then once. Strings next to a `typeof` stay, since engines optimize the comparison.
 *
 * @param {string} source a bundle: calls one function that contains everything
 * @returns {string} the same, with the constants declared at the start of that function
 */
export const nameRepeated = (source) => {
  const tree = ts.createSourceFile('bundle.js', source, ts.ScriptTarget.ES2022, true);
  /** @type {Map<string, import('typescript').Node[]>} */
  const found = new Map();
  const visit = (textOf, isLeft) => (node) => {
    if (isLeft(node)) return;
    const text = textOf(node);
    if (text === undefined) ts.forEachChild(node, visit(textOf, isLeft));
    else found.set(text, [...(found.get(text) ?? []), node]);
  };
  const isSpared = ([text, nodes]) => nodes.length * (text.length - NAME) > text.length + DECLARED;
  visit(functionOf, () => false)(tree);
  const functions = new Map([...found].filter(isSpared));
  found.clear();
  visit(literalOf, (node) => functions.get(functionOf(node))?.includes(node) ?? false)(tree);
  // Most used first: the minifier gives its shortest names to the first declarations.
  const named = [...functions, ...[...found].filter(isSpared)].sort(
    ([, a], [, b]) => b.length - a.length,
  );

  if (named.length === 0) return source;

  const start = bodyOf(tree).getStart() + 1;
  const declared = named.map(([text], at) => `${nameOf(at)}=${text}`).join();
  const cuts = named
    .flatMap(([, nodes], at) => nodes.map((node) => [node.getStart(), node.getEnd(), nameOf(at)]))
    .sort(([a], [b]) => a - b);
  let end = start;
  const parts = cuts.map(([from, to, name]) => {
    const before = source.slice(end, from);
    end = to;
    // With the spaces that separate the name from adjacent words, as in `return"text"`.
    return `${before} ${name} `;
  });
  return `${source.slice(0, start)}let ${declared};${parts.join('')}${source.slice(end)}`;
};

/** Names that no minified bundle uses; the minifier shortens them at the end. */
const nameOf = (at) => `$repeated${at}`;

const bodyOf = (node) => (ts.isArrowFunction(node) ? node.body : ts.forEachChild(node, bodyOf));

const functionOf = (node) =>
  ts.isPropertyAccessExpression(node) && free.test(node.getText()) ? node.getText() : undefined;

const literalOf = (node) => {
  const { parent } = node;
  if (ts.isVoidExpression(node)) return node.getText() === 'void 0' ? 'void 0' : undefined;
  if (node.kind === ts.SyntaxKind.NullKeyword) return 'null';
  if (parent?.name === node || parent?.propertyName === node) return undefined;
  if (ts.isIdentifier(node)) return builtIns.test(node.text) ? node.text : undefined;
  const isPlain = ts.isStringLiteral(node) && !ts.isExpressionStatement(parent);
  const isOfType = [parent?.left, parent?.right].some(
    (side) => side && ts.isTypeOfExpression(side),
  );
  return isPlain && !isOfType ? JSON.stringify(node.text) : undefined;
};
