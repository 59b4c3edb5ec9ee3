import type { StoredAccount } from '../schema/account';
import type { Call } from '../schema/call';
import { accountClasses } from '../starknet/accountClasses';
import { formatUnits } from '../starknet/amount';
import { knownToken, readApprove, readTransfer } from '../starknet/erc20';
import type { Transaction } from '../starknet/transaction';
import type { Fact, ReviewFacts } from '../ui/reviewFacts';
import type { TransactionReview } from './prepareTransaction';

type Section = ReviewFacts['sections'][number];

const FRI_DECIMALS = 18;

/** The facts of a transaction, every one read from exactly what will be signed. */
export function describeTransaction(review: TransactionReview): ReviewFacts {
  const { context, account, calls, transactions } = review;
  const deploys = transactions.some(({ type }) => type === 'DEPLOY_ACCOUNT');
  return {
    title: calls.length > 0 ? 'Review transaction' : 'Deploy account',
    origin: context.origin,
    network: context.network.name,
    warnings: [],
    sections: [
      {
        title: 'What it does',
        facts: [...(deploys ? deployment(account) : []), ...inWords(calls)],
      },
      describeFee(review),
      {
        title: 'Account',
        facts: [{ as: 'address', label: account.name, value: account.address }],
      },
      ...calls.map((call, index) => describeCall(call, index, calls.length)),
      ...transactions.map(describeDetails),
    ],
  };
}

const deployment = ({ addressClass }: StoredAccount): Fact[] => {
  const { label, classHash } = accountClasses[addressClass];
  return [
    { as: 'sentence', value: `Deploy this account as ${label}` },
    { as: 'raw', label: 'Class hash', value: classHash },
  ];
};

/** Each call in a sentence, numbered where there are several. */
const inWords = (calls: readonly Call[]): Fact[] =>
  calls.flatMap((call, index) => {
    const [sentence, ...others] = meaningOf(call);
    if (sentence?.as !== 'sentence' || calls.length === 1) return meaningOf(call);
    return [{ ...sentence, value: `${index + 1}. ${sentence.value}` }, ...others];
  });

/** A call as it is signed, to the last felt. */
const describeCall = (call: Call, index: number, count: number): Section => ({
  title: count === 1 ? 'Call' : `Call ${index + 1} of ${count}`,
  facts: [
    {
      as: 'address',
      label: 'Contract',
      value: call.contractAddress,
      ...nameOf(call.contractAddress),
    },
    { as: 'text', label: 'Entry point', value: call.entrypoint },
    { as: 'raw', label: 'Call data', value: call.calldata.join(', ') || '(none)' },
  ],
});

/** A transfer or an approval in words; for any other call, what is known: its entry point. */
function meaningOf(call: Call): Fact[] {
  const transfer = readTransfer(call);
  if (transfer)
    return [
      { as: 'sentence', value: `Send ${amountOf(transfer.token, transfer.amount)}` },
      { as: 'address', label: 'To', value: transfer.recipient },
    ];
  const approval = readApprove(call);
  if (approval)
    return [
      {
        as: 'sentence',
        value: `Allow spending of ${amountOf(approval.token, approval.amount)}`,
      },
      { as: 'address', label: 'Spender', value: approval.spender },
    ];
  return [
    { as: 'sentence', value: `Call ${call.entrypoint}` },
    { as: 'address', label: 'Of contract', value: call.contractAddress },
  ];
}

/** Both limbs of the u256 are in `amount`; for an unknown token its decimals are not guessed. */
function amountOf(token: string, amount: bigint): string {
  const known = knownToken(token);
  return known
    ? `${formatUnits(amount, known.decimals)} ${known.symbol}`
    : `${amount} smallest units of an unknown token`;
}

const nameOf = (address: string): { name?: string } => {
  const known = knownToken(address);
  return known ? { name: `${known.symbol} token` } : {};
};

const describeFee = ({ fee }: TransactionReview): Section => ({
  title: 'Fee',
  facts: [
    fee.expected === null
      ? { as: 'text', label: 'Expected', value: 'Not estimated' }
      : { as: 'amount', label: 'Expected', value: fri(fee.expected), symbol: 'STRK' },
    { as: 'amount', label: 'Maximum', value: fri(fee.maximum), symbol: 'STRK' },
  ],
});

const fri = (amount: string): string => formatUnits(BigInt(amount), FRI_DECIMALS);

/** Everything else that the signature covers. */
function describeDetails(transaction: Transaction): Section {
  const { l1_gas, l1_data_gas, l2_gas } = transaction.resource_bounds;
  const bound = ({ max_amount, max_price_per_unit }: typeof l1_gas) =>
    `${BigInt(max_amount)} × ${BigInt(max_price_per_unit)} FRI`;
  return {
    title: transaction.type === 'DEPLOY_ACCOUNT' ? 'Details of the deployment' : 'Details',
    facts: [
      { as: 'text', label: 'Nonce', value: String(BigInt(transaction.nonce)) },
      { as: 'text', label: 'Tip', value: `${BigInt(transaction.tip)} FRI per unit of L2 gas` },
      { as: 'text', label: 'L1 gas, at most', value: bound(l1_gas) },
      { as: 'text', label: 'L1 data gas, at most', value: bound(l1_data_gas) },
      { as: 'text', label: 'L2 gas, at most', value: bound(l2_gas) },
      {
        as: 'text',
        label: 'Data availability',
        value: `nonce ${transaction.nonce_data_availability_mode}, fee ${transaction.fee_data_availability_mode}`,
      },
      { as: 'text', label: 'Version', value: String(BigInt(transaction.version)) },
    ],
  };
}
