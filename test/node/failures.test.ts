import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, type LocalChain } from '../../scripts/start/localChain';
import type { StoredTransaction } from '../../src/schema/transaction';
import { toHex } from '../../src/starknet/felt';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { sayEnglish } from '../wallet/sayEnglish';
import { ONE, openAccount, readFee, readNonce, readStrk, STRK, transfer } from './account';
import { getText } from './readDialog';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

const newest = async (
  module: Pick<ReturnType<typeof openModule>, 'invoke'>,
  senderAddress: string,
) => {
  const [record] = await module.invoke('xnet_getTransactions', {
    senderAddress,
    onlyFromState: true,
  });
  return record as StoredTransaction | undefined;
};

/** The same account in a second wallet with the same phrase, which changes the chain meanwhile. */
const elsewhere = async (addressIndex: number) => {
  const module = openModule({ sepoliaUrl: chain.url });
  await module.invoke('xnet_createAccount', { addressIndex });
  return module;
};

describe('a transaction that fails', () => {
  it('ends as ACCEPTED_ON_L2 with the reason and its fee paid when it reverts on inclusion', async () => {
    const owner = await openAccount(chain.url, { addressIndex: 0 });
    const spender = await openAccount(chain.url, { addressIndex: 1 });
    const approve = (amount: bigint) => ({
      contractAddress: STRK,
      entrypoint: 'approve',
      calldata: [spender.address, toHex(amount), '0x0'],
    });
    await owner.invoke('xnet_executeTxn', { address: owner.address, calls: approve(ONE) });

    // The allowance is revoked while the spender reads the dialog.
    const asked = openModule({
      sepoliaUrl: chain.url,
      stored: spender.state,
      async user() {
        await owner.invoke('xnet_executeTxn', { address: owner.address, calls: approve(0n) });
        return true;
      },
    });
    const before = await readStrk(chain.url, spender.address);
    const { transaction_hash } = await asked.invoke('xnet_executeTxn', {
      address: spender.address,
      calls: {
        contractAddress: STRK,
        entrypoint: 'transfer_from',
        calldata: [owner.address, '0xf00d', toHex(ONE), '0x0'],
      },
    });
    const failureReason = expect.stringContaining('insufficient allowance');
    expect(await newest(asked, spender.address)).toMatchObject({
      status: 'PENDING',
      executionStatus: 'REVERTED',
      failureReason,
    });
    await createBlock(chain.url);
    expect(await newest(asked, spender.address)).toMatchObject({
      txnHash: transaction_hash,
      status: 'ACCEPTED_ON_L2',
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'REVERTED',
      failureReason,
    });
    expect(asked.notifications).toContain(
      `Move 1 STRK from another account: ${sayEnglish('home.failedOnChain')}`,
    );
    const fee = await readFee(chain.url, transaction_hash);
    expect(await readStrk(chain.url, spender.address)).toBe(before - fee);
    expect(await readStrk(chain.url, '0xf00d')).toBe(0n);
  });

  it('ends as REJECTED with the reason when its nonce was used while the dialog was open', async () => {
    const first = await openAccount(chain.url, { addressIndex: 2 });
    const { address } = first;
    const second = await elsewhere(2);
    const asked = openModule({
      sepoliaUrl: chain.url,
      stored: first.state,
      async user() {
        await second.invoke('xnet_executeTxn', { address, calls: transfer(2n) });
        return true;
      },
    });
    const sending = asked.invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    const error = await sending.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      kind: 'nonceTooLow',
      data: { nodeCode: 52, reason: expect.stringContaining('nonce') },
    });
    const record = await newest(asked, address);
    expect(record).toMatchObject({
      txnHash: (error as { data: { hash: string } }).data.hash,
      status: 'REJECTED',
      failureReason: expect.stringMatching(/^Code 52: .*nonce/iu),
      finalityStatus: null,
    });
    // A refused transaction leaves no nonce gap.
    const after = openModule({ sepoliaUrl: chain.url, stored: asked.state });
    await after.invoke('xnet_executeTxn', { address, calls: transfer(4n) });
    expect(await readNonce(chain.url, address)).toBe(3n);
  });

  it('ends as REJECTED with the reason when the funds are gone while the dialog is open', async () => {
    const owner = await openAccount(chain.url, { addressIndex: 3 });
    const spender = await openAccount(chain.url, { addressIndex: 4 });
    const { address } = owner;
    const approve = {
      contractAddress: STRK,
      entrypoint: 'approve',
      calldata: [spender.address, toHex(100n * ONE), '0x0'],
    };
    await owner.invoke('xnet_executeTxn', { address, calls: approve });
    const asked = openModule({
      sepoliaUrl: chain.url,
      stored: owner.state,
      async user() {
        const all = await readStrk(chain.url, address);
        await spender.invoke('xnet_executeTxn', {
          address: spender.address,
          calls: {
            contractAddress: STRK,
            entrypoint: 'transfer_from',
            calldata: [address, '0xdead', toHex(all), '0x0'],
          },
        });
        return true;
      },
    });
    const sending = asked.invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    await expect(sending).rejects.toMatchObject({
      kind: 'insufficientFunds',
      data: { nodeCode: 54, reason: expect.stringContaining('balance') },
    });
    expect(await newest(asked, address)).toMatchObject({
      status: 'REJECTED',
      failureReason: expect.stringMatching(/^Code 54: .*balance/u),
    });
    expect(await readNonce(chain.url, address)).toBe(2n);
  });

  it('leaves no record when it fails before the dialog', async () => {
    const { address, dialogs, invoke } = await openAccount(chain.url, { addressIndex: 5 });
    const journal = () =>
      invoke('xnet_getTransactions', {
        senderAddress: address,
        onlyFromState: true,
        withDeployTxn: true,
      });
    const before = await journal();
    const refusals = [
      { calls: transfer(1n), details: { nonce: 0 }, kind: 'nonceTooLow' },
      { calls: transfer(1n), details: { maxFee: 1 }, kind: 'feeAboveLimit' },
    ];
    for (const { kind, ...asked } of refusals)
      await expect(invoke('xnet_executeTxn', { address, ...asked })).rejects.toMatchObject({
        kind,
      });
    expect(dialogs).toEqual([]);
    expect(await journal()).toEqual(before);
    expect(await readNonce(chain.url, address)).toBe(1n);
  });

  const reverting = [
    ['an amount above the balance', transfer(100n * ONE), 'insufficient balance'],
    ['no such entry point', { ...transfer(1n), entrypoint: 'no_such' }, 'ENTRYPOINT_NOT_FOUND'],
    ['no such contract', { ...transfer(1n), contractAddress: '0x777' }, 'is not deployed'],
  ] as const;
  it.each(reverting.map((each, index) => [...each, index + 6] as const))(
    'shows the revert before the transaction is sent, and sends nothing if the user refuses: %s',
    async (...row) => {
      const [, calls, reason, addressIndex] = row;
      const { address, state } = await openAccount(chain.url, { addressIndex });
      const asked = openModule({ sepoliaUrl: chain.url, stored: state, user: () => false });
      await expect(asked.invoke('xnet_executeTxn', { address, calls })).rejects.toMatchObject({
        kind: 'userRejected',
      });
      const [dialog] = asked.openings;
      expect(dialog && getText(dialog)).toContain(reason);
      expect(await newest(asked, address)).toBeUndefined();
      expect(await readNonce(chain.url, address)).toBe(1n);
    },
  );

  it('reverts on inclusion if the user insists', async () => {
    const { address, ...asked } = await openAccount(chain.url, { addressIndex: 9 });
    const { transaction_hash } = await asked.invoke('xnet_executeTxn', {
      address,
      calls: transfer(100n * ONE),
    });
    await createBlock(chain.url);
    expect(await newest(asked, address)).toMatchObject({
      txnHash: transaction_hash,
      status: 'ACCEPTED_ON_L2',
      executionStatus: 'REVERTED',
      failureReason: expect.stringContaining('insufficient balance'),
    });
    const transactionHash = transaction_hash;
    const status = await asked.invoke('xnet_getTransactionStatus', { transactionHash });
    expect(status).toBe('ACCEPTED_ON_L2');
  });
});
