import { describe, expect, it } from '@jest/globals';
import { sender, storedRecord } from '../../../test/wallet/records';
import type { StoredTransaction } from '../../schema/transaction';
import { getSelector } from '../../starknet/selector';
import { encodeExecute } from '../../starknet/transactions/calls';
import { toStarkNetRecord } from './starkNetRecord';

const older = (record: StoredTransaction) => toStarkNetRecord({ ...record, incoming: false });
const token = storedRecord(1).contractAddress;

describe('a record in the older shape', () => {
  it('writes the type in capitals, and recipient and amount of a single transfer', () => {
    expect(older(storedRecord(1))).toMatchObject({
      txnType: 'INVOKE_FUNCTION',
      accountCalls: {
        [token]: [
          {
            contract: token,
            contractFuncName: 'transfer',
            contractCallData: ['0x1', '0x2', '0x0'],
            recipient: '0x1',
            amount: '0x2',
          },
        ],
      },
    });
  });

  it('groups several calls by contract', () => {
    const other = `0x${'8'.padStart(64, '0')}`;
    const call = (contractAddress: string, entrypoint: string) => ({
      contractAddress,
      entrypoint,
      calldata: ['0x5'],
    });
    const calls = [call(token, 'approve'), call(other, 'swap'), call(token, 'approve')];
    const record = storedRecord(1, {
      contractAddress: sender,
      contractFuncName: '__execute__',
      contractCallData: encodeExecute(calls, 1),
    });
    const { accountCalls } = older(record);
    expect(Object.keys(accountCalls ?? {})).toEqual([token, other]);
    expect(accountCalls?.[token]).toHaveLength(2);
    expect(accountCalls?.[other]).toEqual([
      { contract: other, contractFuncName: getSelector('swap'), contractCallData: ['0x5'] },
    ]);
  });

  it.each<[StoredTransaction['txnType'], string]>([
    ['deploy', 'DEPLOY_ACCOUNT'],
    ['declare', 'DECLARE'],
  ])('converts type %s to %s, without calls', (txnType, name) => {
    const record = storedRecord(1, { txnType, contractFuncName: '' });
    expect(older(record)).toMatchObject({ txnType: name, accountCalls: null });
  });
});
