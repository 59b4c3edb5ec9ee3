import { assertJSXElement, type JSXElement } from '@metamask/snaps-sdk/jsx';
// As the vendor's wallet reads them (everyDrawing.fuzz.test.ts), whose file loads a second SDK.
import { type Component, getChildren } from '../../wallet/src/page/tree';

/** Components whose children are data, not components. */
const holdsData: ReadonlySet<string> = new Set(['Option', 'Radio']);
/** Components that draw text among their children. */
const holdsText: ReadonlySet<string> = new Set([
  'Bold',
  'Button',
  'Heading',
  'Italic',
  'Link',
  'Text',
]);

/**
 * Expects that wallets accept a drawing and can draw it. Their schema lets gaps pass in inner
 * lists, but the function that draws takes the type of every child, which ends the page.
 */
export function assertDrawable(drawn: unknown): asserts drawn is JSXElement {
  assertJSXElement(drawn);
  visit(drawn, drawn.type);
}

function visit(element: Component, path: string): void {
  if (holdsData.has(element.type)) return;
  for (const child of getChildren(element)) {
    if (typeof child === 'string' && holdsText.has(element.type)) continue;
    if (typeof child !== 'object' || child === null || !('type' in child))
      throw new TypeError(`A wallet's page ends at ${JSON.stringify(child)} in ${path}.`);
    visit(child as Component, `${path} › ${String(child.type)}`);
  }
}
