import ts from 'typescript';

/**
 * Gives the shortest names to the variables that are named most, where the minifier gives them by
 * order. Names are exchanged all over the bundle, so what was one variable stays one.
 *
 * @param {string} source a minified bundle
 * @returns {string} the same with other names of variables; names of fields and globals stay
 */
export const shortestForMost = (source) => {
  const tree = ts.createSourceFile('bundle.js', source, ts.ScriptTarget.ES2022, true);
  /** @type {Map<string, import('typescript').Node[]>} */
  const found = new Map();
  const kept = new Set(['as', 'of']);
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text.length <= MINIFIED && !isField(node)) {
      if (isFieldToo(node)) kept.add(node.text);
      found.set(node.text, [...(found.get(node.text) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const name of kept) found.delete(name);
  const names = [...found.keys()].sort((a, b) => a.length - b.length);
  const byUses = [...found.values()].sort((a, b) => b.length - a.length);
  let end = 0;
  const parts = byUses
    .flatMap((nodes, at) => nodes.map((node) => [node.getStart(), node.getEnd(), names[at]]))
    .sort(([a], [b]) => a - b)
    .map(([from, to, name]) => {
      const before = source.slice(end, from);
      end = to;
      return before + name;
    });
  return parts.join('') + source.slice(end);
};

/** Names of so few characters are those that the minifier gave. */
const MINIFIED = 2;

const isField = (node) => {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  const isNamed = ts.isPropertyAccessExpression(parent) || ts.isObjectLiteralElement(parent);
  return (isNamed || ts.isClassElement(parent)) && parent.name === node;
};

/** A variable that bears the name of a field, as `x` in `{x}`. */
const isFieldToo = ({ parent }) =>
  ts.isShorthandPropertyAssignment(parent) ||
  (ts.isBindingElement(parent) &&
    ts.isObjectBindingPattern(parent.parent) &&
    !parent.propertyName &&
    !parent.dotDotDotToken);
