import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { sayEnglish } from '../wallet/sayEnglish';
import {
  ONE,
  openAccount,
  readFee,
  readNonce,
  readStrk,
  readTransaction,
  STRK,
  transfer,
} from './account';
import { readDialog, readFri } from './readDialog';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

const statusOf = (module: ReturnType<typeof openModule>, transactionHash: string) =>
  module.invoke('xnet_getTransactionStatus', { transactionHash });

describe('the main job on a real node', () => {
  // @row xnet_createAccount xnet_getErc20TokenBalance
  it('creates, estimates, funds, deploys and sends, and follows both to ACCEPTED_ON_L2', async () => {
    const module = openModule({ sepoliaUrl: chain.url });
    const { address, transaction_hash } = await module.invoke('xnet_createAccount', {
      addressIndex: 0,
    });
    expect(transaction_hash).toBeNull();
    expect(await readNonce(chain.url, address)).toBeUndefined();

    const estimate = await module.invoke('xnet_estimateAccountDeployFee', { addressIndex: 0 });
    expect(BigInt(estimate.overallFee)).toBeGreaterThan(0n);
    expect(BigInt(estimate.suggestedMaxFee)).toBeGreaterThan(BigInt(estimate.overallFee));

    const poor = module.invoke('xnet_createAccount', { addressIndex: 0, deploy: true });
    await expect(poor).rejects.toMatchObject({ kind: 'insufficientFunds' });

    const funded = await openAccount(
      chain.url,
      { addressIndex: 0, deployed: false },
      { stored: module.state },
    );
    const deployed = await funded.invoke('xnet_createAccount', { addressIndex: 0, deploy: true });
    expect(deployed.address).toBe(address);
    expect(await statusOf(funded, deployed.transaction_hash)).toBe('PENDING');

    const recipient = '0xd0';
    const before = await readStrk(chain.url, address);
    const sent = await funded.invoke('xnet_executeTxn', {
      address,
      calls: transfer(2n * ONE, recipient),
    });
    expect(await statusOf(funded, sent.transaction_hash)).toBe('PENDING');
    const balanceOf = (userAddress: string) =>
      funded.invoke('xnet_getErc20TokenBalance', { tokenAddress: STRK, userAddress });
    const received = `0x${(2n * ONE).toString(16)}`;
    expect(await balanceOf(recipient)).toEqual({ balancePending: received, balanceLatest: '0x0' });
    await createBlock(chain.url);
    expect(await statusOf(funded, sent.transaction_hash)).toBe('ACCEPTED_ON_L2');
    expect(await statusOf(funded, deployed.transaction_hash)).toBe('ACCEPTED_ON_L2');

    const fee = await readFee(chain.url, sent.transaction_hash);
    expect(await readStrk(chain.url, recipient)).toBe(2n * ONE);
    expect(await readStrk(chain.url, address)).toBe(before - 2n * ONE - fee);
    const held = `0x${(before - 2n * ONE - fee).toString(16)}`;
    expect(await balanceOf(address)).toEqual({ balancePending: held, balanceLatest: held });
  });

  it('shows a maximum that the fee paid stays within, and an expected fee that it meets', async () => {
    const { address, dialogs, invoke } = await openAccount(chain.url, { addressIndex: 1 });
    const { overallFee } = await invoke('xnet_estimateFee', {
      address,
      invocations: transfer(1n),
    });
    const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    const [dialog] = dialogs;
    if (!dialog) throw new Error('No dialog was shown.');
    const fee = await readFee(chain.url, transaction_hash);
    const { facts } = readDialog(dialog);
    // If it is rounded, the exact value is repeated below.
    const inFull = (label: string) =>
      readFri(facts.filter((fact) => fact.label === label).at(-1)?.value);
    expect(fee).toBe(BigInt(overallFee));
    expect(fee).toBe(inFull('Expected'));
    expect(fee).toBeLessThan(inFull('Maximum fee'));
  });

  // @row xnet_getTransactions
  it('keeps the record of the specification and moves it RECEIVED, PENDING, ACCEPTED_ON_L2', async () => {
    const second = 1_800_000_000;
    const started = await openAccount(chain.url, { addressIndex: 2 }, { now: () => second * 1000 });
    const { address } = started;
    let whileSending: unknown;
    const module = openModule({
      sepoliaUrl: chain.url,
      stored: started.state,
      now: () => second * 1000,
      async border({ detail }, cross) {
        // The dapp asks before the node has received it.
        if (String(detail).includes('starknet_addInvokeTransaction'))
          whileSending = await module.invoke('xnet_getTransactions', {
            senderAddress: address,
            onlyFromState: true,
          });
        return cross();
      },
    });
    const list = () =>
      module.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true });
    const calls = transfer(5n);
    const { transaction_hash } = await module.invoke('xnet_executeTxn', { address, calls });
    const record = {
      txnHash: transaction_hash,
      txnType: 'invoke',
      senderAddress: address,
      contractAddress: STRK,
      contractFuncName: 'transfer',
      contractCallData: ['0x7e57', '0x5', '0x0'],
      failureReason: null,
      eventIds: [],
      incoming: false,
      timestamp: second,
      chainId: '0x534e5f5345504f4c4941',
    };
    expect(whileSending).toEqual([
      { ...record, status: 'RECEIVED', finalityStatus: null, executionStatus: null },
    ]);
    expect(await list()).toEqual([
      {
        ...record,
        status: 'PENDING',
        finalityStatus: 'PRE_CONFIRMED',
        executionStatus: 'SUCCEEDED',
      },
    ]);
    await createBlock(chain.url);
    expect(await list()).toEqual([
      {
        ...record,
        status: 'ACCEPTED_ON_L2',
        finalityStatus: 'ACCEPTED_ON_L2',
        executionStatus: 'SUCCEEDED',
      },
    ]);
    expect(
      await module.invoke('xnet_getTransactions', {
        senderAddress: address,
        onlyFromState: true,
        withDeployTxn: true,
      }),
    ).toHaveLength(2);
  });

  it('names the account itself in the record of several calls', async () => {
    const { address, invoke } = await openAccount(chain.url, { addressIndex: 3 });
    const calls = [transfer(1n), transfer(2n, '0xd1')];
    const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls });
    const [record] = await invoke('xnet_getTransactions', {
      senderAddress: address,
      onlyFromState: true,
    });
    const { calldata } = await readTransaction(chain.url, transaction_hash);
    expect(record).toMatchObject({
      contractAddress: address,
      contractFuncName: '__execute__',
      contractCallData: calldata,
    });
  });

  it('notifies once when a transaction settles, whoever finds out', async () => {
    const { address, invoke, module, notifications } = await openAccount(chain.url, {
      addressIndex: 4,
    });
    const { transaction_hash } = await invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    await trackTransactions(module);
    expect(notifications).toEqual([]);
    await createBlock(chain.url);
    const ask = () => invoke('xnet_getTransactionStatus', { transactionHash: transaction_hash });
    await Promise.all([ask(), ask()]);
    expect(notifications).toEqual([
      `Send 0.000000000000000001 STRK: ${sayEnglish('home.accepted')}`,
    ]);
    await Promise.all([ask(), trackTransactions(module), trackTransactions(module)]);
    await trackTransactions(module);
    expect([...notifications].sort()).toEqual([
      `Deploy account: ${sayEnglish('home.accepted')}`,
      `Send 0.000000000000000001 STRK: ${sayEnglish('home.accepted')}`,
    ]);
  });

  it('deploys and executes in one dialog, both journalled, in that order', async () => {
    const { address, dialogs, invoke } = await openAccount(chain.url, {
      addressIndex: 5,
      deployed: false,
    });
    const asked = { address, calls: transfer(ONE, '0xd5') };
    const { includeDeploy } = await invoke('xnet_estimateFee', {
      address,
      invocations: asked.calls,
    });
    expect(includeDeploy).toBe(true);
    const { transaction_hash } = await invoke('xnet_executeTxn', asked);
    expect(dialogs).toHaveLength(1);
    const records = await invoke('xnet_getTransactions', {
      senderAddress: address,
      onlyFromState: true,
      withDeployTxn: true,
    });
    expect(records.map(({ txnType }: { txnType: string }) => txnType)).toEqual([
      'invoke',
      'deploy',
    ]);
    expect(records[0].txnHash).toBe(transaction_hash);
    const [invoked, deployment] = await Promise.all(
      [0, 1].map((index) => readTransaction(chain.url, records[index].txnHash)),
    );
    expect(deployment?.type).toBe('DEPLOY_ACCOUNT');
    expect(deployment?.nonce).toBe('0x0');
    expect(invoked?.type).toBe('INVOKE');
    expect(invoked?.nonce).toBe('0x1');
    expect(await readStrk(chain.url, '0xd5')).toBe(ONE);
  });
});
