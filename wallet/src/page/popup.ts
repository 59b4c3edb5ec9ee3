import { type Attributes, type Content, h } from './dom';
import { icon } from './icons';

type Popup = {
  title: string;
  /** The button at the left of the title; absent if it cannot be closed. */
  close?: Attributes;
  content: Content;
  /** Buttons that stay in sight. */
  footer?: Content[];
};

/** The vendor's popup: a title, what scrolls, and a footer. */
export function drawPopup(
  tag: string,
  { class: name = '', ...attributes }: Attributes,
  { title, close, content, footer = [] }: Popup,
): Element {
  return h(
    tag,
    { ...attributes, class: `popup ${name}` },
    h(
      'header',
      {},
      close ? h('button', { type: 'button', ...close }, icon('close')) : null,
      h('span', { class: 'who' }, title),
    ),
    h('div', { class: 'content', tabindex: 0 }, content),
    footer.length !== 0 && h('div', { class: 'footer' }, footer),
  );
}
