import type { Module } from '../../module';
import type { StoredTransaction } from '../../schema/transaction';
import type { Parties } from '../../starknet/meaning/parties';
import { partiesIn } from '../../starknet/meaning/parties';
import { isIdentifier, selectorOf } from '../../starknet/selector';
import type { EncodedCall } from '../../starknet/transactions/calls';
import { decodeExecute } from '../../starknet/transactions/calls';
import type { UsedAddresses } from '../../state/usedAddresses';
import type { Subject } from '../warnings/evidence';

/**
 * Addresses that an account sent to and used before: in what was approved here, kept for long, and
 * in the newest records of the journal.
 */
export async function usedBefore(
  module: Module,
  chainId: string,
  account: string,
): Promise<Subject['known']> {
  const kept = await module.usedAddresses.of(chainId, account);
  const records = await module.transactions.recent(chainId, account);
  const parties = partiesIn(records.flatMap(callsOf));
  const { recipients, contracts } = usedIn(parties);
  return {
    recipients: [...new Set([...kept.recipients, ...recipients])],
    contracts: [...new Set([...kept.contracts, ...contracts])],
  };
}

/** Whom parties make known: a spender is a contract that is used. */
export const usedIn = ({ recipients, contracts, spenders }: Parties): UsedAddresses => ({
  recipients: [...recipients],
  contracts: [...new Set([...contracts, ...spenders])],
});

/** The calls of a record as far as it keeps them. */
function callsOf(record: StoredTransaction): readonly EncodedCall[] {
  const { txnType, contractAddress: to, contractFuncName, contractCallData: calldata } = record;
  if (txnType !== 'invoke' || record.status === 'REJECTED') return [];
  if (contractFuncName === '__execute__')
    return decodeExecute(calldata, 1) ?? decodeExecute(calldata, 0) ?? [];
  return isIdentifier(contractFuncName)
    ? [{ to, selector: selectorOf(contractFuncName), calldata }]
    : [];
}
