import { describe, expect, it } from '@jest/globals';
import { invoke } from '../../../test/review/subject';
import vectors from '../../../test/vectors/accounts.json';
import { createEntropy } from '../../../test/wallet/fakeWallet';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedGrants } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { QUERY_VERSION } from '../../starknet/transactions/transaction';
import { createKeys, keysOfRequest } from './keys';

const keys = createKeys(async () => createEntropy(vectors.mnemonic));
const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
if (!account) throw new Error('The vectors hold accounts.');
const { address } = account;
const otherPhrase = `${'abandon '.repeat(11)}about`;

describe('a signature that nobody is asked for', () => {
  it('signs an estimate with the query version, which no network accepts', async () => {
    const queries = [invoke({ version: QUERY_VERSION })];
    const [signed] = await keys.signForEstimate({ account, transactions: queries }, chainId);
    expect(signed).toMatchObject({ version: QUERY_VERSION });
    expect(signed?.signature).toHaveLength(2);
  });

  // @promise P6.2
  it('refuses to sign for a transaction that could be sent, alone or beside others', async () => {
    for (const transactions of [[invoke()], [invoke({ version: QUERY_VERSION }), invoke()]])
      await expect(keys.signForEstimate({ account, transactions }, chainId)).rejects.toMatchObject({
        kind: 'internal',
      });
  });
});

describe('the keys of one request', () => {
  it('asks the wallet once, ahead or at need, and again after a failure', async () => {
    let asked = 0;
    const ofRequest = keysOfRequest(async () => {
      asked += 1;
      if (asked === 1) throw new Error('The wallet is locked.');
      return createEntropy(vectors.mnemonic);
    });
    ofRequest.prepare();
    await expect(ofRequest.publicKey(0)).rejects.toThrow('locked');
    ofRequest.prepare();
    expect(await ofRequest.publicKey(0)).toBe(await keys.publicKey(0));
    expect(await ofRequest.publicKey(1)).toBe(await keys.publicKey(1));
    expect(asked).toBe(2);
  });
});

describe('an account that is stored with another address than its key gives', () => {
  const stranger = { ...account, address: `0x04${'8'.repeat(62)}` };

  it('signs nothing, and says why', async () => {
    const queries = [invoke({ version: QUERY_VERSION })];
    const asked = { account: stranger, transactions: queries };
    await expect(keys.signForEstimate(asked, chainId)).rejects.toMatchObject({
      kind: 'accountMismatch',
    });
    expect(await keys.opens([stranger, account])).toEqual([false, true]);
  });

  it('refuses a site’s transaction', async () => {
    const bound = { max_amount: '0x100', max_price_per_unit: '0x200' };
    const { invoke: ask } = openModule({
      phrase: vectors.mnemonic,
      stored: {
        plain: {
          version: 3,
          accounts: { [chainId]: [stranger] },
          grants: { 'https://dapp.example': [{ chainId, address: stranger.address }] },
        },
      },
    });
    await expect(
      ask('xnet_signTransaction', {
        address: stranger.address,
        chainId,
        transactions: [{ contractAddress: '0x1234', entrypoint: 'increase', calldata: [] }],
        transactionsDetail: {
          nonce: '0x5',
          resourceBounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
          version: '0x3',
        },
      }),
    ).rejects.toMatchObject({ kind: 'accountMismatch' });
  });
});

describe('an account whose phrase the wallet does not have', () => {
  const site = 'https://dapp.example';
  const part = (...names: string[]) => names.map((name) => ({ name, type: 'felt' }));
  const types = { StarkNetDomain: part('name', 'version', 'chainId'), Order: part('at') };
  const domain = { name: 'Shop', version: '1', chainId: 'SN_SEPOLIA' };
  const bound = { max_amount: '0x100', max_price_per_unit: '0x200' };
  const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
  const requests = {
    xnet_displayPrivateKey: { userAddress: address },
    xnet_signMessage: {
      signerAddress: address,
      typedDataMessage: { types, primaryType: 'Order', domain, message: { at: 1 } },
    },
    xnet_signTransaction: {
      address,
      chainId,
      transactions: [{ contractAddress: '0x1234', entrypoint: 'increase', calldata: [] }],
      transactionsDetail: { nonce: '0x5', resourceBounds, version: '0x3' },
    },
  };
  const open = (phrase: string) =>
    openModule({
      phrase,
      stored: {
        plain: {
          version: 3,
          accounts: { [chainId]: [account] },
          grants: storedGrants([chainId], 1, [site]),
        },
      },
    });

  // @promise T33.3
  it.each(Object.entries(requests))(
    'refuses to show or use a key of another phrase in %s',
    async (...asked) => {
      const own = open(vectors.mnemonic);
      await own.invoke(...asked);
      const { invoke: ask, dialogs } = open(otherPhrase);
      // Nothing of why a key was not shown is told.
      const isKeyAsked = asked[0] === 'xnet_displayPrivateKey';
      const kind = isKeyAsked ? 'internal' : 'unknownAccount';
      await expect(ask(...asked)).rejects.toMatchObject({ kind });
      const [shown, drawn] = [own.dialogs, dialogs].map((of) => JSON.stringify(of));
      expect(drawn).not.toContain('"sensitive"');
      expect(shown?.includes('"sensitive"')).toBe(isKeyAsked);
    },
  );

  it('refuses to sign an estimate for an account of another phrase', async () => {
    const other = createKeys(async () => createEntropy(otherPhrase));
    const queries = [invoke({ version: QUERY_VERSION })];
    await expect(
      other.signForEstimate({ account, transactions: queries }, chainId),
    ).rejects.toThrow('another phrase');
  });
});
