import { sameFelt } from '../../schema/primitives';
import type {
  ListedTransaction,
  StarkNetRecord,
  TransactionRecord,
} from '../../schema/transaction';
import { callsInRecord } from '../../starknet/transactions/calls';

/** The transaction types as starknet.js 6 names them. */
const olderType = {
  invoke: 'INVOKE_FUNCTION',
  deploy: 'DEPLOY_ACCOUNT',
  declare: 'DECLARE',
} as const;

/** A record in the older shape: type in capitals, calls grouped by contract. */
export const toStarkNetRecord = (record: ListedTransaction): StarkNetRecord => ({
  ...record,
  txnType: olderType[record.txnType],
  accountCalls: record.txnType === 'invoke' ? callsOf(record) : null,
});

type AccountCalls = NonNullable<StarkNetRecord['accountCalls']>;
type AccountCall = AccountCalls[string][number];

function listCalls(record: TransactionRecord): AccountCall[] {
  const { senderAddress, contractAddress, contractFuncName, contractCallData } = record;
  const isSeveral = contractFuncName === '__execute__' && sameFelt(contractAddress, senderAddress);
  const several = isSeveral ? callsInRecord(record) : [];
  if (several.length === 0)
    return [{ contract: contractAddress, contractFuncName, contractCallData }];
  return several.map(({ to, selector, calldata }) => ({
    contract: to,
    // Only the selector is signed, not the name.
    contractFuncName: selector,
    contractCallData: [...calldata],
  }));
}

function withRecipient(call: AccountCall): AccountCall {
  if (call.contractFuncName !== 'transfer') return call;
  const [recipient, amount] = call.contractCallData;
  if (recipient === undefined || amount === undefined) return call;
  return { ...call, recipient, amount };
}

function callsOf(record: TransactionRecord): AccountCalls {
  const byContract: AccountCalls = {};
  for (const call of listCalls(record))
    byContract[call.contract] = [...(byContract[call.contract] ?? []), withRecipient(call)];
  return byContract;
}
