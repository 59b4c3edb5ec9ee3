import { useEffect, useState } from 'react';

type Props = {
  readonly text: string /** What is copied, for those who do not see the place. */;
  readonly what: string;
  readonly label?: string;
};

const shownFor = 1_600;

export function Copy({ text, what, label = 'Copy' }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), shownFor);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Not allowed');
    }
  }

  return (
    <button
      type="button"
      className="copy"
      aria-label={`${label} ${what}`}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
