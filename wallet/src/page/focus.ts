/**
 * Moves the focus to a request that has come, unless the user is at work in another one, and back
 * to where it was when nothing is left to answer. Where a redraw takes away what had the focus, the
 * part of the page that it was in has it.
 */
export function createFocus(root: HTMLElement) {
  const seen = new Set<string>();
  let before: Element | null = null;
  let last: Element | null = null;
  let part: HTMLElement | null = null;
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
    part = last?.closest<HTMLElement>('.approval, .page, .tab') ?? null;
  });

  return {
    /** To be called after each drawing, with the ids that are drawn, newest first. */
    follow(ids: readonly string[]): void {
      const active = document.activeElement;
      const isAtWork = active instanceof HTMLElement && active.closest('.approval') !== null;
      const fresh = ids.find((id) => !seen.has(id));
      for (const id of seen) if (!ids.includes(id)) seen.delete(id);
      for (const id of ids) seen.add(id);
      if (fresh !== undefined && !isAtWork) {
        if (active !== document.body) before = active;
        cardOf(fresh)?.focus();
      } else if (active === document.body && last && !canHaveFocus(last)) {
        const [next] = ids;
        const other = next === undefined ? before : cardOf(next);
        const target = part?.isConnected ? part : other;
        if (next === undefined) before = null;
        if (target instanceof HTMLElement && target.isConnected) target.focus();
      }
    },
    /** The request that a key is meant for: the one in focus, else the newest. */
    card(): HTMLElement | null {
      const active = document.activeElement?.closest<HTMLElement>('.approval');
      if (active) return active;
      return document.activeElement === document.body ? root.querySelector('.approval') : null;
    },
  };

  function cardOf(id: string): HTMLElement | null {
    return root.querySelector(`.approval[data-id="${CSS.escape(id)}"]`);
  }
}

const canHaveFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled');
