import { transfersOf } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** A transfer to the address that nobody has. */
export const recipientZero: Rule = (subject) =>
  transfersOf(subject).flatMap(({ to }) =>
    BigInt(to) === 0n ? warning('recipientZero', 'critical') : [],
  );
