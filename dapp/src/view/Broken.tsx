import { draw, text } from '../draw';
import type { Label } from '../texts';

function openStart(): void {
  window.location.hash = '#/';
  window.location.reload();
}

/** The page that could not start or be drawn: it says why, and leads to the start. */
export function Broken({ reason }: { reason: Label }) {
  return (
    <main className="broken">
      <h1>{text('page.broken')}</h1>
      <p>{draw(reason)}</p>
      <p>{text('page.brokenAdvice')}</p>
      <button type="button" className="primary" onClick={() => window.location.reload()}>
        {text('page.loadAgain')}
      </button>
      <button type="button" onClick={openStart}>
        {text('page.title.start')}
      </button>
    </main>
  );
}
