import { useEffect, useRef } from 'react';

/** After a link: the new page's name on the tab, its top in sight, and the focus at its beginning. */
export function usePageTurn(title: string): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    document.title = `${title} · Xnet test dapp`;
    const isTurn = shown.current !== null && shown.current !== title;
    shown.current = title;
    if (!isTurn) return;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [title]);
}
