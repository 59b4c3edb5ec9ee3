// The only script tag that a dapp's page needs to find this wallet: it announces an EIP-1193
// provider (EIP-6963). The wallet learns the page's origin from the browser, not from this script.
import { isRecord } from '../record';
import type { SiteState } from '../siteStates';
import { createEvents, type Listener } from './events';
import { readLines } from './lines';

type Request = { method: string; params?: unknown };

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f5d9b"/><path d="M9 9l14 14M23 9L9 23" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
)}`;

const script = document.currentScript;
const base = script instanceof HTMLScriptElement ? new URL(script.src).origin : '';
const unreached =
  window.origin === 'null'
    ? 'A page without an origin, such as a file or a sandboxed frame, cannot use the developer wallet: serve it by http.'
    : 'The developer wallet does not answer. Is it running?';
const events = createEvents(readState, lost);
let popup: Window | null = null;

class ProviderError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.data = data;
  }
}

async function request(given: Request): Promise<unknown> {
  if (!isRecord(given) || typeof given.method !== 'string') {
    throw new ProviderError(-32602, 'The request must be an object with a method.');
  }
  const { method, params } = given;
  const body = toText({ method, params });
  let response: Response;
  try {
    response = await post('/rpc', body);
  } catch {
    throw events.lose();
  }
  let reply: unknown;
  try {
    for await (const line of readLines(response)) {
      if (isRecord(line) && isRecord(line.pending)) showPending(line.pending);
      else reply = line;
    }
  } catch {
    throw events.lose();
  }
  if (!isRecord(reply)) throw events.lose();
  // Any request may have changed the state, even if it failed.
  events.look();
  if (isRecord(reply.error)) throw toError(reply.error);
  return reply.result;
}

/** @throws ProviderError for what JSON cannot hold, such as BigInt: not the wallet's fault */
function toText(request: Request): string {
  try {
    return JSON.stringify(request, (key, value: unknown) => {
      if (typeof value === 'bigint')
        throw new TypeError(`${key} is a BigInt; send it as hex text.`);
      return value;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new ProviderError(-32602, `The params are not JSON: ${reason}`);
  }
}

function post(path: string, body: string): Promise<Response> {
  return fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

async function readState(): Promise<SiteState> {
  return (await post('/state', '{}')).json();
}

function lost(reason: 'silent' | 'disconnected'): ProviderError {
  return reason === 'silent'
    ? new ProviderError(4900, unreached)
    : new ProviderError(4100, 'The developer wallet has disconnected this site.');
}

function toError({ code, message, data }: Record<string, unknown>): ProviderError {
  return new ProviderError(
    typeof code === 'number' ? code : -32603,
    typeof message === 'string' ? message : 'The wallet failed.',
    data,
  );
}

/** The user must answer in the wallet: opens its page, or lets the dapp show a link to it. */
function showPending({ isOpen }: Record<string, unknown>): void {
  const url = `${base}/`;
  if (popup !== null && !popup.closed) return;
  if (isOpen !== true) {
    try {
      popup = window.open(url, 'xnet-wallet', 'popup,width=420,height=720');
    } catch {
      popup = null;
    }
  }
  if (popup === null || popup.closed) {
    window.dispatchEvent(new CustomEvent('xnet:approvalPending', { detail: { url } }));
  }
}

const provider = Object.freeze({
  request,
  on(name: string, listener: Listener) {
    events.on(name, listener);
    return provider;
  },
  removeListener(name: string, listener: Listener) {
    events.off(name, listener);
    return provider;
  },
});

const detail = Object.freeze({
  info: Object.freeze({
    uuid: randomUuid(),
    name: 'Xnet developer wallet',
    icon,
    rdns: 'org.xnet.developer-wallet',
  }),
  provider,
});

/** A version 4 UUID; `crypto.randomUUID` is missing on pages that are not a secure context. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

function announce(): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

window.addEventListener('eip6963:requestProvider', announce);
announce();
