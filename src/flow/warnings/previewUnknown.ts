import type { Rule } from './subject';
import { warning } from './warning';

/**
 * Nothing could be tried out: never the same as nothing to worry about. Where nothing is called,
 * as in the deployment of the account, there is nothing to try out.
 */
export const previewUnknown: Rule = ({ calls, outside, preview }) =>
  preview.state === 'unknown' && (calls.length > 0 || outside)
    ? [warning('previewUnknown', 'caution', { why: preview.why })]
    : [];
