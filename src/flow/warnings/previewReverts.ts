import type { Rule } from './subject';
import { warning } from './warning';

/** The simulation failed on chain: so would the transaction. */
export const previewReverts: Rule = ({ preview }) =>
  preview.state === 'reverts'
    ? [warning('previewReverts', 'critical', { reason: preview.reason })]
    : [];
