import { afterEach, describe, expect, it } from '@jest/globals';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { hash, transaction } from 'starknet';
import {
  type FaultServer,
  type RpcAnswer,
  startFaultServer,
} from '../../../test/chain/faultServer';
import vectors from '../../../test/vectors/accounts.json';
import { openModule } from '../../../test/wallet/openModule';
import { defaultName } from '../../schema/accountClass';
import { chainIds } from '../../schema/primitives';
import { accountClasses } from '../../starknet/accounts/classes';
import type { InvokeTransaction } from '../../starknet/transactions/transaction';
import { createStoredAccount } from '../accounts/account';

const chainId = chainIds.sepolia;
const newest = accountClasses.argent040.classHash;
const publicKey = vectors.accounts[0]?.publicKey ?? '';
const text = (said: string) => `0x${Buffer.from(said).toString('hex')}`;

type Bounds = InvokeTransaction['resource_bounds'];
const bigBounds = ({ l1_gas, l1_data_gas, l2_gas }: Bounds) => {
  const big = ({ max_amount, max_price_per_unit }: Bounds['l1_gas']) => ({
    max_amount: BigInt(max_amount),
    max_price_per_unit: BigInt(max_price_per_unit),
  });
  return { l1_gas: big(l1_gas), l1_data_gas: big(l1_data_gas), l2_gas: big(l2_gas) };
};
/** The hash as another implementation computes it. */
const hashOf = (sent: InvokeTransaction): string =>
  hash.calculateInvokeTransactionHash({
    senderAddress: sent.sender_address,
    version: '0x3',
    compiledCalldata: [...sent.calldata],
    chainId,
    nonce: sent.nonce,
    accountDeploymentData: [],
    nonceDataAvailabilityMode: 0,
    feeDataAvailabilityMode: 0,
    resourceBounds: bigBounds(sent.resource_bounds),
    tip: sent.tip,
    paymasterData: [],
  });

const fee = {
  l1_gas_consumed: '0x0',
  l1_gas_price: '0x1',
  l2_gas_consumed: '0x64',
  l2_gas_price: '0x1',
  l1_data_gas_consumed: '0x0',
  l1_data_gas_price: '0x1',
  overall_fee: '0x64',
  unit: 'FRI',
};

let server: FaultServer;
afterEach(() => server.stop());

/**
 * An account of a class that no local node has, behind a server that answers as its node would:
 * the requests are what is tested.
 */
async function open(
  addressClass: 'argent031' | 'argent024',
  {
    version,
    user,
    fails,
    keepsClass,
  }: { version?: string; user?: () => boolean; fails?: boolean; keepsClass?: boolean } = {},
) {
  const sent: InvokeTransaction[] = [];
  const next =
    addressClass === 'argent024' && version?.startsWith('0.2') ? 'argent031' : 'argent040';
  let classHash = accountClasses[addressClass].classHash;
  const answer = (method: string, params: unknown): RpcAnswer => {
    const { request, invoke_transaction } = params as {
      request?: { calldata?: string[]; entry_point_selector?: string };
      invoke_transaction?: InvokeTransaction;
    };
    switch (method) {
      case 'starknet_chainId':
        return { result: chainId };
      case 'starknet_specVersion':
        return { result: '0.10.2' };
      case 'starknet_getClassHashAt':
        return { result: classHash };
      case 'starknet_getNonce':
        return { result: '0x5' };
      case 'starknet_estimateFee':
        return { result: [fee] };
      case 'starknet_call': {
        if (request?.calldata?.length === 1) return { result: ['0xde0b6b3a7640000', '0x0'] };
        const isAsked = request?.entry_point_selector === hash.getSelectorFromName('getVersion');
        if (isAsked && version !== undefined) return { result: [text(version)] };
        return { error: { code: 21, message: 'Requested entrypoint does not exist' } };
      }
      case 'starknet_addInvokeTransaction': {
        if (!invoke_transaction) throw new Error('Nothing was sent.');
        sent.push(invoke_transaction);
        if (
          !fails &&
          !keepsClass &&
          invoke_transaction.calldata.includes(accountClasses[next].classHash)
        )
          classHash = accountClasses[next].classHash;
        return { result: { transaction_hash: hashOf(invoke_transaction) } };
      }
      case 'starknet_getTransactionStatus':
        return {
          result: fails
            ? {
                finality_status: 'ACCEPTED_ON_L2',
                execution_status: 'REVERTED',
                failure_reason: 'No.',
              }
            : { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
        };
      default:
        return { error: { code: -32601, message: `No ${method}` } };
    }
  };
  server = await startFaultServer(answer);
  const opened = openModule({ sepoliaUrl: server.url, ...(user && { user }) });
  const account = createStoredAccount({ chainId, addressIndex: 0, publicKey, addressClass });
  const name = defaultName(0, addressClass);
  await opened.module.accounts.keepFound(chainId, [{ ...account, deployment: 'deployed', name }]);
  const { address } = account;
  await opened.module.grants.add('https://dapp.example', [{ chainId, address }]);
  return {
    ...opened,
    address,
    sent,
    calls: [
      {
        contractAddress: address,
        entrypoint: 'upgrade',
        calldata: [accountClasses[next].classHash, '0x1', '0x0'],
      },
    ],
    kept: () => opened.module.accounts.get(chainId, address),
  };
}
const canonical = (felts: readonly unknown[]) => felts.map((felt) => BigInt(String(felt)));
const textOf = (dialog: JSXElement | undefined) => JSON.stringify(dialog);

describe('xnet_upgradeAccContract', () => {
  it('shows what changes and what stays, then sends one call of the account to itself', async () => {
    const { invoke, address, dialogs, sent, calls } = await open('argent031');
    const reply = await invoke('starkNet_upgradeAccContract', { contractAddress: address });
    expect(dialogs).toHaveLength(1);
    const shown = textOf(dialogs[0]);
    for (const part of [
      'Upgrade account',
      'Argent 0.3.1 → Argent 0.4.0',
      accountClasses.argent031.classHash,
      newest,
      'Address, key, tokens and history',
    ])
      expect(shown).toContain(part);
    expect(sent).toHaveLength(1);
    expect(canonical(sent[0]?.calldata ?? [])).toEqual(
      canonical(transaction.getExecuteCalldata(calls, '1')),
    );
    expect(reply).toEqual({ transaction_hash: sent[0] && hashOf(sent[0]) });
  });

  it('speaks Cairo 0 to the oldest accounts until they are upgraded, Cairo 1 afterwards', async () => {
    const { invoke, address, sent, calls, kept, dialogs } = await open('argent024', {
      version: '0.2.4',
    });
    const { transaction_hash: transactionHash } = await invoke('xnet_upgradeAccContract', {
      address,
    });
    expect(textOf(dialogs[0])).toContain('Argent 0.2.4 → Argent 0.3.1');
    expect(canonical(sent[0]?.calldata ?? [])).toEqual(
      canonical(transaction.getExecuteCalldata(calls, '0')),
    );
    expect(await kept()).toMatchObject({ accountClass: 'argent024' });
    await invoke('xnet_getTransactionStatus', { transactionHash });
    expect(await kept()).toMatchObject({
      address,
      publicKey,
      addressClass: 'argent024',
      accountClass: 'argent031',
      name: 'Account 1, Argent 0.3.1',
    });

    const other = [{ contractAddress: '0x7', entrypoint: 'poke', calldata: ['0x1'] }];
    await invoke('xnet_executeTxn', { address, calls: other });
    expect(canonical(sent[1]?.calldata ?? [])).toEqual(
      canonical(transaction.getExecuteCalldata(other, '1')),
    );
  });

  it('speaks Cairo 1 if newer code stands behind the proxy', async () => {
    const { invoke, address, sent, calls, dialogs } = await open('argent024', { version: '0.3.0' });
    await invoke('xnet_upgradeAccContract', { address });
    expect(textOf(dialogs[0])).toContain('Version 0.3.0 → Argent 0.4.0');
    expect(canonical(sent[0]?.calldata ?? [])).toEqual(
      canonical(transaction.getExecuteCalldata(calls, '1')),
    );
  });

  it('keeps the class when the upgrade has failed on chain', async () => {
    const { invoke, address, kept } = await open('argent031', { fails: true });
    const { transaction_hash: transactionHash } = await invoke('xnet_upgradeAccContract', {
      address,
    });
    await invoke('xnet_getTransactionStatus', { transactionHash });
    expect(await kept()).toMatchObject({ accountClass: 'argent031' });
  });

  it('notes an upgrade among several calls', async () => {
    const { invoke, address, calls, kept } = await open('argent031');
    const several = [{ contractAddress: '0x7', entrypoint: 'poke', calldata: [] }, ...calls];
    const { transaction_hash: transactionHash } = await invoke('xnet_executeTxn', {
      address,
      calls: several,
    });
    await invoke('xnet_getTransactionStatus', { transactionHash });
    expect(await kept()).toMatchObject({ accountClass: 'argent040' });
  });

  it('stores the class that the chain has, whatever was signed', async () => {
    const { invoke, address, calls, kept } = await open('argent031', { keepsClass: true });
    const { transaction_hash: transactionHash } = await invoke('xnet_executeTxn', {
      address,
      calls,
    });
    await invoke('xnet_getTransactionStatus', { transactionHash });
    expect(await kept()).toMatchObject({ accountClass: 'argent031' });
  });

  it.each([
    { from: 'argent031', to: 'openZeppelin100' },
    { from: 'argent031', to: 'braavos110' },
    { from: 'argent024', to: 'braavosCairo0' },
  ] as const)('refuses an upgrade of $from to $to, whoever asks for it', async ({ from, to }) => {
    const { invoke, address, dialogs, sent } = await open(from, { version: '0.2.4' });
    const calls = [
      { contractAddress: address, entrypoint: 'upgrade', calldata: [accountClasses[to].classHash] },
    ];
    const bounds = { max_amount: '0x1', max_price_per_unit: '0x1' };
    const resourceBounds = { l1_gas: bounds, l1_data_gas: bounds, l2_gas: bounds };
    for (const [method, params] of [
      ['xnet_executeTxn', { address, calls }],
      ['xnet_estimateFee', { address, invocations: calls }],
      ['xnet_signTransaction', { address, chainId, transactions: calls }],
      [
        'xnet_signTransaction',
        {
          address,
          chainId,
          transactions: calls,
          transactionsDetail: { nonce: '0x5', resourceBounds },
        },
      ],
    ] as const)
      await expect(invoke(method, params)).rejects.toMatchObject({ kind: 'noUpgrade' });
    expect(dialogs).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('refuses a tip above what the network lets an older class see', async () => {
    const { invoke, address, dialogs } = await open('argent024', { version: '0.2.4' });
    const calls = [{ contractAddress: '0x7', entrypoint: 'poke', calldata: [] }];
    const send = (tip: string) => invoke('xnet_executeTxn', { address, calls, details: { tip } });
    await expect(send('0x746a5288001')).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: 'details.tip' },
    });
    expect(dialogs).toEqual([]);
  });

  it('sends nothing when the user refuses', async () => {
    const { invoke, address, sent, kept } = await open('argent031', { user: () => false });
    const upgrade = invoke('xnet_upgradeAccContract', { contractAddress: address });
    await expect(upgrade).rejects.toMatchObject({ kind: 'userRejected' });
    expect(sent).toEqual([]);
    expect(await kept()).toMatchObject({ accountClass: 'argent031' });
  });

  it('applies maxFee as the most that it may cost', async () => {
    const { invoke, address, sent } = await open('argent031');
    const upgrade = { contractAddress: address, maxFee: '0x63' };
    await expect(invoke('xnet_upgradeAccContract', upgrade)).rejects.toMatchObject({
      kind: 'feeAboveLimit',
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['an unknown account', { contractAddress: '0x1' }, 'unknownAccount'],
    ['no account', {}, 'invalidParams'],
    ['a fee that is no number', { contractAddress: '0x1', maxFee: 'all' }, 'invalidParams'],
    ['two accounts', { contractAddress: '0x1', address: '0x2' }, 'invalidParams'],
    ['an unknown network', { contractAddress: '0x1', chainId: '0x1' }, 'unsupportedChain'],
  ])('refuses %s without asking a node', async (_, params, kind) => {
    const { invoke } = await open('argent031');
    await expect(invoke('xnet_upgradeAccContract', params)).rejects.toMatchObject({ kind });
    expect(server.seen).toEqual([]);
  });
});
