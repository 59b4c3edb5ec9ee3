import ts from 'typescript';
import { withCuts } from './withCuts.mjs';

/**
 * Removes from a source what only documents it: the second argument of `field(struct, doc)` with
 * the surrounding call, and the `summary` of methods, both ours and those that a client calls. The
 * published openrpc.json was generated from them, so the bundle need not contain them. The same
 * goes for the `hint` of errors, which are in a file of the package.
 *
 * @param {string} source TypeScript
 * @returns {string} with the same number of lines, so that positions in reports stay right
 */
const withoutDocs = (source) => {
  const tree = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.ES2022, true);
  /** @type {{ start: number, end: number, text: string }[]} */
  const cuts = [];
  const cut = (start, end, text) => {
    const lines = source.slice(start, end).split('\n').length - 1;
    cuts.push({ start, end, text: text + '\n'.repeat(lines) });
  };
  const visit = (node) => {
    if (isCallOf(node, 'field') && node.arguments.length === 2) {
      const [struct] = node.arguments;
      cut(node.getStart(), struct.getStart(), '(');
      cut(struct.getEnd(), node.getEnd(), ')');
      visit(struct);
      return;
    }
    if (isSummary(node) || isHint(node)) {
      // Includes the following comma, as further properties follow.
      cut(node.getStart(), source.indexOf(',', node.getEnd()) + 1, '');
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return withCuts(source, cuts);
};

const isCallOf = (node, ...names) =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  names.includes(node.expression.text);

const isSummary = (node) =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'summary' &&
  isCallOf(node.parent.parent, 'defineMethod', 'defineEthMethod');

const isHint = (node) =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'hint' &&
  /^export const errorKinds = /u.test(statementOf(node).getText());

const statementOf = (node) => {
  if (ts.isSourceFile(node.parent)) return node;
  return statementOf(node.parent);
};

/** A webpack loader. */
export default withoutDocs;
