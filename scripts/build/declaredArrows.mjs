import ts from 'typescript';

/** Characters. Of a longer one there is little to win, and engines skim a declared one at the start. */
const SHORT = 300;

/**
 * Makes arrows of short functions that are declared, as the minifier does with all functions in
 * expressions that use no `this`: that leaves out `function` and most of `return`. They stand where
 * a declaration is hoisted to, at the start of their block, so that whoever calls them finds them.
 *
 * @param {string} source a bundle
 * @returns {string} the same, declared functions as arrows but for generators and constructors
 */
export const declaredArrows = (source) => {
  const tree = ts.createSourceFile('bundle.js', source, ts.ScriptTarget.ES2022, true);
  const constructors = new Set();
  const collect = (node) => {
    const isPrototype = ts.isPropertyAccessExpression(node) && node.name.text === 'prototype';
    if (ts.isNewExpression(node) || isPrototype) constructors.add(node.expression.getText());
    ts.forEachChild(node, collect);
  };
  collect(tree);

  const isArrow = (node) =>
    ts.isFunctionDeclaration(node) &&
    !node.asteriskToken &&
    node.getEnd() - node.getStart() < SHORT &&
    !constructors.has(node.name.text) &&
    !ts.forEachChild(node, usesOwnThis);

  /** The text of a node, with the arrows of each block before its first statement. */
  const textOf = (node) => {
    let at = node.getStart();
    let text = '';
    const visit = (child) => {
      const isBlock = ts.isBlock(child) || ts.isSourceFile(child);
      const arrows = isBlock ? child.statements.filter(isArrow) : [];
      if (arrows.length === 0) return void ts.forEachChild(child, visit);
      const [first] = child.statements;
      const start = isDirective(first) ? first.getEnd() : first.getStart();
      text += `${source.slice(at, start)};let ${arrows.map(arrowOf).join()};`;
      at = start;
      for (const statement of child.statements) {
        if (statement.getEnd() <= start) continue;
        text += source.slice(at, statement.getStart());
        if (!arrows.includes(statement)) text += textOf(statement);
        at = statement.getEnd();
      }
    };
    visit(node);
    return text + source.slice(at, node.getEnd());
  };
  const arrowOf = (node) => {
    const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
    const parameters = node.parameters.map(textOf).join();
    return `${node.name.text}=${isAsync ? 'async' : ''}(${parameters})=>${textOf(node.body)}`;
  };
  return textOf(tree);
};

const isDirective = (node) => ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);

/** Whether a node means a function's own `this` or arguments, which an arrow has not. */
const usesOwnThis = (node) => {
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword)
    return true;
  if (ts.isMetaProperty(node) || (ts.isIdentifier(node) && node.text === 'arguments')) return true;
  if (ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) return false;
  return ts.forEachChild(node, usesOwnThis) ?? false;
};
