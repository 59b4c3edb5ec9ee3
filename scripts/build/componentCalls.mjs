import ts from 'typescript';
import { withCuts } from './withCuts.mjs';

/**
 * Replaces JSX runtime calls by direct calls of components: `_jsx(Text, props)` becomes
 * `Text(props)`. The runtime only adds checks that the types have made already. This removes the
 * runtime from the bundle and lets the minifier inline components that are used once.
 *
 * @param {string} source a module as compiled from JSX
 * @returns {string} the same with direct calls
 */
const componentCalls = (source) => {
  const tree = ts.createSourceFile('source.js', source, ts.ScriptTarget.ES2022, true);
  /** @type {{ start: number, end: number, text: string }[]} */
  const cuts = [];
  const cut = (start, end, text) => cuts.push({ start, end, text });
  const visit = (node) => {
    if (isElement(node)) {
      const [component, props, key] = node.arguments;
      cut(node.getStart(), component.getStart(), '');
      cut(component.getEnd(), props.getStart(), '(');
      if (key) {
        const comma = props.properties.length > 0 ? ', ' : '';
        cut(props.getEnd() - 1, key.getStart(), `${comma}key: `);
        cut(key.getEnd(), node.getEnd(), ' })');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return withCuts(source, cuts);
};

/** Anything but a component, such as a tag's name, is left to the runtime, which rejects it. */
const isElement = (node) =>
  ts.isCallExpression(node) &&
  ['_jsx', '_jsxs'].includes(node.expression.getText()) &&
  ts.isIdentifier(node.arguments[0]);

/** A webpack loader. */
export default componentCalls;
