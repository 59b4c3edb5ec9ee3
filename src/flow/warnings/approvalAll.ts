import { groupHex } from '../../ui/text/format';
import { allowancesOf } from './allowances';
import { isListed, nameOf } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** Leave to move every piece of a collection, those of later included. */
export const approvalAll: Rule = (subject) =>
  allowancesOf(subject).flatMap(({ of, token, spender }) =>
    of === 'all'
      ? warning('approvalAll', isListed(subject, spender) ? 'caution' : 'high', {
          operator: nameOf(subject, spender),
          collection: groupHex(token),
        })
      : [],
  );
