/** What is being waited for. If it is the person, the notice at the top says so. */
export function WaitLine({ waitingFor }: { waitingFor: string | null }) {
  return (
    <p className="step-wait" role="status">
      {waitingFor !== null && (
        <>
          <span className="spinner" aria-hidden="true" />
          {waitingFor}…
        </>
      )}
    </p>
  );
}
