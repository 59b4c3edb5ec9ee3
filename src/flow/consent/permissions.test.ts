import { describe, expect, it } from '@jest/globals';
import { patientUser } from '../../../test/node/patientUser';
import { getText } from '../../../test/node/readDialog';
import vectors from '../../../test/vectors/accounts.json';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { getPreferredAccount, isGrantedAny, shownAccounts, workingAccount } from './permissions';

const SITE = 'https://site.example';
const OTHER = 'https://other.example';
const sepolia = { name: 'Sepolia', chainId: chainIds.sepolia };
const address = vectors.accounts[0]?.argent040 ?? '';

describe('an account', () => {
  it('shows an account without a dialog to the site that created it', async () => {
    const { invoke, dialogs } = openModule();
    await invoke('xnet_createAccount', {}, SITE);
    const key = await invoke('xnet_extractPublicKey', { userAddress: address }, SITE);
    expect(key).toBe(vectors.accounts[0]?.publicKey);
    expect(dialogs).toHaveLength(1);
  });

  it('shares an account with another site that creates it after one dialog, and never asks again', async () => {
    const { invoke, dialogs } = openModule();
    await invoke('xnet_createAccount', {}, SITE);
    for (let count = 0; count < 2; count += 1) {
      const shared = await invoke('xnet_createAccount', { addressIndex: 0 }, OTHER);
      expect(shared).toEqual({ transaction_hash: null, address });
      await invoke('xnet_extractPublicKey', { userAddress: address }, OTHER);
    }
    expect(dialogs).toHaveLength(2);
    const shown = getText(dialogs[1] ?? '');
    for (const part of [OTHER, 'Share account', 'Account 1', 'its public key and its transactions'])
      expect(shown).toContain(part);
    expect(shown).toMatch(/ Share$/u);
    expect(shown).toContain('You stop sharing on the module’s page');
    expect(JSON.stringify(dialogs[1]).replaceAll(' ', '')).toContain(address);
  });

  // @promise T17.1
  it('shares an account only once the grant is stored', async () => {
    let isFull = false;
    const { invoke } = openModule({
      border: ({ method }, cross) =>
        isFull && method === 'snap_setState' ? Promise.reject(new Error('Full.')) : cross(),
    });
    await invoke('xnet_createAccount', {}, SITE);
    isFull = true;
    await expect(invoke('xnet_createAccount', { addressIndex: 0 }, OTHER)).rejects.toThrow('Full.');
    await expect(
      invoke('xnet_extractPublicKey', { userAddress: address }, OTHER),
    ).rejects.toMatchObject({ kind: 'unknownAccount' });
  });

  // @promise T17.1
  it('stays hidden from a site that the user refused', async () => {
    let agrees = true;
    const { invoke } = openModule({ user: () => agrees });
    await invoke('xnet_createAccount', {}, SITE);
    agrees = false;
    await expect(
      invoke('xnet_createAccount', { addressIndex: 0, deploy: true }, OTHER),
    ).rejects.toMatchObject({ kind: 'userRejected' });
    for (const [method, params] of [
      ['xnet_extractPublicKey', { userAddress: address }],
      ['xnet_getTransactions', { senderAddress: address }],
      ['xnet_getDeploymentData', { address }],
    ] as const)
      await expect(invoke(method, params, OTHER)).rejects.toMatchObject({ kind: 'unknownAccount' });
  });

  // @promise T17.1
  // @row connected
  it('hides an account from a site after the user revoked the grant', async () => {
    const { invoke, dialogs, module } = openModule();
    await invoke('xnet_createAccount', {}, SITE);
    await module.grants.revoke(SITE);
    const asking = invoke('xnet_extractPublicKey', { userAddress: address }, SITE);
    await expect(asking).rejects.toMatchObject({ kind: 'unknownAccount' });
    expect(dialogs).toHaveLength(1);
  });

  it('needs no question for the companion site', async () => {
    const { invoke, dialogs } = openModule({ companions: [OTHER] });
    await invoke('xnet_createAccount', {}, SITE);
    expect(await invoke('xnet_listAccounts', {}, OTHER)).toHaveLength(1);
    expect(dialogs).toHaveLength(1);
  });

  // @promise T17.1
  it('extends a grant to the other network when the account exists there, and to no other account', async () => {
    const { invoke } = openModule();
    await invoke('xnet_createAccount', {}, SITE);
    const chainId = 'SN_MAIN';
    const key = () => invoke('xnet_extractPublicKey', { userAddress: address, chainId }, SITE);
    await expect(key()).rejects.toMatchObject({ kind: 'unknownAccount' });
    for (const addressIndex of [0, 1])
      await invoke('xnet_createAccount', { chainId, addressIndex }, OTHER);
    expect(await key()).toBe(vectors.accounts[0]?.publicKey);
    expect(await invoke('xnet_listAccounts', { chainId }, SITE)).toMatchObject([{ address }]);
    const userAddress = vectors.accounts[1]?.argent040;
    await expect(
      invoke('xnet_extractPublicKey', { userAddress, chainId }, SITE),
    ).rejects.toMatchObject({ kind: 'unknownAccount' });
  });
});

describe('the list of accounts', () => {
  it('holds those that the user ticked, and is asked for once', async () => {
    const { invoke, dialogs } = openModule({ choose: (addresses) => addresses.slice(1) });
    for (let count = 0; count < 3; count += 1) await invoke('xnet_addAccount', {}, SITE);
    const seen = await invoke('xnet_listAccounts', {}, OTHER);
    expect(seen.map(({ addressIndex }: { addressIndex: number }) => addressIndex)).toStrictEqual([
      1, 2,
    ]);
    await invoke('xnet_listAccounts', {}, OTHER);
    expect(dialogs).toHaveLength(4);
  });

  // @promise T17.1
  it('opens one dialog when a site asks for the accounts twice at a time', async () => {
    const { invoke, dialogs } = openModule();
    await invoke('xnet_addAccount', {}, SITE);
    const asked = ['xnet_listAccounts', 'xnet_getCurrentAccount', 'xnet_listAccounts'];
    const [list] = await Promise.all(asked.map((method) => invoke(method, {}, OTHER)));
    expect(list).toMatchObject([{ address }]);
    expect(dialogs).toHaveLength(2);
  });

  it('lists the accounts at once for a site with a grant while another dialog is open', async () => {
    const { user, dialog } = patientUser();
    const { invoke } = openModule({ user });
    const making = invoke('xnet_createAccount', {}, SITE);
    (await dialog(1)).answer(true);
    await making;
    const switching = invoke('xnet_switchNetwork', { chainId: chainIds.mainnet }, SITE);
    const shown = await dialog(2);
    expect(await invoke('xnet_listAccounts', {}, SITE)).toMatchObject([{ address }]);
    shown.answer(false);
    expect(await switching).toBe(false);
  });

  it('asks again when no box is ticked, and rejects once the user cancels', async () => {
    const { invoke, dialogs } = openModule({ choose: () => [] });
    await invoke('xnet_addAccount', {}, SITE);
    await expect(invoke('xnet_listAccounts', {}, OTHER)).rejects.toMatchObject({
      kind: 'userRejected',
    });
    // Above the boxes: those of many accounts go on below what is in sight.
    expect(getText(dialogs.at(-1))).toMatch(
      /Choose at least one account, or cancel\..*0x [0-9a-f]/u,
    );
  });

  it('lists nothing, without a dialog, if no account exists', async () => {
    const { invoke, dialogs } = openModule();
    expect(await invoke('xnet_listAccounts', {}, OTHER)).toStrictEqual([]);
    expect(dialogs).toHaveLength(0);
  });

  it('offers no hidden account to a site that sees none yet', async () => {
    const companion = 'https://companion.example';
    const { invoke, dialogs } = openModule({ companions: [companion] });
    await invoke('xnet_addAccount', {}, SITE);
    const other = await invoke('xnet_addAccount', {}, SITE);
    await invoke('xnet_toggleAccountVisibility', { address, visibility: false }, companion);
    const seen = await invoke('xnet_listAccounts', {}, OTHER);
    expect(seen).toMatchObject([{ address: other.address }]);
    const offered = JSON.stringify(dialogs.at(-1)).replaceAll(' ', '');
    expect(offered).toContain('Account2');
    expect(offered).not.toContain('Account1');
  });

  it('leaves out an account that the user has hidden', async () => {
    const { invoke } = openModule({ companions: [OTHER] });
    await invoke('xnet_addAccount', {}, SITE);
    await invoke('xnet_addAccount', {}, SITE);
    await invoke('xnet_toggleAccountVisibility', { address, visibility: false }, OTHER);
    const seen = await invoke('xnet_listAccounts', {}, SITE);
    expect(seen.map(({ addressIndex }: { addressIndex: number }) => addressIndex)).toStrictEqual([
      1,
    ]);
  });
});

describe('the account that an index means', () => {
  const [stored] = storedAccounts(chainIds.sepolia, 1);
  if (!stored) throw new Error('The vectors hold an account.');
  const oldest = { ...stored, address: '0x1', addressClass: 'argent024' } as const;
  const older = { ...stored, address: '0x2', addressClass: 'argent031' } as const;
  const newest = { ...stored, address: '0x3', addressClass: 'argent040' } as const;
  const deployed = { deployment: 'deployed' } as const;

  it.each<[string, StoredAccount[], string]>([
    ['a deployed one before any that is not', [{ ...oldest, ...deployed }, older, newest], '0x1'],
    [
      'of deployed ones that of the newest class',
      [
        { ...oldest, ...deployed },
        { ...older, ...deployed },
      ],
      '0x2',
    ],
    [
      'of those not deployed one of an older class, where something was found',
      [newest, older],
      '0x2',
    ],
    ['the one of the class of new accounts, if there is no other', [newest], '0x3'],
  ])('returns %s', (_, accounts, address) => {
    const others = [{ ...newest, ...deployed, address: '0x4', addressIndex: 7 }];
    for (const listed of [accounts, [...accounts].reverse()])
      expect(getPreferredAccount([...others, ...listed], 0)?.address).toBe(address);
  });
});

describe('isGrantedAny', () => {
  it('tells a site with a grant and the companion from all others', async () => {
    const chainId = chainIds.sepolia;
    const { module } = openModule({
      stored: { plain: { grants: { [SITE]: [{ chainId, address }] } } },
      companions: [OTHER],
    });
    expect(await isGrantedAny(module, 'https://stranger.example')).toBe(false);
    expect(await isGrantedAny(module, SITE)).toBe(true);
    expect(await isGrantedAny(module, OTHER)).toBe(true);
  });
});

describe('shownAccounts', () => {
  it('leaves out accounts that are hidden or that the phrase alone cannot use', async () => {
    const [first, second, third] = storedAccounts(chainIds.sepolia, 3);
    const accounts = [first, { ...second, hidden: true }, { ...third, obstacle: 'guardian' }];
    const { module } = openModule({
      stored: { plain: { accounts: { [chainIds.sepolia]: accounts } } },
      companions: [OTHER],
    });
    const context = { method: 'xnet_listAccounts', origin: OTHER, network: sepolia } as const;
    expect(await shownAccounts(module, context)).toEqual([first]);
  });
});

describe('workingAccount', () => {
  const visible = storedAccounts(chainIds.sepolia, 3);
  const findWorking = async (current: string | null, accounts: readonly StoredAccount[]) => {
    const { module } = openModule();
    if (current !== null) await module.accounts.choose(chainIds.sepolia, current);
    return workingAccount(module, { network: sepolia }, accounts);
  };

  it('returns the account that the user has chosen, in any form of its address', async () => {
    const [, second] = visible;
    const short = second && `0x${BigInt(second.address).toString(16).toUpperCase()}`;
    expect(await findWorking(short ?? null, visible)).toBe(second);
  });

  it('returns that of the first index if the site does not see the chosen one, or none is chosen', async () => {
    expect(await findWorking('0x77', visible)).toBe(visible[0]);
    expect(await findWorking(null, visible)).toBe(visible[0]);
  });

  it('returns none if the site sees none', async () => {
    expect(await findWorking('0x77', [])).toBeUndefined();
  });
});
