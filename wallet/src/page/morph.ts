/**
 * Updates the page's tree to match a newly drawn one while keeping existing elements: typed text,
 * focus, caret, scroll positions and open disclosures survive a redraw.
 *
 * A field's value belongs to the user while they are ahead of the wallet: `data-value` holds the
 * wallet's value, and is copied into the field only when `isBehind` is false.
 */
export function morph(current: Element, next: Element, isBehind: boolean): void {
  if (current.isEqualNode(next)) {
    for (const field of [current, ...current.querySelectorAll('[data-value]')]) {
      if (!isBehind) putValue(field);
    }
    return;
  }
  copyAttributes(current, next);
  morphChildren(current, next, isBehind);
  if (!isBehind) putValue(current);
}

function morphChildren(current: Element, next: Element, isBehind: boolean): void {
  const keyed = new Map<string, Element>();
  for (const child of current.children) {
    const key = child.getAttribute('data-key');
    if (key !== null) keyed.set(key, child);
  }
  let place = current.firstChild;
  for (const nextChild of [...next.childNodes]) {
    const reused = reuse(place, nextChild, keyed);
    if (reused === null) {
      current.insertBefore(nextChild, place);
      if (nextChild instanceof Element) adopt(nextChild);
      continue;
    }
    if (reused === place) place = place.nextSibling;
    else current.insertBefore(reused, place);
    if (reused instanceof Element && nextChild instanceof Element)
      morph(reused, nextChild, isBehind);
    else if (reused.nodeValue !== nextChild.nodeValue) reused.nodeValue = nextChild.nodeValue;
  }
  while (place !== null) {
    const following: ChildNode | null = place.nextSibling;
    place.remove();
    place = following;
  }
}

/** The old node that can be updated to `wanted`, or null. */
function reuse(
  place: ChildNode | null,
  nextChild: ChildNode,
  keyed: Map<string, Element>,
): ChildNode | null {
  if (!(nextChild instanceof Element)) return place?.nodeType === nextChild.nodeType ? place : null;
  const key = nextChild.getAttribute('data-key');
  if (key !== null) {
    const match = keyed.get(key);
    keyed.delete(key);
    if (match?.nodeName === nextChild.nodeName) return match;
    return null;
  }
  if (!(place instanceof Element) || place.hasAttribute('data-key')) return null;
  if (place.nodeName === nextChild.nodeName) return place;
  return null;
}

function copyAttributes(current: Element, next: Element): void {
  for (const { name } of [...current.attributes]) {
    // Only the user opens or closes a disclosure.
    if (!next.hasAttribute(name) && !(name === 'open' && current.nodeName === 'DETAILS')) {
      current.removeAttribute(name);
    }
  }
  for (const { name, value } of next.attributes) {
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}

/** Sets the values of fields in a newly inserted tree. */
function adopt(element: Element): void {
  for (const field of [element, ...element.querySelectorAll('[data-value]')]) putValue(field);
}

function putValue(field: Element): void {
  const value = field.getAttribute('data-value');
  if (value === null) return;
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = value === 'true';
  } else if (
    (field instanceof HTMLInputElement && field.type !== 'file') ||
    field instanceof HTMLSelectElement
  ) {
    if (field.value !== value) field.value = value;
  }
}
