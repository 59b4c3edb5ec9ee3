import { useLayoutEffect, useRef } from 'react';

/** Scroll position of each page, by its entry in the tab's history. */
const scrolled = new Map<string, number>();
let entry = entryInSight();

function entryInSight(): string {
  const stored: unknown = window.history.state?.entry;
  if (typeof stored === 'string') return stored;
  const entry = `${Date.now()}`;
  window.history.replaceState({ entry: entry }, '');
  return entry;
}

// The browser would restore the position before the page is drawn; after a reload it is drawn.
window.history.scrollRestoration = 'manual';
window.addEventListener('pagehide', () => {
  window.history.scrollRestoration = 'auto';
});
window.addEventListener('scroll', () => scrolled.set(entry, window.scrollY), { passive: true });

/**
 * After a link: sets the tab's title, scrolls to the top, and moves the focus to the start of the
 * page. After Back and Forward: restores the scroll position.
 *
 * @param page its name, the same in every language
 */
export function usePageTurn(page: string, title: string): void {
  const shownPage = useRef<string | null>(null);
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  // Before painting: a shorter page would change the position recorded for the previous one.
  useLayoutEffect(() => {
    const isTurn = shownPage.current !== null && shownPage.current !== page;
    shownPage.current = page;
    if (!isTurn) return;
    entry = entryInSight();
    window.scrollTo(0, scrolled.get(entry) ?? 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [page]);
}
