import { isRecord } from '../record';

/** Asks the service worker to start the wallet's document, unless it runs. */
export const wake = 'wake';
/** Asks the service worker to show the wallet's page. */
export const showPage = 'showPage';

/** A connection to the wallet's document. */
export type Port = {
  /** Sends JSON text; resolves to the answer. @throws if the wallet ends before it answers */
  ask(text: string, kind?: string): Promise<unknown>;
  /** Yields what the wallet tells without being asked, until it ends. */
  told(): AsyncIterable<unknown>;
  ended: Promise<void>;
};

/**
 * Connects to the wallet's document, which is started if it does not run. The service worker may
 * end and start at any time: it has no part in a connection.
 *
 * @throws if this page belongs to an extension that was removed or updated
 */
export async function connect(name: 'page' | 'dapp'): Promise<Port> {
  await chrome.runtime.sendMessage(wake);
  const port = chrome.runtime.connect({ name });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const news: unknown[] = [];
  let hear = () => {};
  let isEnded = false;
  let requestCount = 0;

  port.onMessage.addListener((message) => {
    if (!isRecord(message)) return;
    if (typeof message.id === 'number') {
      waiting.get(message.id)?.resolve(message.answer);
      waiting.delete(message.id);
    } else {
      news.push(message.told);
      hear();
    }
  });
  const portEnd = new Promise<void>((resolve) => {
    port.onDisconnect.addListener(() => {
      isEnded = true;
      for (const { reject } of waiting.values()) reject(new Error('The wallet has ended.'));
      waiting.clear();
      hear();
      resolve();
    });
  });

  return {
    ended: portEnd,
    ask(text, kind = 'ask') {
      if (isEnded) return Promise.reject(new Error('The wallet has ended.'));
      requestCount += 1;
      const answer = withResolvers<unknown>();
      waiting.set(requestCount, answer);
      port.postMessage({ id: requestCount, kind, text });
      return answer.promise;
    },
    async *told() {
      port.postMessage({ kind: 'follow' });
      while (!isEnded) {
        // Only the newest of several snapshots is of use.
        const newestSnapshot = news.splice(0).at(-1);
        if (newestSnapshot !== undefined)
          yield typeof newestSnapshot === 'string' ? JSON.parse(newestSnapshot) : newestSnapshot;
        else
          await new Promise<void>((resolve) => {
            hear = resolve;
          });
      }
    },
  };
}

type PromiseWithResolvers<Value> = {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
};

function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Value>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
