/** The page without its settings: all that can be done is to look at the server. */
export function Broken({ reason }: { reason: string }) {
  return (
    <main className="broken">
      <h1>The page could not start</h1>
      <p>{reason}</p>
      <p>Check that npm start still runs, then load the page again.</p>
      <button type="button" className="primary" onClick={() => window.location.reload()}>
        Load again
      </button>
    </main>
  );
}
