import ts from 'typescript';

const kinds: Readonly<Record<string, (node: ts.Node) => boolean>> = {
  argument: (node) =>
    (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent)) &&
    node.parent.expression !== node,
  attribute: ts.isJsxAttribute,
  await: ts.isAwaitExpression,
  call: ts.isCallExpression,
  pattern: (node) => ts.isArrayBindingPattern(node) || ts.isObjectBindingPattern(node),
  spread: (node) => ts.isSpreadElement(node) || ts.isSpreadAssignment(node),
  statement: ts.isExpressionStatement,
};

/** The name of a declared function, method or variable; of a property, if it is a function. */
function scopeName(node: ts.Node): string | undefined {
  const isScope =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)) ||
    ((ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
      node.initializer !== undefined &&
      (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)));
  return isScope && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/** The scopes around a node, from the outermost, joined by points; `file` at the top. */
function scopeOf(node: ts.Node): string {
  const names: string[] = [];
  for (let at = node.parent; at; at = at.parent) names.unshift(scopeName(at) ?? '');
  return names.filter(Boolean).join('.') || 'file';
}

/** The identifiers and the literals without a space that stand in a node. */
function wordsOf(node: ts.Node): ReadonlySet<string> {
  const words = new Set<string>();
  const visit = (part: ts.Node): void => {
    if (ts.isIdentifier(part) || ts.isLiteralExpression(part)) words.add(part.text);
    ts.forEachChild(part, visit);
  };
  visit(node);
  // An argument is also named by what is called, and a value by its property.
  const { parent } = node;
  if (kinds.argument?.(node)) visit((parent as ts.CallExpression).expression);
  if (ts.isPropertyAssignment(parent)) visit(parent.name);
  return words;
}

const contains = (outer: ts.Node, inner: ts.Node): boolean =>
  outer !== inner && outer.pos <= inner.pos && inner.end <= outer.end;

/** All nodes of a file, in the order of its text. */
function nodesOf(source: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return nodes;
}

type Parsed = { readonly text: string; readonly source: ts.SourceFile; readonly nodes: ts.Node[] };
let last: Parsed | undefined;

/** Parsed once for mutants of one file in a row. */
function parseSource(file: string, text: string): Parsed {
  if (last?.text === text && last.source.fileName === file) return last;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  last = { text, source, nodes: nodesOf(source) };
  return last;
}

/** The innermost nodes of a kind, in a scope, that hold all words. */
function findNodes(nodes: readonly ts.Node[], at: string): ts.Node[] {
  const [scope = '', kind = '', ...rest] = at.split(' ');
  const ordinal = rest.find((word) => /^#\d+$/u.test(word));
  const words = rest.filter((word) => word !== ordinal);
  const isMeant = kinds[kind];
  const fitting = nodes.filter(
    (node) =>
      isMeant?.(node) &&
      `.${scopeOf(node)}`.endsWith(`.${scope}`) &&
      words.every((word) => wordsOf(node).has(word)),
  );
  const innermost = fitting.filter((node) => !fitting.some((other) => contains(node, other)));
  return ordinal ? innermost.slice(Number(ordinal.slice(1)) - 1).slice(0, 1) : innermost;
}

/** Where a part of a list ends, with its comma. */
function endInList({ parent, end }: ts.Node, text: string): number {
  const isList =
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isCallExpression(parent);
  const [comma = ''] = (isList && /^\s*,/u.exec(text.slice(end))) || [];
  return end + comma.length;
}

/**
 * Replaces the only node of a file that an address names: a scope, a kind, and words that stand in
 * the node. Nothing in its place removes the comma of a list, too. Undefined where the address names
 * no node, or several.
 *
 * @example mutate('keys.ts', text, 'grindKey condition STARK_ORDER', 'false')
 */
export function mutate(file: string, text: string, at: string, by: string): string | undefined {
  const { source, nodes } = parseSource(file, text);
  const [node, ...others] = findNodes(nodes, at);
  if (!node || others.length > 0) return undefined;
  const end = by === '' ? endInList(node, text) : node.end;
  return text.slice(0, node.getStart(source)) + by + text.slice(end);
}
