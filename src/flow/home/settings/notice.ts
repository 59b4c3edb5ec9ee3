import { ModuleError } from '@xnet/clients/errors';
import type { Notice } from '../../../ui/home/notice';
import type { Label } from '../../../ui/review/facts';
import type { TextName, Words } from '../../../ui/text/words';

export const saved = (say: TextName, places: Words['with'] = {}): Notice => ({
  severity: 'info',
  title: { say: 'home.saved' },
  text: { say, with: places },
});

export const notTaken = (title: TextName, text: Label): Notice => ({
  severity: 'danger',
  title: { say: title },
  text,
});

/**
 * Why a check failed, in words for the user: what a message says is for developers, and what the
 * user can mend is nearly always what was typed.
 */
export const failureWords = (error: unknown): Label =>
  error instanceof ModuleError && (error.kind === 'wrongChain' || error.kind === 'limitExceeded')
    ? { say: `errors.${error.kind}` }
    : { say: 'home.notChecked' };

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address that may be asked: https, or this computer. */
export function parseUrl(text: string): string | undefined {
  try {
    const url = new URL(text.trim());
    const isSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
    return isSafe ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Keys travel in headers and paths; shorter ones could not be told from words that hide nothing. */
const KEY = /^[\x21-\x7e]{8,512}$/u;
export const isKey = (text: string): boolean => KEY.test(text);
