import { array, boolean, enums, integer, object, optional } from '@metamask/superstruct';
import { field, whole, withDefault } from '@xnet/clients/schema/field';
import { fetchHistory } from '../flow/history/history';
import { ChainIdParam, ContractAddress, Felt, sameFelt, unixSeconds } from '../schema/primitives';
import { ListedTransaction } from '../schema/transaction';
import { callsInRecord } from '../starknet/transactions/calls';
import { defineMethod } from './method';

const SECONDS_PER_DAY = 86_400;
const MOST_DAYS = 36_500;

export const xnet_getTransactions = defineMethod({
  summary: 'Lists the latest transactions of an account, with their status.',
  params: object({
    senderAddress: field(ContractAddress, {
      description: 'Account whose transactions are listed.',
    }),
    contractAddress: field(optional(ContractAddress), {
      description:
        'Lists only transactions that call this contract, alone or as one of several stored calls.',
    }),
    pageSize: field(withDefault(enums([10, 25, 50]), 10), {
      description: 'Maximum number of records in the response.',
    }),
    txnsInLastNumOfDays: field(withDefault(whole('days', 0, MOST_DAYS), 5), {
      description: 'Maximum age of the listed transactions.',
      unit: 'days',
      jsonSchema: { type: 'integer', minimum: 0, maximum: MOST_DAYS },
    }),
    withDeployTxn: field(withDefault(boolean(), false), {
      description: 'True to also list the deployment of the account.',
    }),
    onlyFromState: field(withDefault(boolean(), false), {
      description: 'True to list only transactions sent by this module.',
    }),
    cursor: field(
      optional(
        object({
          txnHash: field(Felt, { description: 'Its transaction hash.' }),
          timestamp: field(integer(), { description: 'Its time.', unit: 'unix seconds' }),
        }),
      ),
      { description: 'Last record of the previous page; the response continues after it.' },
    ),
    chainId: ChainIdParam,
  }),
  result: array(ListedTransaction),
  errors: ['unknownAccount'],
  prompts: 'never',
  account: { address: 'senderAddress' },

  async handle({ params, account, network }, module) {
    const { chainId } = network;
    const { contractAddress } = params;
    return fetchHistory(module, {
      chainId,
      account: account.address,
      size: params.pageSize,
      since: unixSeconds(module) - params.txnsInLastNumOfDays * SECONDS_PER_DAY,
      after: params.cursor,
      sources: params.onlyFromState ? 'journal' : 'all',
      isWanted: (record) =>
        (params.withDeployTxn || record.txnType !== 'deploy') &&
        (contractAddress === undefined ||
          [record.contractAddress, ...callsInRecord(record).map(({ to }) => to)].some((address) =>
            sameFelt(address, contractAddress),
          )),
    });
  },
});
