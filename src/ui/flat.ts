import type { JSXElement } from '@metamask/snaps-sdk/jsx';

type Props<Type extends JSXElement['type']> = Omit<
  Extract<JSXElement, { type: Type }>['props'],
  'children'
>;

/**
 * Choices that wallets assume if one is absent, said explicitly. They try an absent choice against
 * each of its values, and make an error with its stack for each: most of the time that a drawing
 * takes them.
 */
const assumed: { readonly [Type in JSXElement['type']]?: Partial<Props<Type>> } = {
  Box: { direction: 'vertical', alignment: 'start' },
  Section: { direction: 'vertical', alignment: 'start' },
  Heading: { size: 'sm' },
  Text: { alignment: 'start', color: 'default', size: 'md', fontWeight: 'regular' },
  Button: { type: 'button', variant: 'primary', size: 'md' },
  Icon: { size: 'inherit', color: 'default' },
};

/** Banners and rows that warn have a color of their own, which a text in them takes over. */
const isColored = ({ type, props }: JSXElement): boolean =>
  type === 'Banner' || (type === 'Row' && (props.variant ?? 'default') !== 'default');

function assumedIn(parent: JSXElement | undefined, type: JSXElement['type']): object {
  if (type !== 'Text' || !parent || !isColored(parent)) return assumed[type] ?? {};
  const { color: _, ...assumedText } = assumed.Text ?? {};
  return assumedText;
}

const listOf = (children: unknown): unknown[] =>
  [children]
    .flat(Number.POSITIVE_INFINITY)
    .filter((child) =>
      typeof child === 'object' ? child !== null : typeof child === 'string' && child !== '',
    );

/**
 * The same drawing with every list of children flat and without gaps, and every choice made.
 * Wallets drop gaps from the outer list only: one in an inner list ends their whole page.
 */
export function flat<Element extends JSXElement>(element: Element, parent?: JSXElement): Element {
  const { children, ...ownProps } = element.props as { children?: unknown };
  const props = { ...assumedIn(parent, element.type), ...ownProps };
  if (children === undefined) return { ...element, props };
  const flatChildren = listOf(children).map((child) =>
    typeof child === 'string' ? child : flat(child as JSXElement, element),
  );
  return {
    ...element,
    props: { ...props, children: flatChildren.length === 1 ? flatChildren[0] : flatChildren },
  };
}
