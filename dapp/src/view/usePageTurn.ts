import { useLayoutEffect, useRef } from 'react';

/** How far each page was scrolled, by its entry in the tab's history. */
const scrolled = new Map<string, number>();
let entry = entryInSight();

function entryInSight(): string {
  const known: unknown = window.history.state?.entry;
  if (typeof known === 'string') return known;
  const made = `${Date.now()}`;
  window.history.replaceState({ entry: made }, '');
  return made;
}

// The browser would scroll before the page is there; after a reload it is.
window.history.scrollRestoration = 'manual';
window.addEventListener('pagehide', () => {
  window.history.scrollRestoration = 'auto';
});
window.addEventListener('scroll', () => scrolled.set(entry, window.scrollY), { passive: true });

/**
 * After a link: the new page's name on the tab, its top in sight, and the focus at its beginning.
 * After Back and Forward the page stands where it was left.
 */
export function usePageTurn(title: string): void {
  const shown = useRef<string | null>(null);
  // Before anything is painted: a shorter page would move what is noted of the one that was left.
  useLayoutEffect(() => {
    document.title = `${title} · Xnet test dapp`;
    const isTurn = shown.current !== null && shown.current !== title;
    shown.current = title;
    if (!isTurn) return;
    entry = entryInSight();
    window.scrollTo(0, scrolled.get(entry) ?? 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [title]);
}
