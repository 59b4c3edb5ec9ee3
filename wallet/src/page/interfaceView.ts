import type { InterfaceView } from '../protocol/view';
import { readFields } from '../record';
import { draw, drawFooter } from './components';
import { type Content, h } from './dom';
import { type Component, type Drawing, isComponent } from './tree';
import { words } from './words';

/** Draws what scrolls of a module's interface, a dialog or a page. */
export function drawInterface(ui: InterfaceView): Content {
  const { id, failure } = ui;
  const [container, drawing] = wholeOf(ui);
  return [
    h(
      'div',
      { class: 'interface', 'data-ui': id },
      drawnOrEnded(() => draw(container, drawing)),
    ),
    failure !== null && notice(words.moduleFailed(failure)),
  ];
}

/** The module's own buttons below it. */
export const drawButtons = (ui: InterfaceView): Content[] => drawFooter(...wholeOf(ui));

/** Users' wallets put what is no container into one. */
function wholeOf({ id, content, state }: InterfaceView): [Component, Drawing] {
  const isWhole = isComponent(content) && content.type === 'Container';
  const container = isWhole ? content : { type: 'Container', props: { children: content } };
  return [container, { ui: id, state: readFields(state), form: null, path: id }];
}

/** Only this drawing ends here; a user's wallet shows nothing else any more. */
function drawnOrEnded(drawAll: () => Content): Content {
  try {
    return drawAll();
  } catch (error) {
    return notice(words.endsPage(String(error)));
  }
}

const notice = (text: string): Content => h('p', { class: 'failure', role: 'alert' }, text);
