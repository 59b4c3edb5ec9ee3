import { describe, expect, it } from '@jest/globals';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { allMethods } from './allMethods';
import type { Method } from './method';
import { listAliases, ownName, rename, wireName } from './names';

describe('the names of methods', () => {
  it.each([
    ['starkNet_executeTxn', 'xnet_executeTxn'],
    ['xnet_executeTxn', 'xnet_executeTxn'],
    ['starkNet_getTransaction', 'xnet_getTransactions'],
    ['xnet_getTransaction', 'xnet_getTransactions'],
    ['ping', 'ping'],
    ['starkNet_ping', 'ping'],
    ['rpc.discover', 'rpc_discover'],
    ['toString', 'toString'],
    ['__proto__', '__proto__'],
  ])('maps %s on the wire to %s', (name, own) => {
    expect(ownName(name)).toBe(own);
  });

  it('maps every method’s name back and forth', () => {
    for (const own of Object.keys(allMethods)) expect(ownName(wireName(own))).toBe(own);
  });
});

describe('the names of params', () => {
  it('returns params that are no object unchanged', () => {
    for (const params of [null, undefined, 'x', 1, ['0x1']]) expect(rename(params)).toBe(params);
  });

  it('drops the params that current callers send to every method', () => {
    const params = { chainId: '0x1', enableAuthorize: true, debugLevel: 'all', isDev: false };
    expect(rename(params)).toEqual({ chainId: '0x1' });
  });

  it('renames params to those of the definition', () => {
    const aliases = { senderAddress: ['address', 'signerAddress'] };
    expect(rename({ address: '0x1' }, aliases)).toEqual({ senderAddress: '0x1' });
    expect(rename({ signerAddress: '0x1' }, aliases)).toEqual({ senderAddress: '0x1' });
  });

  it('accepts the same aliases for the account of every method', () => {
    const methods = Object.values(allMethods).map(({ account }: Method) => account);
    const named = methods.flatMap((account) => (account && 'address' in account ? account : []));
    expect(named.length).toBeGreaterThan(10);
    for (const account of named)
      for (const name of [
        'address',
        'userAddress',
        'signerAddress',
        'senderAddress',
        'accountAddress',
        account.address,
      ])
        expect(rename({ [name]: '0x1' }, listAliases({ account }))).toEqual({
          [account.address]: '0x1',
        });
  });

  it('keeps two aliases with different values, so that they are rejected', () => {
    const aliases = { senderAddress: ['address', 'userAddress'] };
    const both = { address: '0x1', senderAddress: '0x2' };
    expect(rename(both, aliases)).toEqual(both);
    expect(rename({ address: '0x1', userAddress: '0x2' }, aliases)).toEqual({
      senderAddress: '0x1',
      userAddress: '0x2',
    });
    const objects = { address: {}, senderAddress: {} };
    expect(rename(objects, aliases)).toEqual(objects);
  });

  it('merges aliases with equal values', () => {
    const aliases = { senderAddress: ['address', 'userAddress'] };
    const all = { address: '0x0aB', senderAddress: '0xab', userAddress: '0x00AB' };
    expect(rename(all, aliases)).toEqual({ senderAddress: '0xab' });
    expect(rename({ address: 'x', userAddress: 'x' }, aliases)).toEqual({ senderAddress: 'x' });
  });

  // @row names.examples
  it('accepts the params of the request examples for those of the table', async () => {
    const { invoke } = openModule();
    await invoke('xnet_createAccount', {});
    const { argent040: address = '' } = vectors.accounts[0] ?? {};
    const bound = { max_amount: '0x100', max_price_per_unit: '0x200' };
    const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
    const details = { nonce: '0x5', resourceBounds };
    const classes = { classHash: '0xc1a55', compiledClassHash: '0xc0de' };
    const { sepolia: chainId } = chainIds;
    const transactions = [{ contractAddress: '0x1234', entrypoint: 'increase', calldata: [] }];
    for (const [method, params, ofExample] of [
      ['xnet_signTransaction', { transactions, transactionsDetail: details }, {}],
      [
        'xnet_signDeclareTransaction',
        { details: { ...details, ...classes } },
        { details: { ...details, ...classes, senderAddress: address, chainId } },
      ],
    ] as const) {
      const byTable = await invoke(method, { address, chainId, ...params });
      const example = { senderAddress: address, chainId, ...params, ...ofExample };
      expect(await invoke(method, example)).toEqual(byTable);
      await expect(invoke(method, { ...example, senderAddress: undefined })).rejects.toMatchObject({
        kind: 'invalidParams',
        data: { path: 'address' },
      });
    }
  });

  it('leaves the given params unchanged', () => {
    const params = Object.freeze({ address: '0x1', isDev: true });
    rename(params, { senderAddress: ['address'] });
    expect(params).toEqual({ address: '0x1', isDev: true });
  });
});
