import { isRecord } from '../record';
import type { InterfaceView } from '../view';
import { draw } from './components';
import { type Content, h } from './dom';
import { words } from './words';

/** Draws one of the module's interfaces: a dialog or a page. */
export function drawInterface({ id, content, state, failure }: InterfaceView): Content {
  const drawing = { ui: id, state: isRecord(state) ? state : {}, form: null, path: id };
  return [
    h(
      'div',
      { class: 'interface', 'data-ui': id },
      drawnOrEnded(() => draw(content, drawing)),
    ),
    failure === null
      ? null
      : h('p', { class: 'failure', role: 'alert' }, words().moduleFailed(failure)),
  ];
}

/** Only this drawing ends here; a user's wallet shows nothing else any more. */
function drawnOrEnded(drawAll: () => Content): Content {
  try {
    return drawAll();
  } catch (error) {
    return h('p', { class: 'failure', role: 'alert' }, words().endsPage(String(error)));
  }
}
