import { sameFelt } from '../../schema/primitives';
import { transfersOf } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** A transfer to the account that sends it. */
export const recipientSelf: Rule = (subject) =>
  transfersOf(subject).flatMap(({ from, to }) =>
    sameFelt(from, to) ? warning('recipientSelf', 'caution') : [],
  );
