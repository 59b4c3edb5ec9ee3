import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import { accountKinds } from '../../starknet/accounts/classes';

const SITE = 'https://site.example';
const COMPANION = 'https://companion.example';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.balance = 0n;
});
afterEach(() => node.stop());

/** How many indexes were looked at, by the addresses that were. */
const scanned = () =>
  node.calls.filter((method) => method === 'starknet_getClassHashAt').length / accountKinds.length;
const scan = async (origin: string, maxScanned: number, agrees = true) => {
  const opened = openModule({
    sepoliaUrl: node.url,
    companions: [COMPANION],
    user: () => agrees,
  });
  const reply = opened.invoke('xnet_recoverAccounts', { maxScanned }, origin);
  const outcome = await reply.catch((error: unknown) => error);
  return { ...opened, outcome };
};

describe('a scan for accounts', () => {
  it('looks at fifty indexes for a site, however many it wants', async () => {
    await scan(SITE, 51);
    expect(scanned()).toBe(50);
  }, 60_000);

  it('looks at more for the companion', async () => {
    await scan(COMPANION, 51);
    expect(scanned()).toBe(51);
  }, 60_000);

  it('leaves nothing behind where the user refuses, and tells the site nothing', async () => {
    const { outcome, module, dialogs } = await scan(SITE, 1, false);
    expect(dialogs).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: 'userRejected' });
    expect(await module.accounts.list(chainIds.sepolia)).toEqual([]);
    expect(await module.grants.all()).toEqual({});
  });
});
