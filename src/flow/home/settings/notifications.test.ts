import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../../test/chain/trialNode';
import { createForm } from '../../../../test/wallet/createForm';
import { openModule } from '../../../../test/wallet/openModule';
import { storedRecord } from '../../../../test/wallet/records';
import { trackTransactions } from '../../history/track';
import { arrivalsSetting } from './arrivals';
import { notificationsSetting } from './notifications';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_getTransactionStatus = () => ({
    result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
  });
});
afterEach(() => node.stop());

describe('the setting of notifications', () => {
  it.each([
    ['on', 1],
    ['off', 0],
  ])('lets the wallet tell, or not, that a transaction has settled: %s', async (choice, count) => {
    const { module, notifications } = openModule({ sepoliaUrl: node.url });
    const saved = await notificationsSetting.save(module, createForm({ choice }));
    expect(saved).toMatchObject({ severity: 'info' });
    const record = storedRecord(1, { status: 'RECEIVED', known: true });
    await module.transactions.add(record);
    await trackTransactions(module, record, Date.now() + 10_000);
    expect(await module.transactions.open()).toEqual([]);
    expect(notifications).toHaveLength(count);
  });

  it('tells of incoming money by default, apart from transactions', async () => {
    const { module } = openModule();
    expect(await module.settings.arrivals.chosen()).toBe('on');
    await expect(
      arrivalsSetting.save(module, createForm({ choice: 'off' })),
    ).resolves.toMatchObject({ text: { say: 'home.arrivalsOff' } });
    expect(await module.settings.arrivals.chosen()).toBe('off');
    expect(await module.settings.notifications.chosen()).toBe('on');
  });

  it('notifies by default, and refuses what is no choice', async () => {
    const { module } = openModule();
    expect(await module.settings.notifications.chosen()).toBe('on');
    await expect(
      notificationsSetting.save(module, createForm({ choice: 'sometimes' })),
    ).resolves.toBeUndefined();
    expect(await module.settings.notifications.chosen()).toBe('on');
  });
});
