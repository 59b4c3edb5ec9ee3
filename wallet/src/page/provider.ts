// The only script tag that a dapp's page needs to find the wallet that runs as a program.
import { isRecord } from '../record';
import { announceProvider } from './announce';
import { readLines } from './lines';

const script = document.currentScript;
const base = script instanceof HTMLScriptElement ? new URL(script.src).origin : '';
const unreached =
  window.origin === 'null'
    ? 'A page without an origin, such as a file or a sandboxed frame, cannot use the developer wallet: serve it by http.'
    : 'The developer wallet does not answer. Is it running?';
let popup: Window | null = null;

announceProvider({
  async ask(request) {
    let reply: unknown;
    for await (const line of readLines(await post('/rpc', request))) {
      if (isRecord(line) && isRecord(line.pending)) showPending(line.pending);
      else reply = line;
    }
    return reply;
  },
  readState: async () => (await post('/state', '{}')).json(),
  unreached,
});

function post(path: string, body: string): Promise<Response> {
  return fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

/** The user must answer in the wallet: opens its page, or lets the dapp show a link to it. */
function showPending({ isOpen }: Record<string, unknown>): void {
  const url = `${base}/`;
  if (popup !== null && !popup.closed) return;
  if (isOpen !== true) {
    try {
      popup = window.open(url, 'xnet-wallet', 'popup,width=460,height=728');
    } catch {
      popup = null;
    }
  }
  if (popup === null || popup.closed) {
    window.dispatchEvent(new CustomEvent('xnet:approvalPending', { detail: { url } }));
  }
}
