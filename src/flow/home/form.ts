import type { Notice } from '../../ui/home/view';
import { type Label, say, type TextName } from '../../ui/text/words';

/** The text of a field in a form that the wallet submitted; undefined if it holds none. */
export function readText(form: unknown, field: string): string | undefined {
  const text = (form as Record<string, unknown> | null)?.[field];
  if (typeof text === 'string') return text;
  return undefined;
}

/** Says why an input was not taken. */
export const notTaken = (text: Label, title: TextName = 'home.notTaken'): Notice => ({
  severity: 'danger',
  title: say(title),
  text,
});
