import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & { readonly isBusy: boolean };

/** A button that keeps the focus while its action runs, and ignores clicks meanwhile. */
export function ActionButton({ isBusy, onClick, type = 'button', ...attributes }: Props) {
  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={isBusy || undefined}
      // Prevents the submission, whether by click or by Enter in a field.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
