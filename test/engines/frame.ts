// In each frame of the stand, before its own scripts: what a browser gives its extensions, and hands.

type Sender = { id: string; origin: string; url: string };
type Listener = (message: never) => void;

const id = 'stand';
const hello = 'stand:connect';
const messages: string[] = [];

/** The extension's port at the end of a channel. */
const createPort = (port: MessagePort, name: string, sender?: Sender) => ({
  name,
  sender,
  // As in a browser, only JSON passes.
  postMessage: (message: unknown) => port.postMessage(JSON.parse(JSON.stringify(message))),
  disconnect: () => port.close(),
  onMessage: {
    addListener(hear: (message: unknown) => void) {
      port.addEventListener('message', ({ data }) => hear(data));
      port.start();
    },
  },
  onDisconnect: { addListener() {} },
});

/** The wallet learns from the browser, not from the frame, which origin connects. */
function hearConnections(hear: (port: ReturnType<typeof createPort>) => void): void {
  window.addEventListener('message', ({ data, origin, ports: [port] }) => {
    if (data?.tag !== hello || port === undefined) return;
    const url = origin === location.origin ? String(data.url) : origin;
    hear(createPort(port, data.name, { id, origin, url }));
  });
}

const event = { addListener(_: Listener) {} };
const runtime = {
  id,
  getURL: (path: string) => `${location.origin}/${path}`,
  // The stand has started the wallet, and shows its page.
  sendMessage: async () => true,
  connect({ name }: { name: string }) {
    const { port1, port2 } = new MessageChannel();
    const [wallet] = [window.parent.frames[0]];
    wallet?.postMessage({ tag: hello, name, url: location.href }, '*', [port2]);
    return createPort(port1, name);
  },
  onConnect: { addListener: hearConnections },
  onInstalled: event,
  onStartup: event,
  onMessage: event,
};
const windows = { getCurrent: async () => ({ id: 0, type: 'normal' }) };
Object.defineProperty(globalThis, 'chrome', { value: { runtime, windows } });

const keep = (message: string) => messages.push(`${location.pathname}: ${message}`);
window.addEventListener('error', ({ message }) => keep(message));
window.addEventListener('unhandledrejection', ({ reason }) =>
  keep(String(reason?.stack ?? reason)),
);
const { error: sayError } = console;
console.error = (...words: unknown[]) => {
  keep(words.map(String).join(' '));
  sayError(...words);
};

const one = (selector: string, within: ParentNode = document): HTMLElement | null =>
  within.querySelector<HTMLElement>(selector);

/** All texts that are drawn, in order; no engine's own way to break lines. */
function readTexts(within: Element): string {
  const texts: string[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (text.textContent?.trim()) texts.push(text.textContent.trim());
  return texts.join(' | ');
}

const LOOK_MS = 20;
const WAIT_MS = 60_000;
const STILL_MS = 400;

/** Resolves to the first that is found. @throws an Error that holds what the frame shows instead */
function find<T>(look: () => T | null | undefined | false, what: string): Promise<T> {
  const began = Date.now();
  return new Promise((resolve, reject) => {
    const again = () => {
      const found = look();
      if (found) return resolve(found);
      if (Date.now() - began < WAIT_MS) return setTimeout(again, LOOK_MS);
      reject(new Error(`No ${what} in: ${readTexts(document.body)}`));
    };
    again();
  });
}

/**
 * Resolves to the texts once they have not changed for a while and nothing is awaited, as people read
 * them.
 *
 * @param passing texts that are on their way out, alone or as a part
 */
async function readStill(
  look: () => Element | null,
  passing: readonly string[] = [],
): Promise<string> {
  let last = '';
  let since = Date.now();
  return find(() => {
    const element = look();
    const texts = element === null ? '' : readTexts(element);
    if (texts !== last) since = Date.now();
    last = texts;
    const isAwaited =
      element?.querySelector('.spinner, .hint[role="status"]') ||
      passing.some((one) => texts.includes(one));
    return texts !== '' && !isAwaited && Date.now() - since > STILL_MS && texts;
  }, 'still texts');
}

async function press(selector: string): Promise<void> {
  const button = await find(() => {
    const found = one(selector);
    return found && !found.matches('[disabled], [aria-disabled="true"]') ? found : null;
  }, selector);
  button.click();
}

async function type(selector: string, text: string): Promise<void> {
  const field = (await find(() => one(selector), selector)) as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const home = '[data-testid="module-page"]';
const asking = '[data-testid="approval"], [data-testid="module-page"]:has([data-name^="confirm."])';
const understood = '[data-field^="understand."]';
const agree =
  '[data-testid="approve"]:enabled, [data-name^="confirm."]:enabled:not([aria-disabled="true"]), [data-name="shareAccounts"]:enabled';

/** Agrees like a user who reads everything. @returns what it showed */
async function agreeTo(card: HTMLElement): Promise<string> {
  const { id: cardId, type: kind } = card.dataset;
  const current = () =>
    cardId === undefined
      ? one(asking)
      : one(`[data-testid="approval"][data-id="${cardId}"][data-type="${kind}"]`);
  const inCard = (selector: string) => {
    const shown = current();
    return shown && one(selector, shown);
  };
  await find(() => inCard(agree) ?? inCard(understood), 'button to agree');
  const details = inCard('[data-name="details"]');
  const label = details?.textContent;
  details?.click();
  if (details) await find(() => inCard('[data-name="details"]')?.textContent !== label, 'details');
  const shown = await readStill(current);
  for (const field of [understood, '[data-field^="0x"]'])
    if (inCard(field)?.matches(':not(:checked)')) inCard(field)?.click();
  (await find(() => inCard(agree), 'button that agrees')).click();
  await find(() => !current(), 'end of the question');
  return shown;
}

let isAgreeing = false;
let agreeing: Promise<string[]> = Promise.resolve([]);

async function agreeToAll(): Promise<string[]> {
  const shown: string[] = [];
  while (isAgreeing) {
    const card = one(asking);
    if (card) shown.push(await agreeTo(card));
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return shown;
}

type Provider = { request(call: object): Promise<unknown> };

function findProvider(): Promise<Provider> {
  return new Promise((resolve) => {
    addEventListener(
      'eip6963:announceProvider',
      (event) => resolve((event as CustomEvent<{ provider: Provider }>).detail.provider),
      { once: true },
    );
    dispatchEvent(new Event('eip6963:requestProvider'));
  });
}

const ends = ['done', 'reply', 'error'].map((state) => `[data-state="${state}"]`).join();

const hands = {
  press,
  type,
  see: (selector: string) => find(() => one(selector), selector).then(() => true),
  /** Opens the module's page anew. @returns what it shows */
  async open(passing: string[]) {
    await press('[data-testid="tab-module"]');
    one('[data-action="closePage"]')?.click();
    await find(() => !one(home), 'end of the page');
    await press('[data-testid="open-home"]');
    return readStill(() => one(`${home} .content`), passing);
  },
  /** Presses a button of the module's page. @returns what it shows then */
  async turn(name: string, passing: string[]) {
    const before = readTexts(await find(() => one(`${home} .content`), home));
    await press(`${home} [data-name="${name}"]`);
    return readStill(() => one(`${home} .content`), [before, ...passing]);
  },
  /** The values of an attribute, such as the names of all buttons. */
  list: (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].map((part) => part.getAttribute(name)),
  /** Begins to agree to everything that is asked. */
  begin: () => {
    isAgreeing = true;
    agreeing = agreeToAll();
  },
  /** @returns what was asked since the begin */
  end: () => {
    isAgreeing = false;
    return agreeing;
  },
  /** A button of the dapp, until what it began is done. @returns what the dapp shows of it */
  async run(part: string) {
    await press(`[data-testid="${part}"]:not([data-state="busy"]) [data-testid="${part}-run"]`);
    const ended = await find(() => one(`[data-testid="${part}"]:is(${ends})`), part);
    return `${ended.dataset.state}: ${readTexts(ended)}`;
  },
  async invoke(method: string, params: object) {
    const provider = await findProvider();
    const call = { moduleId: 'npm:@xnet/module', request: { method, params } };
    return provider.request({ method: 'wallet_invokeModule', params: call });
  },
  isDrawn: () => one('#root > *') !== null,
  /** Parts that reach beyond the width of the frame. */
  overflow: () => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll('body *')]
      .filter((part) => part.getBoundingClientRect().right > width + 0.5)
      .map((part) => part.outerHTML.slice(0, 200));
  },
  errors: () => messages,
};
Object.assign(globalThis, { hands });

export {};
