import { sameFelt } from '../../schema/primitives';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import type { Rule } from './subject';
import { warning } from './warning';

/** A message whose calls anyone may carry out. */
export const outsideAnyone: Rule = ({ outside }) =>
  outside && sameFelt(outside.caller, ANY_CALLER) ? [warning('outsideAnyone', 'high')] : [];
