import type { JSXElement } from '@metamask/snaps-sdk/jsx';

const listOf = (children: unknown): unknown[] =>
  (Array.isArray(children) ? children : [children])
    .flat(Number.POSITIVE_INFINITY)
    .filter((child) =>
      typeof child === 'object' ? child !== null : typeof child === 'string' && child !== '',
    );

/**
 * The same drawing with every list of children flat and without gaps. Wallets drop gaps from the
 * outer list only: one in an inner list ends their whole page.
 */
export function flat<Element extends JSXElement>(element: Element): Element {
  const { children, ...props } = element.props as { children?: unknown };
  if (children === undefined) return element;
  const drawn = listOf(children).map((child) =>
    typeof child === 'string' ? child : flat(child as JSXElement),
  );
  return { ...element, props: { ...props, children: drawn.length === 1 ? drawn[0] : drawn } };
}
