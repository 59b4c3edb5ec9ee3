// In a website's own world, before its scripts: the provider of the wallet that is an extension.
import { announceProvider } from '../page/announce';
import type { SiteState } from '../protocol/siteState';
import { isRecord } from '../record';
import { fromPage, fromWallet } from './tags';

type Waiting = { resolve(reply: unknown): void; reject(error: Error): void };

const waiting = new Map<number, Waiting>();
let requestCount = 0;

function ask(kind: 'request' | 'state', text: string): Promise<unknown> {
  requestCount += 1;
  const id = requestCount;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    window.postMessage({ tag: fromPage, id, kind, text }, window.origin);
  });
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window || !isRecord(data) || data.tag !== fromWallet) return;
  const { id, reply, isLost } = data;
  if (typeof id !== 'number') return;
  const one = waiting.get(id);
  waiting.delete(id);
  if (isLost === true) one?.reject(new Error('The wallet has ended.'));
  else one?.resolve(reply);
});

// A page without an origin, such as a sandboxed frame, gets no provider: nobody could answer it.
if (window.origin !== 'null')
  announceProvider({
    ask: (request) => ask('request', request),
    readState: async () => (await ask('state', '{}')) as SiteState, // the wallet made it
    unreached: 'The developer wallet does not answer. Was the extension removed or reloaded?',
  });
