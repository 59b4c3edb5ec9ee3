import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & { readonly isBusy: boolean };

/** A button that keeps the focus while what it began is under way, and does nothing when pressed then. */
export function ActionButton({ isBusy, onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      // For a submit button that is to send nothing, whether it or Enter in a field was pressed.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
