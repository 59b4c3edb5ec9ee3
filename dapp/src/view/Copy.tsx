import { useEffect, useState } from 'react';
import { draw, text } from '../draw';
import { type Label, say, type TextRef } from '../texts';

type Props = {
  readonly text: string;
  /** Name of the copied thing, for those who do not see the place. */
  readonly subject: Label;
  readonly label?: TextRef;
};

const shownFor = 1_600;

export function Copy({ text: copied, subject, label = say('page.copy') }: Props) {
  const [notice, setSaid] = useState<TextRef | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setSaid(null), shownFor);
    return () => clearTimeout(timer);
  }, [notice]);

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
      aria-label={text('page.copyOf', { label, what: subject })}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{draw(notice ?? label)}</span>
    </button>
  );
}
