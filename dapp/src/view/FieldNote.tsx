import type { ReactNode } from 'react';

type Props = {
  /** Id of the field. */
  readonly id: string;
  readonly isFault: boolean;
  /** Language of the text if it is not the page's. */
  readonly lang?: string | undefined;
  readonly children: ReactNode;
};

/** The hint below a field, or its fault in the hint's place. */
export function FieldNote({ id, isFault, lang, children }: Props) {
  return (
    <p id={`${id}-note`} className={isFault ? 'fault' : 'hint'} lang={lang}>
      {children}
    </p>
  );
}
