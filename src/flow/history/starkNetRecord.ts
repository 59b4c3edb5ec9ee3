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

function callsOf(record: TransactionRecord): NonNullable<StarkNetRecord['accountCalls']> {
  const { senderAddress, contractAddress, contractFuncName, contractCallData } = record;
  const isSeveral = contractFuncName === '__execute__' && sameFelt(contractAddress, senderAddress);
  const several = isSeveral ? callsInRecord(record) : [];
  const calls = several.length
    ? several.map(({ to, selector, calldata }) => ({
        contract: to,
        // Only the selector is signed, not the name.
        contractFuncName: selector,
        contractCallData: [...calldata],
      }))
    : [{ contract: contractAddress, contractFuncName, contractCallData }];
  const byContract: NonNullable<StarkNetRecord['accountCalls']> = {};
  for (const call of calls) {
    const [recipient, amount] = call.contractFuncName === 'transfer' ? call.contractCallData : [];
    const entry = amount === undefined ? call : { ...call, recipient, amount };
    byContract[call.contract] = [...(byContract[call.contract] ?? []), entry];
  }
  return byContract;
}
