import { text } from '../draw';
import type { Label } from '../texts';

/** The awaited thing. If it is the person, the notice at the top says so. */
export function WaitLine({ waitingFor }: { waitingFor: Label | null }) {
  return (
    <p className="step-wait" role="status">
      {waitingFor !== null && (
        <>
          <span className="spinner" aria-hidden="true" />
          {text('page.waiting', { what: waitingFor })}
        </>
      )}
    </p>
  );
}
