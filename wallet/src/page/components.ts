import { addressText, avatar, splitAccount } from './address';
import { type Content, h } from './dom';
import { drawField, drawForm, isField } from './fields';
import { icon } from './icons';
import { getMoreName, isRevealed } from './revealed';
import { type Component, choice, type Drawing, getChildren, isComponent, text } from './tree';
import { words } from './words';

type Draw = (component: Component, drawing: Drawing) => Content;

const severities = ['info', 'success', 'warning', 'danger'] as const;
const severityIcons: Record<string, string> = {
  info: 'info',
  success: 'confirmation',
  warning: 'warning',
  danger: 'danger',
};
const directions = ['vertical', 'horizontal'] as const;
const alignments = ['start', 'center', 'end', 'space-between', 'space-around'] as const;
const colors = ['default', 'alternative', 'muted', 'error', 'success', 'warning'] as const;

/** Draws a module's component, or a text node. */
export function draw(node: unknown, drawing: Drawing): Content {
  if (typeof node === 'string') return node;
  // Users' wallets take the type of whatever is left, which ends their whole page.
  if (!isComponent(node)) throw new TypeError(`${JSON.stringify(node)} is no component.`);
  if (isField(node.type)) return drawField(node, drawing, drawChildren);
  const draw = Object.hasOwn(drawings, node.type) ? drawings[node.type] : undefined;
  if (draw) return draw(node, drawing);
  return [unknownPart(`Unknown component "${node.type}"`), drawChildren(node, drawing)];
}

/** The buttons of a container's footer, in their order. */
export function drawFooter(container: Component, drawing: Drawing): Content[] {
  const [, footer] = getChildren(container);
  if (!isComponent(footer)) return [];
  return getChildren(footer).map((child, index) => draw(child, drawingAt(drawing, index)));
}

function drawChildren(component: Component, drawing: Drawing): Content {
  return getChildren(component).map((child, index) => draw(child, drawingAt(drawing, index)));
}

function drawingAt(drawing: Drawing, index: number): Drawing {
  return { ...drawing, path: `${drawing.path}.${index}` };
}

function unknownPart(name: string): Element {
  return h('p', { class: 'unknown', role: 'alert' }, `${name}: this wallet cannot draw it.`);
}

const drawings: Record<string, Draw> = {
  Address: (component) => {
    const { chain, address } = splitAccount(text(component, 'address'));
    const shown =
      component.props.truncate === true
        ? h('code', { title: address }, `${address.slice(0, 8)}…${address.slice(-6)}`)
        : addressText(address);
    const picture =
      component.props.avatar === false ? null : avatar(text(component, 'address'), 'sm');
    return h('span', { class: 'account' }, picture, chain && h('small', {}, chain), shown);
  },
  Avatar: (component) => avatar(text(component, 'address'), choice(component, 'size', sizes)),
  Banner: (component, drawing) => {
    const severity = choice(component, 'severity', severities);
    return h(
      'div',
      { class: `banner ${severity}`, role: severity === 'danger' ? 'alert' : 'note' },
      icon(severityIcons[severity] ?? 'info'),
      h(
        'div',
        {},
        h('strong', {}, text(component, 'title')),
        h('div', {}, drawChildren(component, drawing)),
      ),
    );
  },
  Bold: (component, drawing) => h('strong', {}, drawChildren(component, drawing)),
  Box: (component, drawing) => h('div', boxAttributes(component), drawChildren(component, drawing)),
  Card: (component, drawing) => {
    const { title, image } = component.props;
    return h(
      'div',
      { class: 'card' },
      typeof image === 'string' && image !== '' && picture(image, '', {}),
      h(
        'div',
        { class: 'grow' },
        h('strong', {}, draw(title, drawingAt(drawing, 0))),
        small(component, 'description'),
      ),
      h(
        'div',
        { class: 'end' },
        h('strong', {}, text(component, 'value')),
        small(component, 'extra'),
      ),
    );
  },
  Container: (component, drawing) =>
    h(
      'div',
      { class: `container ${choice(component, 'backgroundColor', ['default', 'alternative'])}` },
      // The footer stands below what scrolls.
      draw(getChildren(component)[0], drawingAt(drawing, 0)),
    ),
  Copyable: (component, { path }) => {
    const value = text(component, 'value');
    const { hidden, copy, more } = words;
    if (component.props.sensitive === true && !isRevealed(path)) {
      const reveal = { type: 'button', 'data-reveal': path };
      return h('div', { class: 'copyable hidden' }, icon('eye'), h('button', reveal, hidden));
    }
    const whole = getMoreName(path);
    return h(
      'div',
      { class: 'copyable', 'data-copy': value },
      h(
        'div',
        { class: isRevealed(whole) ? 'cut open' : 'cut' },
        h('p', { class: 'text' }, value),
        h('button', { type: 'button', class: 'more', 'data-more': whole }, more),
      ),
      h('button', { type: 'button', 'data-copies': '', 'aria-label': copy }, icon('copy')),
    );
  },
  Divider: () => h('hr'),
  Form: (component, drawing) =>
    drawForm(
      component,
      drawing,
      drawChildren(component, { ...drawing, form: text(component, 'name') }),
    ),
  Heading: (component, drawing) => {
    const size = choice(component, 'size', ['sm', 'md', 'lg']);
    // One level for all, below the page's own: modules choose a size, not an outline level.
    return h('h2', { class: size }, drawChildren(component, drawing));
  },
  Icon: (component) =>
    icon(text(component, 'name'), choice(component, 'color', ['default', 'primary', 'muted'])),
  Image: (component) => {
    const { width, height } = component.props;
    const size = {
      width: typeof width === 'number' ? width : null,
      height: typeof height === 'number' ? height : null,
    };
    return picture(text(component, 'src'), text(component, 'alt'), size);
  },
  Italic: (component, drawing) => h('em', {}, drawChildren(component, drawing)),
  Link: (component, drawing) => link(text(component, 'href'), drawChildren(component, drawing)),
  Row: (component, drawing) => {
    const variant = choice(component, 'variant', ['default', 'warning', 'critical']);
    const tooltip = text(component, 'tooltip');
    return h(
      'div',
      { class: `row ${variant}` },
      h(
        'span',
        { class: 'label' },
        variant !== 'default' && icon('warning'),
        text(component, 'label'),
        tooltip !== '' && tip(icon('question'), tooltip),
      ),
      h('span', { class: 'value' }, drawChildren(component, drawing)),
    );
  },
  Section: (component, drawing) => {
    const { class: box } = boxAttributes(component);
    return h('section', { class: `section ${box}` }, drawChildren(component, drawing));
  },
  Skeleton: (component) =>
    h('span', {
      class: 'skeleton',
      role: 'img',
      'aria-label': words.loadingPart,
      'data-width': text(component, 'width') || null,
      'data-height': text(component, 'height') || null,
    }),
  Spinner: () => h('span', { class: 'spinner', role: 'status', 'aria-label': words.working }),
  Text: (component, drawing) => {
    const look = [
      choice(component, 'color', colors),
      choice(component, 'size', ['md', 'sm']),
      choice(component, 'fontWeight', ['regular', 'medium', 'bold']),
      `align-${choice(component, 'alignment', ['start', 'center', 'end'])}`,
    ];
    return h('p', { class: look.join(' ') }, drawChildren(component, drawing));
  },
  Tooltip: (component, drawing) =>
    tip(drawChildren(component, drawing), draw(component.props.content, drawingAt(drawing, 99))),
  Value: (component, drawing) =>
    h(
      'span',
      { class: 'worth' },
      h('small', {}, draw(component.props.extra, drawingAt(drawing, 0))),
      h('span', {}, draw(component.props.value, drawingAt(drawing, 1))),
    ),
};

const sizes = ['md', 'sm', 'lg'] as const;

function boxAttributes(component: Component): { class: string } {
  const direction = choice(component, 'direction', directions);
  const alignment =
    component.props.center === true ? 'center' : choice(component, 'alignment', alignments);
  const cross = choice(component, 'crossAlignment', ['', 'start', 'center', 'end']);
  return { class: `box ${direction} ${alignment}${cross === '' ? '' : ` cross-${cross}`}` };
}

function small(component: Component, name: string): Content {
  const words = text(component, name);
  if (words === '') return null;
  return h('small', {}, words);
}

/** An image embedded by the module. As an <img> it can neither run nor fetch anything. */
function picture(source: string, alt: string, size: Record<string, number | null>): Content {
  if (/^https?:/i.test(source)) return unknownPart('A picture from the internet');
  const src = source.startsWith('data:image/')
    ? source
    : `data:image/svg+xml,${encodeURIComponent(source)}`;
  return h('img', { src, alt, ...size });
}

function link(href: string, content: Content): Content {
  if (!/^(https?|mailto):/i.test(href)) return h('span', { title: href }, content);
  const attributes = { href, title: href, target: '_blank', rel: 'noopener noreferrer' };
  return h('a', attributes, content, h('span', { 'aria-hidden': 'true' }, ' ↗'));
}

function tip(content: Content, explanation: Content): Element {
  return h(
    'span',
    { class: 'tip', tabindex: 0 },
    content,
    h('span', { class: 'bubble', role: 'tooltip' }, explanation),
  );
}
