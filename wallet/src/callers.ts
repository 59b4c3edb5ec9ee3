import type { Approval } from './approvals';
import { moduleId } from './location';

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
  const announced = new Set<string>();
  // A module does not tell for whom it asks: everybody who waits for it is taken for it.
  const concerns = ({ origin, invokes }: Waiting, approval: Approval) =>
    origin === approval.origin || (invokes && approval.origin === moduleId);

  return {
    /** Notes a request; the returned function notes its end. */
    start(origin: string, invokes: boolean, caller: Caller): () => void {
      const one = { origin, invokes, caller };
      waiting.add(one);
      caller.gone.addEventListener('abort', onChange);
      return () => {
        waiting.delete(one);
      };
    },
    /** Tells the pages that wait of an approval, once. */
    announce(approval: Approval): void {
      if (announced.has(approval.id)) return;
      announced.add(approval.id);
      for (const one of waiting) if (concerns(one, approval)) one.caller.onApproval();
    },
    forgetBut(pending: Record<string, unknown>): void {
      for (const id of announced) if (!(id in pending)) announced.delete(id);
    },
    /** False where all the pages that may have led to the approval are gone. */
    isAwaited(approval: Approval): boolean {
      const concerned = [...waiting].filter((one) => concerns(one, approval));
      return concerned.length === 0 || concerned.some(({ caller }) => !caller.gone.aborted);
    },
  };
}
