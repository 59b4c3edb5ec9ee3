/** The page without its configuration: it can only suggest to check the server. */
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
