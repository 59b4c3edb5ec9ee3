/** How an act is not carried out: `closed` without an answer of the user. */
type Ending = 'refused' | 'closed';
type Answer = 'confirmed' | Ending;

/** Something that the user asked for on the module's page, until it is carried out or refused. */
export type Act = ReturnType<typeof createAct>;

function createAct(now: () => number, notifyHandlers: () => void) {
  let end: ((answer: Answer) => void) | undefined;
  let ending: Ending | undefined;
  let isBehind = false;
  let isConfirmed = false;
  let isInSight = true;
  let since: number | undefined;

  function answer(reply: Answer): void {
    since = undefined;
    if (reply === 'confirmed') isConfirmed = true;
    else ending = reply;
    end?.(reply);
    end = undefined;
  }

  return {
    /** Waits for the user. One that was ended before gets that as its answer, at once. */
    wait: (): Promise<Answer> =>
      new Promise((resolve) => {
        if (ending !== undefined) return resolve(ending);
        end = resolve;
        since = now();
        notifyHandlers();
      }),
    answer,
    /** Something else is to be asked: nothing is carried out by what the user has confirmed. */
    askMore(): void {
      isConfirmed = false;
    },
    /** Ends it without an answer, now or when it would wait the next time. */
    close: (): void => answer(ending ?? 'closed'),
    /** How it was ended, if it was. */
    ending: (): Ending | undefined => ending,
    /** True once the user has opened another page. */
    isBehind: () => isBehind,
    leaveBehind(): void {
      isBehind = true;
    },
    /** True once the user has confirmed: it is carried out, wherever they go. */
    isConfirmed: () => isConfirmed,
    /** True while its review, or what is shown until then, stands in the place of a part. */
    isInSight: () => isInSight,
    /** Gives the place back. */
    leave(): void {
      isInSight = false;
    },
    /** Unix milliseconds since which it waits for the user; undefined while it does not. */
    waitsSince: () => since,
  };
}

type Running = { readonly act: Act; readonly work: Promise<unknown> };

/**
 * The acts of the module's pages: one of each page, however often it is pressed. While it waits for
 * the user, no request of the wallet is open: wallets end a module whose request takes a minute.
 */
export function createActs(now: () => number) {
  const running = new Map<string, Running>();
  /** Ends the handling of events, by page. */
  const handling = new Map<string, Set<() => void>>();

  /** Resolves when the work is done, or when the act of the page waits for the user. */
  async function untilAsked(id: string, work: Promise<unknown>): Promise<void> {
    const endings = handling.get(id) ?? new Set();
    handling.set(id, endings);
    let end = () => {};
    const asking = new Promise<void>((resolve) => {
      end = resolve;
    });
    endings.add(end);
    try {
      await Promise.race([work, asking]);
    } finally {
      endings.delete(end);
      if (endings.size === 0) handling.delete(id);
      // Whoever handles the answer hears how it ends.
      work.catch(() => undefined);
    }
  }

  return {
    untilAsked,
    of: (id: string): Act | undefined => running.get(id)?.act,
    isInSight: (id: string): boolean => running.get(id)?.act.isInSight() === true,

    /** Waits for what the user's answer leads to. */
    async rest(id: string): Promise<void> {
      const one = running.get(id);
      if (one && one.act.waitsSince() === undefined) await untilAsked(id, one.work);
    },

    /** Lets the page go on without it; another act may begin. */
    leave(id: string): void {
      running.get(id)?.act.leave();
      running.delete(id);
    },

    /** The user opens another page: ends all that wait for them. @returns whether there were any */
    async leaveAll(): Promise<boolean> {
      for (const { act } of running.values()) act.leaveBehind();
      const open = [...running.values()].filter(({ act }) => act.waitsSince() !== undefined);
      for (const { act } of open) act.close();
      await Promise.all(open.map(({ work }) => work.catch(() => undefined)));
      return open.length > 0;
    },

    /** Carries it out, unless another act of the page is under way. */
    async run(id: string, carryOut: (act: Act) => Promise<void>): Promise<void> {
      if (running.has(id)) return;
      const act = createAct(now, () => {
        for (const end of handling.get(id) ?? []) end();
      });
      const work = carryOut(act);
      running.set(id, { act, work });
      await work.finally(() => {
        if (running.get(id)?.act === act) running.delete(id);
      });
    },
  };
}

export type Acts = ReturnType<typeof createActs>;
