import type { StoredAccount } from '../schema/account';
import type { RequestContext } from '../schema/context';
import type { TypedData } from '../starknet/typedData';
import { type TypedDataFact, typedDataFacts } from '../starknet/typedDataFacts';
import type { Fact, ReviewFacts, Warning } from '../ui/reviewFacts';

export type MessageReview = {
  readonly context: RequestContext;
  readonly account: StoredAccount;
  readonly typedData: TypedData;
};

const wordsOf = {
  zeroAddress: 'is the zero address',
  ethereumAddress: 'looks like an Ethereum address',
  unreadableSelector: 'names a function that cannot be read',
} as const satisfies Record<NonNullable<TypedDataFact['warning']>, string>;

/** The facts of a message, read off the very tree that is hashed. */
export function describeMessage({ context, account, typedData }: MessageReview): ReviewFacts {
  const facts = typedDataFacts(typedData);
  const part = (name: string) => facts.filter(({ path }) => path[0] === name).map(factOf);
  return {
    title: 'Sign message',
    origin: context.origin,
    network: context.network.name,
    warnings: warningsOf(facts),
    sections: [
      { title: 'What you sign', facts: part('message') },
      { title: 'For', facts: part('domain') },
      {
        title: 'Account',
        facts: [{ as: 'address', label: account.name, value: account.address }],
      },
    ],
  };
}

function factOf({ path, as, value, raw, alsoReads }: TypedDataFact): Fact {
  const label = path.slice(1).join(' › ');
  if (as === 'address' || as === 'classHash') return { as: 'address', label, value };
  const also = alsoReads === undefined ? '' : `, which also reads “${alsoReads}”`;
  const felt = as === 'text' && raw !== undefined ? ` (${raw})` : '';
  return { as: 'text', label, value: `${value}${also}${felt}` };
}

/** SNIP-9: a message of this domain moves funds as a transaction does. */
const OUTSIDE_EXECUTION = 'Account.execute_from_outside';

function warningsOf(facts: readonly TypedDataFact[]): Warning[] {
  const isTransaction = facts.some(
    ({ path, value }) => path.join('.') === 'domain.name' && value === OUTSIDE_EXECUTION,
  );
  const doubts = facts.flatMap(({ path, warning }) =>
    warning ? [`${path.slice(1).join(' › ')} ${wordsOf[warning]}`] : [],
  );
  return [
    ...(isTransaction
      ? [
          {
            rule: 'outsideExecution',
            severity: 'critical' as const,
            title: 'This message is a transaction',
            text: 'Whoever holds the signature can carry out its calls with this account.',
          },
        ]
      : []),
    ...(doubts.length > 0
      ? [
          {
            rule: 'doubtfulValue',
            severity: 'high' as const,
            title: 'Look closely',
            text: `${doubts.join('; ')}.`,
          },
        ]
      : []),
  ];
}
