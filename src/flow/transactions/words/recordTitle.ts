import type { State } from '../../../module';
import type { StoredTransaction } from '../../../schema/transaction';
import { parseMeaning } from '../../../starknet/meaning/parseMeaning';
import { nameOfSelector } from '../../../starknet/selector';
import { callsInRecord } from '../../../starknet/transactions/calls';
import { say } from '../../../ui/text/words';
import { tokenTable } from '../tokenTable';
import { titleOfCalls } from './title';

/** A record under the title of its dialog, as far as its calls are stored. */
export async function recordTitle(state: Pick<State, 'tokens'>, record: StoredTransaction) {
  const { txnType, chainId, senderAddress: account, contractFuncName: name } = record;
  if (txnType === 'deploy') return say('preview.deployAccount');
  if (txnType === 'declare') return say('home.declareClass');
  const isSeveral = name === '__execute__';
  const calls = callsInRecord(record).map(({ to, selector, calldata }) => {
    const entrypoint = isSeveral ? (nameOfSelector(selector) ?? '') : name;
    const call = { contractAddress: to, entrypoint, calldata: [...calldata] };
    return { meaning: parseMeaning(call, null, { account, chainId }) };
  });
  if (calls.length === 0 || calls.some(({ meaning }) => meaning.kind === 'other'))
    return isSeveral ? say('home.severalCalls') : say('home.call', { name });
  return titleOfCalls(calls, await tokenTable(state, chainId), account).title;
}
