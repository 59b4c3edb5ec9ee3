import {
  listStructs,
  plainName,
  type TypedStruct,
  type TypedValue,
} from '../../starknet/typedData/basic';
import type { TypedDataFact } from '../../starknet/typedData/leaves';
import type { TypedData } from '../../starknet/typedData/parse';
import {
  AMOUNT,
  containsPath,
  getPathNames,
  isNamed,
  isNumber,
  mayBeAddress,
  readNumber,
} from './fields';

const TARGET = /^(?:to|contract|target|callee|contractto|(?:contract|target|to)address)$/u;
const FUNCTION =
  /^(?:selector|entrypoint|method|function|func|fn|(?:function|method|entrypoint)(?:name|selector))$/u;
const ARGUMENTS = /^(?:calldata|args|arguments|params|parameters|inputs?|data)$/u;

const isFelt = (value: TypedValue): boolean => value.as === 'felt';
const isSelector = (value: TypedValue): boolean => value.as === 'felt' && value.type === 'selector';
const isFelts = (value: TypedValue): boolean => value.as === 'list' && value.items.every(isFelt);

/** A target with a function, or a selector with what it is called with. */
function isCall({ fields }: TypedStruct): boolean {
  const has = (names: RegExp, isRight: (value: TypedValue) => boolean) =>
    fields.some(({ name, value }) => names.test(plainName(name)) && isRight(value));
  const hasFunction = has(FUNCTION, isFelt);
  return (
    (has(TARGET, (value) => isFelt(value) && !isSelector(value)) &&
      (hasFunction || has(/./u, isFunctionName))) ||
    (has(FUNCTION, isSelector) && (has(/./u, isFelts) || has(ARGUMENTS, () => true))) ||
    (hasFunction && has(/^(?:call)?data$|^args$|^arguments$/u, isFelts))
  );
}

/** A selector by whatever name, of a function and not a number that is used once. */
const isFunctionName = (value: TypedValue): boolean =>
  value.as === 'felt' && value.type === 'selector' && /^\w+$/u.test(value.text ?? '');

export type Call = { readonly struct: TypedStruct; readonly path: readonly string[] };

/** Orders to contracts: what a contract that accepts the signature could carry out. */
export const findCalls = ({ message }: Pick<TypedData, 'message'>): Call[] =>
  listStructs(message, ['message']).filter(({ struct }) => isCall(struct));

const FROM = /^(?:from|sender|payer|owner|source|(?:from|sender|payer|owner)address)$/u;
const TO =
  /^(?:to|recipient|receiver|payee|beneficiary|destination|(?:to|recipient|receiver|payee)address)$/u;
const TOKEN = /^(?:token|asset|currency|coin|(?:token|asset|currency)(?:address|contract))$/u;

export type Payment = {
  readonly from: TypedDataFact;
  readonly to: TypedDataFact;
  /** Token and amounts. */
  readonly what: readonly TypedDataFact[];
};

/** Orders to move an amount of a token from one address to another, each in its own struct. */
export function findPayments(
  { message }: Pick<TypedData, 'message'>,
  facts: readonly TypedDataFact[],
): Payment[] {
  const found = listStructs(message, ['message']).flatMap(({ path }) => {
    const inside = facts.filter((fact) => containsPath(path, fact));
    const from = inside.find((fact) => mayBeAddress(fact) && isNamed(fact, FROM));
    const to = inside.find((fact) => mayBeAddress(fact) && isNamed(fact, TO));
    const token = inside.find((fact) => mayBeAddress(fact) && isNamed(fact, TOKEN));
    const amounts = inside.filter(
      (fact) => (isNumber(fact) && isNamed(fact, AMOUNT)) || fact.as === 'amount',
    );
    if (!from || !to || !token || amounts.length === 0) return [];
    return [{ path, payment: { from, to, what: [token, ...amounts] } }];
  });
  // What holds a payment is not another one.
  const isInnermost = (path: readonly string[]) =>
    !found.some((other) => other.path.length > path.length && containsPath(path, other));
  return found.filter(({ path }) => isInnermost(path)).map(({ payment }) => payment);
}

const SIDE =
  '(?:buys?|bought|wants?|wanted|takes?|taker|receives?|received|gets?|returns?|asks?|consideration)';
/** What comes in return: an amount of the other side, or a price. */
const RETURN = new RegExp(
  `^(?:min(?:imum)?)?${SIDE}(?:amounts?|quantity|value|price)$|` +
    '^(?:amount|value)s?(?:out|received|wanted|bought)(?:min)?$|' +
    '^min(?:imum)?(?:amount)?(?:out|output|received?|return)$|' +
    '^(?:unit|start|end|total|sale|list(?:ing)?|asking)?price$',
  'u',
);
const RETURNED = new RegExp(`^${SIDE}$`, 'u');
const OFFERED =
  /^(?:sells?|sold|offers?|offered|gives?|makes?|maker|spends?|pays?|input)(?:amounts?|quantity|value)?$|^amounts?in$|^(?:nft|collection|piece|tokenid)/u;

function isReturn(fact: TypedDataFact): boolean {
  const [inner = '', ...outer] = getPathNames(fact).reverse();
  if (RETURN.test(inner)) return true;
  const isInReturn = outer.some((name) => RETURNED.test(name));
  return (
    isInReturn && (fact.as === 'amount' ? !/identifier|tokenid/u.test(inner) : AMOUNT.test(inner))
  );
}

/** The side that comes in return, if all of it is nothing while something is offered. */
export function soldForNothing(facts: readonly TypedDataFact[]): readonly TypedDataFact[] {
  const inMessage = facts.filter(({ path }) => path[0] === 'message');
  const returned = inMessage.filter((fact) =>
    fact.as === 'empty'
      ? RETURNED.test(getPathNames(fact).at(-1) ?? '')
      : isNumber(fact) && isReturn(fact),
  );
  const isOffered = inMessage.some(
    (fact) =>
      fact.as !== 'empty' &&
      !returned.includes(fact) &&
      getPathNames(fact).some((name) => OFFERED.test(name)),
  );
  const isNothing = returned.every((fact) => fact.as === 'empty' || readNumber(fact) === 0n);
  return isOffered && isNothing ? returned : [];
}
