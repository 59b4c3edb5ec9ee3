export type Content = Node | string | null | false | undefined | Content[];
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** Creates an element; strings become text nodes, never markup. */
export function h(tag: string, attributes: Attributes = {}, ...children: Content[]): HTMLElement {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Content[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element: Element, children: Content[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}
