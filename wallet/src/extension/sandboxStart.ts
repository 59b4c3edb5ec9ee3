// In the vendor's sandbox page, before its own script.

import { watchFetch } from '../controllers/sandboxFetch.cjs';
import { isRecord } from '../record';
import { fromSandbox, toSandbox } from './tags';

const chosen = new Set<string>();
// The vendor's page takes these away later: from the window, and from events.
const { parent } = window;
const getterOf = (name: 'source' | 'data') =>
  Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get;
const [sourceOf, dataOf] = [getterOf('source'), getterOf('data')];
window.addEventListener('message', (event) => {
  const data: unknown = dataOf?.call(event);
  if (sourceOf?.call(event) !== parent || !isRecord(data) || data.tag !== toSandbox) return;
  chosen.clear();
  for (const name of data.faults as string[]) chosen.add(name); // the wallet sent it
});
const tell = (event: object | null) => parent.postMessage({ tag: fromSandbox, event }, '*');
// Without an event, it asks for what is chosen.
tell(null);
watchFetch(tell, chosen);
