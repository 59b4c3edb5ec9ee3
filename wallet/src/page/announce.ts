// Announces an EIP-1193 provider (EIP-6963) on a dapp's page. The wallet learns the page's origin
// from the browser, not from this script.

import type { SiteState } from '../protocol/siteState';
import { isRecord } from '../record';
import { createEvents, type Listener } from './events';

type Request = { method: string; params?: unknown };

/** The page's connection to the wallet; what it rejects with is not shown. */
export type Wire = {
  /** Sends a request as JSON text; resolves to the reply. */
  ask(request: string): Promise<unknown>;
  readState(): Promise<SiteState>;
  /** Says why the wallet is not reached. */
  unreached: string;
};

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f5d9b"/><path d="M9 9l14 14M23 9L9 23" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
)}`;

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

/** Creates the provider and announces it now, and whenever a page asks. */
export function announceProvider(wire: Wire): void {
  const events = createEvents(() => wire.readState(), lost);

  function lost(reason: 'silent' | 'disconnected'): ProviderError {
    if (reason === 'silent') return new ProviderError(4900, wire.unreached);
    return new ProviderError(4100, 'The developer wallet has disconnected this site.');
  }

  async function request(sentRequest: Request): Promise<unknown> {
    if (!isRecord(sentRequest) || typeof sentRequest.method !== 'string') {
      throw new ProviderError(-32602, 'The request must be an object with a method.');
    }
    const { method, params } = sentRequest;
    const text = toText({ method, params });
    const reply = await wire.ask(text).catch(() => undefined);
    if (!isRecord(reply)) throw events.lose();
    // Any request may have changed the state, even if it failed.
    events.look();
    if (isRecord(reply.error)) throw toError(reply.error);
    return reply.result;
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

  function announce(): void {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  }

  window.addEventListener('eip6963:requestProvider', announce);
  announce();
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

function toError({ code, message, data }: Record<string, unknown>): ProviderError {
  return new ProviderError(
    typeof code === 'number' ? code : -32603,
    typeof message === 'string' ? message : 'The wallet failed.',
    data,
  );
}

/** A version 4 UUID; `crypto.randomUUID` is missing on pages that are not a secure context. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}
