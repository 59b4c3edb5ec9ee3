import { listParts } from '../wallet/fakeDialogs';
import { type Border, HTTP, openModule } from '../wallet/openModule';
import { startQuickTimer } from '../wallet/openPage';

/** Costs of one operation beside its time. */
export type Counts = {
  /** Calls of the wallet. */
  calls: number;
  /** HTTP requests. */
  requests: number;
  /** Bytes of state that were read and written. */
  bytesRead: number;
  bytesWritten: number;
  /** Components of everything that was drawn. */
  parts: number;
};

/** The module on a stored state, with a count of what crosses its border. */
export function openCounted(
  stored: { plain?: Record<string, unknown> },
  { url, validates }: { url: string; validates: boolean },
) {
  const total = { calls: 0, requests: 0, parts: 0 };
  const border: Border = ({ method, detail }, cross) => {
    if (method === HTTP) total.requests += 1;
    else total.calls += 1;
    const { ui, content } = (method === HTTP ? {} : (detail ?? {})) as Record<string, unknown>;
    total.parts += listParts(ui ?? content).length;
    return cross();
  };
  const opened = openModule({
    sepoliaUrl: url,
    stored,
    border,
    validates: () => validates,
    choose: (offered) => offered.slice(0, 2),
    setTimer: startQuickTimer,
  });
  const countsNow = (): Counts => ({
    ...total,
    bytesRead: opened.traffic.read,
    bytesWritten: opened.traffic.written,
  });
  return {
    ...opened,
    /** Counts and milliseconds of a task. */
    async measure(task: () => Promise<unknown>): Promise<Counts & { ms: number }> {
      const countsBefore = countsNow();
      const started = performance.now();
      await task();
      const ms = performance.now() - started;
      const after = countsNow();
      const names = Object.keys(after) as (keyof Counts)[];
      const differences = names.map((name) => [name, after[name] - countsBefore[name]]);
      return { ...(Object.fromEntries(differences) as Counts), ms };
    },
  };
}

export type Counted = ReturnType<typeof openCounted>;
