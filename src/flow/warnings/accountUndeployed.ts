import type { Rule } from './subject';
import { warning } from './warning';

/** The account goes on chain with this transaction. */
export const accountUndeployed: Rule = ({ transactions }) =>
  transactions.some(({ type }) => type === 'DEPLOY_ACCOUNT')
    ? [warning('accountUndeployed', 'info')]
    : [];
