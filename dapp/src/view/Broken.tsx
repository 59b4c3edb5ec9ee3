import type { Label } from '../texts';
import { useTexts } from './useTexts';

/** The page without its configuration: it can only suggest to check the server. */
export function Broken({ reason }: { reason: Label }) {
  const { draw, text } = useTexts();
  return (
    <main className="broken">
      <h1>{text('page.broken')}</h1>
      <p>{draw(reason)}</p>
      <p>{text('page.brokenAdvice')}</p>
      <button type="button" className="primary" onClick={() => window.location.reload()}>
        {text('page.loadAgain')}
      </button>
    </main>
  );
}
