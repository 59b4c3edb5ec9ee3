import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import vectors from '../../../test/vectors/accounts.json';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds, sameFelt } from '../../schema/primitives';
import { siteKinds } from '../../starknet/accounts/classes';
import { knownTokens, listTokens } from '../../starknet/tokens/erc20';

const SITE = 'https://site.example';
const COMPANION = 'https://companion.example';

type Asked = { request: { contract_address: string; calldata: string[] } };

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.balance = 0n;
});
afterEach(() => node.stop());

/** How many indexes were looked at, by the addresses that were. */
const scanned = () =>
  node.calls.filter((method) => method === 'starknet_getClassHashAt').length / siteKinds.length;
const scan = async (origin: string, maxScanned: number, agrees = true, maxMissed = maxScanned) => {
  const opened = openModule({
    sepoliaUrl: node.url,
    companions: [COMPANION],
    user: () => agrees,
  });
  const reply = opened.invoke('xnet_recoverAccounts', { maxScanned, maxMissed }, origin);
  const outcome = await reply.catch((error: unknown) => error);
  return { ...opened, outcome };
};

const older = vectors.accounts[0]?.argent031 ?? '';
/** Has the node tell of nothing but 5 USDC of an older account. */
function fundOlder(): void {
  node.says.instead.starknet_call = ({ request: { contract_address, calldata } }: Asked) => {
    if (Object.values(knownTokens).some(({ address }) => sameFelt(address, contract_address)))
      return { result: ['0x0', '0x0'] };
    return sameFelt(calldata[0] ?? '0x0', older)
      ? { result: ['0x4c4b40', '0x0'] }
      : { error: { code: 20, message: 'Contract not found' } };
  };
}

describe('a scan for accounts', () => {
  it('looks at fifty indexes for a site', async () => {
    await scan(SITE, 50);
    expect(scanned()).toBe(50);
  }, 60_000);

  // @promise T34.1
  it('refuses a site more than fifty, and the companion more than five hundred', async () => {
    for (const [origin, count] of [
      [SITE, 51],
      [COMPANION, 501],
    ] as const) {
      const { outcome, dialogs } = await scan(origin, count);
      expect(outcome).toMatchObject({ kind: 'invalidParams', data: { path: 'maxScanned' } });
      expect((outcome as Error).message).toContain(String(count - 1));
      expect(dialogs).toEqual([]);
    }
    expect(scanned()).toBe(0);
  });

  it('looks at more for the companion', async () => {
    await scan(COMPANION, 51);
    expect(scanned()).toBe(51);
  }, 60_000);

  // @row xnet_recoverAccounts
  it.each([0, 1, 3])('lists %i indexes that have nothing, and ends there', async (maxMissed) => {
    const { outcome } = await scan(SITE, 6, true, maxMissed);
    expect(outcome).toHaveLength(maxMissed);
  });

  it('reads no further once too many indexes had nothing', async () => {
    await scan(COMPANION, 200, true, 1);
    expect(scanned()).toBe(50);
  }, 60_000);

  // @promise T34.3
  it.each([20, 21])(
    'looks in %i indexes for all listed tokens, or for ETH and STRK',
    async (count) => {
      const told: bigint[] = [];
      node.says.instead.starknet_call = ({ request: { contract_address, calldata } }: Asked) => {
        // The others ask an account for its version.
        if (calldata.length > 0) told.push(BigInt(contract_address));
        return { result: ['0x0', '0x0'] };
      };
      await scan(COMPANION, count);
      const tokens = count > 20 ? Object.values(knownTokens) : listTokens(chainIds.sepolia);
      expect(new Set(told)).toEqual(new Set(tokens.map(({ address }) => BigInt(address))));
      expect(told).toHaveLength(count * siteKinds.length * tokens.length);
    },
    60_000,
  );

  // @promise T34.3
  it('shows in the dialog what else an account holds, and no token that is absent', async () => {
    fundOlder();
    const { outcome, dialogs } = await scan(SITE, 1);
    expect(outcome).toMatchObject([{ address: older, strkBalance: '0x0', ethBalance: '0x0' }, {}]);
    expect(JSON.stringify(dialogs)).toContain('0 STRK, 0 ETH and 5 USDC, not deployed');
  });

  // @promise T34.3
  it('makes the funded account current, though a new one existed before', async () => {
    fundOlder();
    const { invoke } = openModule({ sepoliaUrl: node.url });
    const { address } = await invoke('xnet_createAccount', { addressIndex: 0 }, SITE);
    expect(await invoke('xnet_getCurrentAccount', {}, SITE)).toMatchObject({ address });
    await invoke('xnet_recoverAccounts', {}, SITE);
    expect(await invoke('xnet_getCurrentAccount', {}, SITE)).toMatchObject({ address: older });
  });

  it('shows an account by the name that the user gave it', async () => {
    const { invoke, dialogs } = openModule({ sepoliaUrl: node.url, companions: [COMPANION] });
    const { address } = await invoke('xnet_createAccount', { addressIndex: 0 }, SITE);
    await invoke('xnet_setAccountName', { address, accountName: 'Rent' }, COMPANION);
    dialogs.length = 0;
    await invoke('xnet_recoverAccounts', { maxScanned: 2, maxMissed: 2 }, SITE);
    const shown = JSON.stringify(dialogs);
    expect(shown).toContain('Rent, index 0, ');
    expect(shown).toContain('Account 2, index 1, ');
    expect(shown).not.toContain('Account 1');
  });

  // @promise T34.2
  it.each([
    ['one index, to learn whether it is empty', { maxScanned: 1, maxMissed: 0 }],
    ['one index, by default', {}],
    ['ten indexes', { maxScanned: 10, maxMissed: 10 }],
    ['fifty indexes', { maxScanned: 50 }],
  ])('asks before anything is looked up: %s', async (_what, params) => {
    const { invoke, dialogs } = openModule({ sepoliaUrl: node.url, user: () => false });
    const kind = await invoke('xnet_recoverAccounts', params, SITE).catch((error) => error.kind);
    expect(kind).toBe('userRejected');
    expect(dialogs).toHaveLength(1);
    expect(node.calls).toEqual([]);
  });

  it('names what it looks for: many indexes by number, a single one by its address', async () => {
    const { dialogs } = await scan(SITE, 10, false);
    expect(JSON.stringify(dialogs)).toContain('your accounts 1 to 10');
    const one = await scan(SITE, 1, false);
    const shown = JSON.stringify(one.dialogs).replaceAll(' ', '');
    expect(shown).toContain(vectors.accounts[0]?.argent040);
  });

  // @promise T34.2
  it('asks once for one index that has nothing else, and twice if it shows what it found', async () => {
    expect((await scan(SITE, 1)).dialogs).toHaveLength(1);
    const { dialogs } = await scan(SITE, 2);
    expect(dialogs).toHaveLength(2);
    expect(JSON.stringify(dialogs[1]).replaceAll(' ', '')).toContain(
      vectors.accounts[1]?.argent040,
    );
    fundOlder();
    const found = await scan(SITE, 1);
    expect(found.dialogs).toHaveLength(2);
    expect(JSON.stringify(found.dialogs[1]).replaceAll(' ', '')).toContain(older);
  });

  // @promise T34.2
  it('asks no second time for what the user let the site search, until it is taken back', async () => {
    const { invoke, dialogs, module } = openModule({ sepoliaUrl: node.url });
    const search = (params: object, origin = SITE) =>
      invoke('xnet_recoverAccounts', { maxMissed: 1, ...params }, origin);
    await search({ maxScanned: 5 });
    expect(dialogs).toHaveLength(2);
    await search({ maxScanned: 5 });
    await search({ startScanIndex: 1, maxScanned: 2, maxMissed: 0 });
    expect(dialogs).toHaveLength(2);
    for (const more of [{ maxScanned: 6 }, { maxScanned: 5, chainId: chainIds.mainnet }])
      await search(more).catch(() => undefined);
    expect(dialogs).toHaveLength(4);
    await search({ maxScanned: 5 }, 'https://other.example');
    expect(dialogs).toHaveLength(6);
    await module.grants.revoke(SITE);
    await search({ maxScanned: 5 });
    expect(dialogs).toHaveLength(8);
  });

  it('asks nothing about an index of which the site has an account, and nothing more', async () => {
    const { invoke, dialogs } = openModule({ sepoliaUrl: node.url });
    await invoke('xnet_createAccount', { addressIndex: 0 }, SITE);
    await invoke('xnet_recoverAccounts', {}, SITE);
    expect(dialogs).toHaveLength(1);
  });

  it('keeps what a node says of its addresses from the site, though it sees an account', async () => {
    const { invoke } = openModule({ sepoliaUrl: node.url });
    await invoke('xnet_createAccount', { addressIndex: 5 }, SITE);
    const text = `No class at ${vectors.accounts[1]?.argent040}`;
    node.says.instead.starknet_getClassHashAt = () => ({ error: { code: 24, message: text } });
    const error = await invoke('xnet_recoverAccounts', { maxScanned: 2 }, SITE).catch((one) => one);
    expect(error).toMatchObject({ kind: 'nodeFault' });
    expect(JSON.stringify([error.message, error.data])).not.toContain('No class at');
  });

  // @promise T34.2
  it('leaves nothing behind if the user refuses, and tells the site nothing', async () => {
    const { outcome, module, dialogs } = await scan(SITE, 1, false);
    expect(dialogs).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: 'userRejected' });
    expect(await module.accounts.list(chainIds.sepolia)).toEqual([]);
    expect(await module.grants.all()).toEqual({});
  });
});
