import { type Rule, warning } from './rule';

/** The simulation failed on chain: so would the transaction. */
export const previewReverts: Rule = ({ preview }) =>
  preview.state === 'reverts'
    ? [warning('previewReverts', 'critical', { reason: preview.reason })]
    : [];

/**
 * Nothing could be tried out: never the same as nothing to worry about. Where nothing is called,
 * as in the deployment of the account, there is nothing to try out.
 */
export const previewUnknown: Rule = ({ calls, outside, preview }) =>
  preview.state === 'unknown' && (calls.length > 0 || outside)
    ? [warning('previewUnknown', 'caution', { why: preview.why })]
    : [];
