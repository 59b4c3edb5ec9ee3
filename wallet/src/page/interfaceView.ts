import { isRecord } from '../record';
import type { InterfaceView } from '../view';
import { draw } from './components';
import { type Content, h } from './dom';
import { words } from './words';

/** Draws one of the module's interfaces: a dialog or a page. */
export function drawInterface({ id, content, state, failure }: InterfaceView): Content {
  const drawing = { ui: id, state: isRecord(state) ? state : {}, form: null, path: id };
  return [
    h('div', { class: 'interface', 'data-ui': id }, draw(content, drawing)),
    failure === null
      ? null
      : h('p', { class: 'failure', role: 'alert' }, words().moduleFailed(failure)),
  ];
}
