import { describe, expect, it } from '@jest/globals';
import { invoke } from '../../../test/review/subject';
import vectors from '../../../test/vectors/accounts.json';
import { entropyOf } from '../../../test/wallet/fakeWallet';
import { chainIds } from '../../schema/primitives';
import { QUERY_VERSION } from '../../starknet/transactions/transaction';
import { keysOf, keysOfRequest } from './keys';

const keys = keysOf(async () => entropyOf(vectors.mnemonic));

describe('a signature that nobody is asked for', () => {
  it('is of the query version, which no network takes', async () => {
    const queries = [invoke({ version: QUERY_VERSION })];
    const [signed] = await keys.signForEstimate(queries, 0, chainIds.sepolia);
    expect(signed).toMatchObject({ version: QUERY_VERSION });
    expect(signed?.signature).toHaveLength(2);
  });

  it('is not made for a transaction that could be sent, alone or beside others', async () => {
    for (const transactions of [[invoke()], [invoke({ version: QUERY_VERSION }), invoke()]])
      await expect(keys.signForEstimate(transactions, 0, chainIds.sepolia)).rejects.toMatchObject({
        kind: 'internal',
      });
  });
});

describe('the keys of one request', () => {
  it('ask the wallet once, ahead or when they are needed, and again after a failure', async () => {
    let asked = 0;
    const ofRequest = keysOfRequest(async () => {
      asked += 1;
      if (asked === 1) throw new Error('The wallet is locked.');
      return entropyOf(vectors.mnemonic);
    });
    ofRequest.prepare();
    await expect(ofRequest.publicKey(0)).rejects.toThrow('locked');
    ofRequest.prepare();
    expect(await ofRequest.publicKey(0)).toBe(await keys.publicKey(0));
    expect(await ofRequest.publicKey(1)).toBe(await keys.publicKey(1));
    expect(asked).toBe(2);
  });
});
