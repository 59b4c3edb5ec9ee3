// The service worker: starts the wallet's document and shows its page. It keeps nothing in memory,
// because the browser ends it whenever it likes.
import { showPage, wake } from './ports';

const pageUrl = chrome.runtime.getURL('page.html');
/** The page sets its exact size. */
const popup = { type: 'popup', width: 460, height: 728 } as const;

let starting: Promise<void> | null = null;

async function startDocument(): Promise<void> {
  const running = await chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] });
  if (running.length > 0) return;
  await chrome.offscreen.createDocument({
    url: 'wallet.html',
    reasons: ['IFRAME_SCRIPTING'],
    justification: 'Runs the wallet, and its module in a sandboxed frame.',
  });
}

function ensureDocument(): Promise<void> {
  starting ??= startDocument().finally(() => {
    starting = null;
  });
  return starting;
}

async function openPage(): Promise<void> {
  const contexts = await chrome.runtime.getContexts({ contextTypes: ['TAB', 'POPUP'] });
  const open = contexts.find(({ documentUrl }) => documentUrl?.startsWith(pageUrl));
  if (open === undefined) await chrome.windows.create({ url: pageUrl, ...popup });
  else if (open.windowId >= 0) await chrome.windows.update(open.windowId, { focused: true });
}

/** Pages, and content scripts of websites, may only wake the wallet. */
const isOwn = ({ id, origin }: ChromeSender): boolean =>
  id === chrome.runtime.id && `${origin}/` === chrome.runtime.getURL('');

chrome.runtime.onInstalled.addListener(() => void ensureDocument());
chrome.runtime.onStartup.addListener(() => void ensureDocument());
chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (message === wake)
    void ensureDocument().then(
      () => reply(true),
      () => reply(false),
    );
  else if (message === showPage && isOwn(sender)) void openPage().finally(() => reply(true));
  else return false;
  return true;
});
