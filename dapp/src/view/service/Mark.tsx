import type { ReactNode } from 'react';

type Props = {
  readonly id: string;
  /** `unknown`: nothing was there to check against, or nobody asked for it. */
  readonly holds: 'yes' | 'no' | 'unknown';
  readonly children: ReactNode;
};

const signs = { yes: '✓', no: '✕', unknown: '?' } as const;

/** Whether what is shown was checked, and how. */
export function Mark({ id, holds, children }: Props) {
  return (
    <div className="mark" data-testid={id} data-holds={holds}>
      <span className="mark-sign" aria-hidden="true">
        {signs[holds]}
      </span>
      <div>{children}</div>
    </div>
  );
}
