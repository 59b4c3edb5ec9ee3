/** What is being waited for. That it may be the person themselves, the notice over the page says. */
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
