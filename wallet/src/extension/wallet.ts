// The offscreen document: the wallet itself, with its module in a sandboxed frame.
import { IframeExecutionService } from '#vendor';
import type { FetchEvent, SandboxLink } from '../controllers/platform';
import { closable } from '../controllers/sandbox';
import { type Host, type HostOptions, openHost } from '../host';
import { parseObject } from '../protocol/body';
import { parseCommand } from '../protocol/command';
import type { FaultName } from '../protocol/faultNames';
import { moduleAddress } from '../protocol/moduleId';
import { parseOrigin } from '../protocol/origins';
import { isRecord } from '../record';
import { openDatabase } from './database';
import { showPage } from './ports';
import { fromSandbox, toSandbox } from './tags';

async function open(): Promise<Host> {
  const options: HostOptions = await (await fetch('/options.json')).json();
  const iframeUrl = new URL('/sandbox/index.html', location.href);
  return openHost(options, {
    file: await openDatabase(),
    async readBuild(path) {
      const url = new URL(path, moduleAddress ?? new URL('/module/', location.href));
      const response = await fetch(url, { cache: 'no-cache' });
      if (!response.ok) throw new Error(`The build has no file "${path}".`);
      return new Uint8Array(await response.arrayBuffer());
    },
    createSandbox(args, link) {
      watchSandboxes(link);
      return closable(new IframeExecutionService({ ...args, iframeUrl }));
    },
  });
}

let unwatch = () => {};

/** Hears the scripts that run in the sandboxes' frames before the vendor's, of this wallet alone. */
function watchSandboxes({ watch, faults }: SandboxLink): void {
  unwatch();
  const heard = new Map<unknown, (event: FetchEvent) => void>();
  const tell = (frame: Window, names: FaultName[]) =>
    frame.postMessage({ tag: toSandbox, faults: names }, '*');
  const hear = ({ source, data }: MessageEvent) => {
    const frame = [...document.querySelectorAll('iframe')].find(
      ({ contentWindow }) => contentWindow === source,
    )?.contentWindow;
    if (!frame || !isRecord(data) || data.tag !== fromSandbox) return;
    if (data.event === null) {
      heard.set(frame, watch());
      tell(frame, faults.names());
    } else heard.get(frame)?.(data.event as FetchEvent); // our own script sent it
  };
  window.addEventListener('message', hear);
  const unfollow = faults.follow((names) => {
    for (const { contentWindow } of document.querySelectorAll('iframe'))
      if (contentWindow) tell(contentWindow, names);
  });
  unwatch = () => {
    unfollow();
    window.removeEventListener('message', hear);
  };
}

type Asked = { id: number; kind: string; text: string };

/** Serves one port; `answer` gets each request, `follow` begins the snapshots. */
function serve(
  port: ChromePort,
  answer: (request: Asked) => Promise<unknown>,
  follow?: () => void,
) {
  let isOpen = true;
  port.onDisconnect.addListener(() => {
    isOpen = false;
  });
  port.onMessage.addListener((message) => {
    if (!isRecord(message)) return;
    if (message.kind === 'follow') follow?.();
    const { id, kind, text } = message;
    if (typeof id !== 'number' || typeof kind !== 'string' || typeof text !== 'string') return;
    const reply = (value: unknown) => {
      if (isOpen) port.postMessage({ id, answer: value });
    };
    answer({ id, kind, text }).then(reply, (error: unknown) =>
      reply({ error: { code: -32600, message: messageOf(error) } }),
    );
  });
}

const messageOf = (error: unknown): string => {
  if (error instanceof Error) return error.message;
  return 'The wallet failed inside.';
};

function serveDapp(port: ChromePort, origin: string, ready: Promise<Host>): void {
  const gone = new AbortController();
  port.onDisconnect.addListener(() => gone.abort());
  const caller = {
    onApproval: () => void chrome.runtime.sendMessage(showPage),
    gone: gone.signal,
  };
  const channel = ready.then((host) => host.channel());
  serve(port, async ({ kind, text }) => {
    const { method, params } = parseObject(text);
    const wallet = await channel;
    if (kind === 'state') return wallet.siteState(origin);
    if (typeof method !== 'string' || method.length > 200)
      throw new Error('The request has no method.');
    return JSON.parse(JSON.stringify(await wallet.request(origin, { method, params }, caller)));
  });
}

function servePage(port: ChromePort, ready: Promise<Host>): void {
  let leave = () => {};
  let isOpen = true;
  port.onDisconnect.addListener(() => {
    isOpen = false;
    leave();
  });
  serve(
    port,
    async ({ text }) => {
      const { run, feed } = await ready;
      const error = await run(parseCommand(parseObject(text)));
      return { revision: feed.revision(), error };
    },
    () =>
      void ready.then(({ feed }) => {
        if (isOpen) leave = feed.follow((snapshot) => port.postMessage({ told: snapshot }));
      }),
  );
}

const ready = open();
ready.catch((error: unknown) => reportError(error));
chrome.runtime.onConnect.addListener((port) => {
  const { id, origin, url = '' } = port.sender ?? {};
  const site = parseOrigin(origin);
  if (id !== chrome.runtime.id) port.disconnect();
  else if (port.name === 'page' && url.startsWith(chrome.runtime.getURL('page.html')))
    servePage(port, ready);
  else if (port.name === 'dapp' && site !== null) serveDapp(port, site, ready);
  else port.disconnect();
});
