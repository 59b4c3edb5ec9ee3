import { array, boolean, enums, integer, max, min, object, optional } from '@metamask/superstruct';
import { visibleAccount } from '../flow/access';
import { trackTransactions } from '../flow/trackTransactions';
import { field } from '../schema/field';
import { withDefault } from '../schema/input';
import { ChainIdParam, ContractAddress, sameFelt } from '../schema/primitives';
import { type StoredTransaction, TransactionRecord } from '../schema/transaction';
import { defineMethod } from './method';

const DAY = 86_400;

export const xnet_getTransactions = defineMethod({
  summary: 'Lists the newest transactions of an account, with where each stands.',
  params: object({
    senderAddress: field(ContractAddress, { description: 'Account that sent them.' }),
    contractAddress: field(optional(ContractAddress), {
      description: 'Only those that call this contract.',
    }),
    pageSize: field(withDefault(enums([10, 25, 50]), 10), {
      description: 'Most records in the answer.',
    }),
    txnsInLastNumOfDays: field(withDefault(max(min(integer(), 0), 36_500), 5), {
      description: 'Only those of the last days.',
      unit: 'days',
      jsonSchema: { type: 'integer', minimum: 0 },
    }),
    withDeployTxn: field(withDefault(boolean(), false), {
      description: 'True to list the deployment of the account, too.',
    }),
    onlyFromState: field(withDefault(boolean(), false), {
      description: 'True to list only what was sent from here.',
    }),
    chainId: ChainIdParam,
  }),
  result: array(TransactionRecord),
  errors: ['unknownAccount', 'userRejected'],
  callers: 'anyDapp',
  prompts: 'once',
  aliases: { senderAddress: ['address', 'userAddress'] },

  async handle({ params, ...context }, module) {
    const { chainId } = context.network;
    const { contractAddress } = params;
    const { address: senderAddress } = await visibleAccount(module, context, params.senderAddress);
    await trackTransactions(module, { chainId, senderAddress });
    const since = Math.floor(module.now() / 1000) - params.txnsInLastNumOfDays * DAY;
    const records = await module.transactions.list(chainId, senderAddress, {
      limit: params.pageSize,
      since,
      wanted: (record) =>
        (params.withDeployTxn || record.txnType !== 'deploy') &&
        (contractAddress === undefined || sameFelt(record.contractAddress, contractAddress)),
    });
    return records.map(onWire);
  },
});

const onWire = ({ nonce: _nonce, known: _known, ...record }: StoredTransaction) => record;
