import { useEffect, useState } from 'react';
import { draw, text } from '../draw';
import { type Label, say, type TextRef } from '../texts';

type Props = {
  readonly text: string;
  /** What is copied, for those who do not see the place. */
  readonly what: Label;
  readonly label?: TextRef;
};

const shownFor = 1_600;

export function Copy({ text: copied, what, label = say('page.copy') }: Props) {
  const [said, setSaid] = useState<TextRef | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), shownFor);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(copied);
      setSaid(say('page.copied'));
    } catch {
      setSaid(say('page.notAllowed'));
    }
  }

  return (
    <button
      type="button"
      className="copy"
      aria-label={text('page.copyOf', { label, what })}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{draw(said ?? label)}</span>
    </button>
  );
}
