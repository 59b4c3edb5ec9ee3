import type { TypedDataFact } from '../../starknet/typedData/leaves';
import type { TokensByAddress } from '../transactions/simulate';
import { isUnlimited } from '../transactions/words/amounts';
import {
  AMOUNT,
  containsPath,
  getPathNames,
  isNamed,
  isNumber,
  mayBeAddress,
  readAddress,
  readNumber,
} from './fields';

/** Someone who could take tokens or pieces later, and what of them is granted. */
export type Permit = {
  readonly spender: TypedDataFact;
  readonly isUnlimited: boolean;
};

const SPENDER =
  /^(?:approved|allowed|token)?(?:spender|operator|grantee|delegate|puller)s?(?:address|account|contract)?$/u;
const INSIDE = /^(?:address|account|contract|contractaddress|id|value)$/u;
const GRANT = /^(?:allowed|approved|permitted)(?:amount|value)?s?$/u;

/** One of which nothing is known. */
const ANY_TOKEN = '0x0';

/** The spender itself, or the one felt inside of what is called so. */
function isSpender(fact: TypedDataFact): boolean {
  const [inner = '', outer = ''] = getPathNames(fact).reverse();
  return mayBeAddress(fact) && (SPENDER.test(inner) || (SPENDER.test(outer) && INSIDE.test(inner)));
}

/** Amounts by their names, and everything that is typed as tokens or pieces. */
const isGrant = (fact: TypedDataFact): boolean =>
  fact.as === 'amount' || isNamed(fact, AMOUNT) || isNamed(fact, GRANT);

/** What is granted to a spender stands beside it, or beside what holds it. */
function grantsFor(spender: TypedDataFact, facts: readonly TypedDataFact[]): TypedDataFact[] {
  for (let depth = spender.path.length - 1; depth > 0; depth--) {
    const scope = spender.path.slice(0, depth);
    const found = facts.filter(
      (fact) => fact !== spender && containsPath(scope, fact) && !isSpender(fact) && isGrant(fact),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The permits in a message, wherever their parts stand: of ERC-20, ERC-721 and ERC-1155, in one
 * struct or in several, one by one or in lists. An amount counts as one of each listed token that
 * the message names, as in calls.
 */
export function findPermits(
  facts: readonly TypedDataFact[],
  listed: TokensByAddress = {},
): Permit[] {
  const inMessage = facts.filter(({ path }) => path[0] === 'message');
  const named = inMessage.filter(mayBeAddress).map(readAddress);
  const tokens = [ANY_TOKEN, ...named.filter((address) => Object.hasOwn(listed, address))];
  return inMessage.filter(isSpender).flatMap((spender) => {
    const grants = grantsFor(spender, inMessage);
    if (grants.length === 0) return [];
    const amounts = grants
      .filter((fact) => fact.as !== 'address' && isNumber(fact))
      .map((fact) => String(readNumber(fact)));
    const hasNoLimit = amounts.some((amount) =>
      tokens.some((token) => isUnlimited({ token, amount }, listed)),
    );
    return [{ spender, isUnlimited: hasNoLimit }];
  });
}
