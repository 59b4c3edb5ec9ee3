import type { Approval } from './approvals';
import { moduleId } from './location';
import type { ApprovalView } from './view';

/** The page that waits for a reply. */
export type Caller = {
  /** Called when the user has to answer something before the request can go on. */
  onApproval(): void;
  /** Aborted when the page is gone. */
  gone: AbortSignal;
};

type Waiting = { origin: string; invokes: boolean; caller: Caller };

/** Who waits for a reply, and so for the approvals that are open. */
export function createCallers(onChange: () => void) {
  const waiting = new Set<Waiting>();
  /** Of each open approval, by its id, the requests that it may belong to. */
  const askers = new Map<string, Set<Waiting>>();
  /** Ids of dialogs whose module was ended while they were open. */
  const ended = new Set<string>();

  // A module does not tell for whom it asks. It may be anybody who waited for it when the approval
  // opened, except those for whom another one is open already.
  function findAskers({ origin }: Approval): Set<Waiting> {
    const concerned = [...waiting].filter(
      (one) => one.origin === origin || (one.invokes && origin === moduleId),
    );
    const busy = [...askers.values()].filter(({ size }) => size === 1).flatMap((some) => [...some]);
    const free = concerned.filter((one) => !busy.includes(one));
    return new Set(free.length > 0 ? free : concerned);
  }

  return {
    /** Notes a request; the returned function notes its end. */
    start(origin: string, invokes: boolean, caller: Caller): () => void {
      const one = { origin, invokes, caller };
      waiting.add(one);
      caller.gone.addEventListener('abort', onChange);
      return () => {
        waiting.delete(one);
        for (const some of askers.values()) some.delete(one);
      };
    },
    /** Tells the pages that wait of an approval, once. */
    announce(approval: Approval): void {
      if (askers.has(approval.id)) return;
      const some = findAskers(approval);
      askers.set(approval.id, some);
      for (const { caller } of some) caller.onApproval();
    },
    forgetBut(pending: Record<string, unknown>): void {
      for (const id of [...askers.keys(), ...ended]) {
        if (id in pending) continue;
        askers.delete(id);
        ended.delete(id);
      }
    },
    /** Notes that the module was ended: of its open dialogs nobody hears the answer. */
    endModule(pending: Record<string, Approval>): void {
      for (const { id, type, origin } of Object.values(pending))
        if (origin === moduleId && type.startsWith('snap_dialog')) ended.add(id);
    },
    /** Who waits for the answer, as far as it is known. */
    waits({ id }: Approval): ApprovalView['waits'] {
      if (ended.has(id)) return 'moduleEnded';
      const some = [...(askers.get(id) ?? [])];
      const isAwaited = some.length === 0 || some.some(({ caller }) => !caller.gone.aborted);
      return isAwaited ? 'somebody' : 'pageClosed';
    },
  };
}
