import { ServiceError } from '../errors';
import type { MemoryBudget } from '../memoryBudget';
import type { SharedAnswers } from '../stores/store';
import type { Call } from './call';
import { getQuestion, mayBeKept } from './questions';
import { createReplyCache } from './replyCache';

/** The trouble of one caller, which is none of another one with the same question. */
const isOwn = (error: unknown): boolean =>
  error instanceof ServiceError && ['tooMuch', 'crowded', 'malformed'].includes(error.kind);

/** Where an answer that may be kept was looked for, and found. */
export type Looked = 'memory' | 'shared' | 'miss';

type Running = { begun: number; text: Promise<string> };
/** A call that has run for longer may hang at a node that is well again by now. */
const joinMs = 2_000;

/** Answers from memory, from other instances, and of equal calls that are under way. */
export const createReuse = (
  options: {
    cacheBytes?: number;
    shared?: SharedAnswers | undefined;
    onLooked: (result: Looked) => void;
  },
  chainId: () => bigint | undefined,
) => {
  const cache = createReplyCache(options.cacheBytes ?? 0);
  const running = new Map<string, Running>();
  const { shared } = options;

  const merged = async (
    question: string,
    budget: MemoryBudget,
    run: () => Promise<string>,
  ): Promise<string> => {
    const under = running.get(question);
    if (under === undefined || performance.now() - under.begun > joinMs) {
      const text = run().finally(() => {
        if (running.get(question) === mine) running.delete(question);
      });
      const mine = { begun: performance.now(), text };
      running.set(question, mine);
      return text;
    }
    try {
      const text = await under.text;
      budget.reserve(text.length);
      return text;
    } catch (error) {
      if (!isOwn(error)) throw error;
      return run();
    }
  };

  const known = async (question: string): Promise<string | undefined> => {
    const own = cache.get(question);
    const text = own ?? (await shared?.get(`${chainId()} ${question}`));
    if (own === undefined && text !== undefined) cache.set(question, text);
    options.onLooked(text === undefined ? 'miss' : own === undefined ? 'shared' : 'memory');
    return text;
  };

  return {
    keep: (question: string, text: string): void => {
      cache.set(question, text);
      shared?.set(`${chainId()} ${question}`, text);
    },
    answer: async (request: Call, budget: MemoryBudget, run: () => Promise<string>) => {
      const question = getQuestion(request);
      if (question === undefined) return run();
      if (!mayBeKept(request)) return merged(question, budget, run);
      const text = await known(question);
      if (text === undefined) return merged(question, budget, run);
      budget.reserve(text.length);
      return text;
    },
  };
};
