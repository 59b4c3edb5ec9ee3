import ts from 'typescript';

/** Of the language itself, so that no wallet and no test puts others in their place later. */
const builtIns =
  /^(?:Array|BigInt|Error|JSON|Map|Math|Number|Object|Promise|RangeError|Set|String|TypeError|Uint8Array|Uint32Array)$/u;
/** Those of their functions that never look at what they are called on. */
const free = /^(?:JSON|Math|Number|Object)\.\w+$|^Array\.isArray$|^String\.fromCharCode$/u;

/** Characters of a name that the minifier gives, and of `,name=` before the value. */
const NAME = 2;
const DECLARED = NAME + 2;

/**
 * Gives a name to each text, `undefined`, `null` and function of the language that a bundle repeats, as
 * the minifier does with what our source names: `fail('invalidParams')` is there often, its text
 * then once. Texts beside a `typeof` stay, since engines have an instruction for the two.
 *
 * @param {string} source a bundle: calls one function that holds all of it
 * @returns {string} the same, its constants declared where that function begins
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
  // The most used first: the minifier gives its shortest names to what is declared first.
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
    // With what keeps the name apart from a word beside it, as in `return"text"`.
    return `${before} ${name} `;
  });
  return `${source.slice(0, start)}let ${declared};${parts.join('')}${source.slice(end)}`;
};

/** Names that no minified bundle has, and that the minifier takes for its own in the end. */
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
