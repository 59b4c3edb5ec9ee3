import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { sayEnglish } from '../wallet/sayEnglish';
import { openAccount, readNonce, transfer } from './account';
import { patientUser } from './patientUser';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

describe('a module that starts anew over the same state', () => {
  it('settles a pending transaction after a restart of the module', async () => {
    const first = await openAccount(chain.url, { addressIndex: 6 });
    const { transaction_hash } = await first.invoke('xnet_executeTxn', {
      address: first.address,
      calls: transfer(1n),
    });
    const second = openModule({ sepoliaUrl: chain.url, stored: first.state });
    expect(await trackTransactions(second.module)).toBeGreaterThan(0);
    await createBlock(chain.url);
    const third = openModule({ sepoliaUrl: chain.url, stored: second.state });
    expect(await trackTransactions(third.module)).toBeUndefined();
    expect(third.notifications).toContain(
      `Send 0.000000000000000001 STRK: ${sayEnglish('home.accepted')}`,
    );
    const [record] = await third.invoke('xnet_getTransactions', {
      senderAddress: first.address,
      onlyFromState: true,
    });
    expect(record).toMatchObject({ txnHash: transaction_hash, status: 'ACCEPTED_ON_L2' });
  });

  it('loses nothing when the module is stopped while its dialog is open', async () => {
    const { user, dialog } = patientUser();
    const before = await openAccount(chain.url, { addressIndex: 7 });
    const stopped = openModule({ sepoliaUrl: chain.url, stored: before.state, user });
    const { address } = before;
    const held = stopped.invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    const asked = await dialog(1);
    const after = openModule({ sepoliaUrl: chain.url, stored: stopped.state });
    expect(
      await after.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true }),
    ).toEqual([]);
    await after.invoke('xnet_executeTxn', { address, calls: transfer(2n) });
    expect(await readNonce(chain.url, address)).toBe(2n);
    // An open review keeps refreshing as long as it is open.
    asked.answer(false);
    await expect(held).rejects.toMatchObject({ kind: 'userRejected' });
  });
});
