/**
 * Moves the focus to a new request unless the user is busy in another one, and back to where it was
 * when nothing is left to answer. If a redraw removes the focused element, the one that is drawn in
 * its stead gets the focus, or else the part of the page that contained it.
 */
export function createFocus(root: HTMLElement) {
  const seenIds = new Set<string>();
  let lastFocus: Element | null = null;
  let last: Element | null = null;
  let part: HTMLElement | null = null;
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
    part = last?.closest<HTMLElement>('.approval, .page, .tab') ?? null;
  });

  return {
    /** Call after each drawing with the ids drawn, newest first, and what had the focus before it. */
    follow(ids: readonly string[], focusHolder: Element | null): void {
      const active = document.activeElement;
      const isAtWork = active instanceof HTMLElement && active.closest('.approval') !== null;
      const fresh = ids.find((id) => !seenIds.has(id));
      for (const id of seenIds) if (!ids.includes(id)) seenIds.delete(id);
      for (const id of ids) seenIds.add(id);
      if (fresh !== undefined && !isAtWork) {
        if (active !== document.body) lastFocus = active;
        cardOf(fresh)?.focus();
      } else if (
        active === document.body &&
        last &&
        (last === focusHolder || !canHaveFocus(last))
      ) {
        // It was removed or disabled, or moved, which takes the focus away, too.
        const [next] = ids;
        const other = next === undefined ? lastFocus : cardOf(next);
        const target = successorOf(last) ?? (part?.isConnected ? part : other);
        if (next === undefined) lastFocus = null;
        if (target instanceof HTMLElement && target.isConnected) target.focus();
      }
    },
    /** The request that a key press is meant for: the focused one, else the newest. */
    card(): HTMLElement | null {
      const active = document.activeElement?.closest<HTMLElement>('.approval');
      if (active) return active;
      if (document.activeElement === document.body) return root.querySelector('.approval');
      return null;
    },
  };

  /** The same button or field, wherever it is in its part now. */
  function successorOf(element: Element): Element | null {
    if (canHaveFocus(element)) return element;
    const key = element.getAttribute('data-key');
    if (key === null || !part?.isConnected) return null;
    return part.querySelector(`[data-key="${CSS.escape(key)}"]:enabled`);
  }

  function cardOf(id: string): HTMLElement | null {
    return root.querySelector(`.approval[data-id="${CSS.escape(id)}"]`);
  }
}

const canHaveFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled');
