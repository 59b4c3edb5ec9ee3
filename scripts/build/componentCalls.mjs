import ts from 'typescript';
import { withCuts } from './withCuts.mjs';

/**
 * Calls components where the compiled JSX has the runtime call them, which adds nothing but checks
 * that types have made before: `_jsx(Text, props)` is `Text(props)`. So nobody ships the runtime, and
 * a component of ours that stands once is no function any more.
 *
 * @param {string} source a module as the compiler of JSX left it
 * @returns {string} the same, with calls of components
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

/** What is no component (the text of a tag) is left to the runtime, which refuses it. */
const isElement = (node) =>
  ts.isCallExpression(node) &&
  ['_jsx', '_jsxs'].includes(node.expression.getText()) &&
  ts.isIdentifier(node.arguments[0]);

/** As a loader of webpack. */
export default componentCalls;
