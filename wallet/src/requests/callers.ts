import type { Approval } from '../controllers/approvals';
import { moduleId } from '../protocol/moduleId';
import type { ApprovalView } from '../protocol/view';

/** A page that waits for a reply. */
export type Caller = {
  /** Called when the user must answer something before the request can continue. */
  onApproval(): void;
  /** Aborted when the page is closed. */
  gone: AbortSignal;
};

type Waiting = { origin: string; invokes: boolean; caller: Caller };

/** Tracks which pages wait for replies, and thus for open approvals. */
export function createCallers(onChange: () => void) {
  const waiting = new Set<Waiting>();
  /** By id of each open approval: the requests that it may belong to. */
  const askers = new Map<string, Set<Waiting>>();
  /** Ids of dialogs that were open when their module ended. */
  const endedCallers = new Set<string>();

  // A module does not say which request a dialog belongs to. Candidates are all that waited for the
  // module when the approval opened, except those that already have another open approval.
  function findAskers({ origin }: Approval): Set<Waiting> {
    const concerned = [...waiting].filter(
      (one) => one.origin === origin || (one.invokes && origin === moduleId),
    );
    const busy = [...askers.values()].filter(({ size }) => size === 1).flatMap((some) => [...some]);
    const free = concerned.filter((one) => !busy.includes(one));
    return new Set(free.length > 0 ? free : concerned);
  }

  return {
    /** Registers a request; the returned function unregisters it. */
    start(origin: string, invokes: boolean, caller: Caller): () => void {
      const one = { origin, invokes, caller };
      waiting.add(one);
      caller.gone.addEventListener('abort', onChange);
      return () => {
        waiting.delete(one);
        for (const some of askers.values()) some.delete(one);
      };
    },
    /** Notifies the waiting pages of an approval, once. */
    announce(approval: Approval): void {
      if (askers.has(approval.id)) return;
      const some = findAskers(approval);
      askers.set(approval.id, some);
      for (const { caller } of some) caller.onApproval();
    },
    forgetBut(pending: Record<string, unknown>): void {
      for (const id of [...askers.keys(), ...endedCallers]) {
        if (id in pending) continue;
        askers.delete(id);
        endedCallers.delete(id);
      }
    },
    /** Notes that the module has ended: answers to its open dialogs reach nobody. */
    endModule(pending: Record<string, Approval>): void {
      for (const { id, type, origin } of Object.values(pending))
        if (origin === moduleId && type.startsWith('snap_dialog')) endedCallers.add(id);
    },
    /** The caller that waits for the answer, as far as is known. */
    waits({ id }: Approval): ApprovalView['waits'] {
      if (endedCallers.has(id)) return 'moduleEnded';
      const some = [...(askers.get(id) ?? [])];
      const isAwaited = some.length === 0 || some.some(({ caller }) => !caller.gone.aborted);
      if (isAwaited) return 'somebody';
      return 'pageClosed';
    },
  };
}
