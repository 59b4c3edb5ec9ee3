import { createHash } from 'node:crypto';
import { withTimeout } from '../withTimeout';
import type { Link } from './link';
import type { SharedAnswers } from './store';

/**
 * Each question has one of so many places, where the next one with the same place replaces it: what
 * is kept here never grows beyond their product, in a server that must evict nothing.
 */
const places = 4_096;
const answerBytes = 64 * 1024;
const keptMs = 3_600_000;
/** A server that is slower than a node is of no use. */
const patienceMs = 100;

const headMs = 60_000;

export const createSharedAnswers = ({ redis }: Link): SharedAnswers => {
  const placeOf = (question: string): string => {
    const [first = 0, second = 0] = createHash('sha256').update(question).digest();
    return `xnet:answer:${(first * 256 + second) % places}`;
  };
  const soon = <T, L>(work: Promise<T>, otherwise: L): Promise<T | L> =>
    redis.status === 'ready'
      ? withTimeout(patienceMs, work, otherwise).catch(() => otherwise)
      : Promise.resolve(otherwise);
  return {
    get: async (question) => {
      const found = await soon(redis.get(placeOf(question)), null);
      const head = `${question}\n`;
      return found?.startsWith(head) ? found.slice(head.length) : undefined;
    },
    set: (question, text) => {
      if (question.length + text.length > answerBytes) return;
      void soon(redis.set(placeOf(question), `${question}\n${text}`, 'PX', keptMs), null);
    },
    head: async (chainId, head) => {
      const told = await soon(redis.xnetHead(`xnet:head:${chainId}`, String(head), headMs), null);
      return told === null ? head : BigInt(told);
    },
  };
};
