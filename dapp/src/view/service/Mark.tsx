import type { ReactNode } from 'react';

type Props = {
  readonly id: string;
  /** `unknown`: nothing to check against, or no check was requested. */
  readonly holds: 'yes' | 'no' | 'unknown';
  readonly children: ReactNode;
};

const signs = { yes: '✓', no: '✕', unknown: '?' } as const;

/** Shows whether and how a result was verified. */
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
