// In a website's isolated world: passes requests of the page's provider to the wallet. The wallet
// learns the page's origin from the browser.
import { isRecord } from '../record';
import { connect, type Port } from './ports';
import { fromPage, fromWallet } from './tags';

let port: Promise<Port> | null = null;

function open(): Promise<Port> {
  const opened = connect('dapp');
  port = opened;
  const forget = () => {
    if (port === opened) port = null;
  };
  opened.then(({ ended: portEnd }) => portEnd.then(forget), forget);
  return opened;
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window || !isRecord(data) || data.tag !== fromPage) return;
  const { id, kind, text } = data;
  if (typeof kind !== 'string' || typeof text !== 'string') return;
  const answer = (reply: object) =>
    window.postMessage({ tag: fromWallet, id, ...reply }, window.origin);
  (port ?? open())
    .then((opened) => opened.ask(text, kind))
    .then(
      (reply) => answer({ reply }),
      () => answer({ isLost: true }),
    );
});
