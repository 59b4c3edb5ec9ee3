import type { ChildProcess } from 'node:child_process';

type Part =
  | { id: number; name: string; args: unknown[] }
  | { id: number; value: unknown }
  | { id: number; fault: string };
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };
type Answers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** A process that takes longer for a trivial answer is stuck and is not waited for. */
export const answerMs = 3_000;

export type Channel = {
  /** @throws the other side's error, as text, and if the other side has gone */
  ask: (name: string, ...args: unknown[]) => Promise<unknown>;
};

/**
 * Requests and responses between the processes of one service, both ways. Everything sent in one
 * turn goes into one message: a message costs more than its contents.
 */
export const openChannel = (
  other: Pick<ChildProcess, 'send' | 'on'> | NodeJS.Process,
  answers: Answers,
): Channel => {
  const waiting = new Map<number, Waiting>();
  let outgoing: Part[] = [];
  let lastId = 0;
  let hasGone = false;

  const say = (part: Part): void => {
    outgoing.push(part);
    if (outgoing.length > 1) return;
    setImmediate(() => {
      const parts = outgoing;
      outgoing = [];
      // The other side has gone: 'disconnect' rejects pending requests.
      other.send?.({ parts }, undefined, undefined, () => undefined);
    });
  };

  const answer = async (id: number, name: string, args: unknown[]): Promise<void> => {
    try {
      const given = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (given === undefined) throw new Error(`There is no answer to "${name}".`);
      say({ id, value: await given(...(args as never[])) });
    } catch (error) {
      say({ id, fault: error instanceof Error ? error.message : 'failed' });
    }
  };

  const settle = (part: Exclude<Part, { name: string }>): void => {
    const asked = waiting.get(part.id);
    waiting.delete(part.id);
    if ('fault' in part) asked?.reject(new Error(part.fault));
    else asked?.resolve(part.value);
  };

  const on = other.on.bind(other) as (event: string, listener: (said: unknown) => void) => void;
  on('message', (said) => {
    const { parts } = (said ?? {}) as { parts?: Part[] };
    for (const part of parts ?? []) {
      if ('name' in part) void answer(part.id, part.name, part.args);
      else settle(part);
    }
  });
  on('disconnect', () => {
    hasGone = true;
    for (const { reject } of waiting.values()) reject(new Error('The other process has gone.'));
    waiting.clear();
  });

  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (hasGone) return reject(new Error('The other process has gone.'));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        say({ id: lastId, name, args });
      }),
  };
};
