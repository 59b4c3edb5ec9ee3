import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fund } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { type Declarable, readDeclarables } from '../../test/node/declarable';
import { approving, encodeApproval } from '../../test/stage/approvals';
import { openStage, type Stage } from '../../test/stage/stage';
import type { ClosingKit } from '../foreign/closingModule';
import { message, STRK, transfer } from '../foreign/requests';
import type { Kind, StarknetJs } from '../foreign/starknetJs';
import type { StarknetKit } from '../foreign/starknetKit';
import { closingNames, digested } from './closingReplies';
import { bundle, type OpenDapp, openDapp } from './openDapp';

const MINUTE = 60_000;
const { sepolia: chainId } = chainIds;
const kinds: readonly Kind[] = [
  ...(['10.8 WalletAccount', '10.8 WalletAccountV5', '10.8 WalletAccountV6'] as const),
  ...(['9.4 WalletAccount', '9.4 WalletAccountV5'] as const),
];

// All tests share one chain and one wallet; each dapp has its own origin.
let stage: Stage;
let dapp: OpenDapp<StarknetJs>;
let kit: OpenDapp<StarknetKit>;
let closing: OpenDapp<ClosingKit>;
let react: OpenDapp<Record<never, never>>;
let declarable: (name: string) => Declarable;
/** The first account, which every site sees. */
let first = '';

beforeAll(async () => {
  const entries = ['starknetJs.ts', 'starknetReact.tsx', 'starknetKit.ts', 'closingModule.ts'];
  const bundling = Promise.all(entries.map((entry) => bundle(`connect/foreign/${entry}`)));
  const opening = openStage({ withMainnet: true });
  // If one fails, the other is still awaited.
  const [scripts] = await Promise.allSettled([bundling, opening]);
  stage = await opening;
  if (scripts.status === 'rejected') throw scripts.reason;
  const [byJs = '', byReact = '', byKit = '', byClosing = ''] = scripts.value;
  [dapp, react, kit, closing] = await Promise.all([
    openDapp<StarknetJs>(stage, byJs),
    openDapp<Record<never, never>>(stage, byReact, stage.chain.url),
    openDapp<StarknetKit>(stage, byKit),
    openDapp<ClosingKit>(stage, byClosing),
  ]);
  ({ declarable } = await readDeclarables(stage.chain.url));
  // Bundles all libraries; beside two other browser tests, a slow machine takes over three minutes.
}, 6 * MINUTE);

afterAll(async () => {
  for (const each of [dapp, react, kit, closing]) each?.close();
  await stage?.stop();
}, MINUTE);

describe('before anybody connects', () => {
  it('lists the module by the discoveries of get-starknet 4 and 5, and by the adapter', async () => {
    expect(await dapp.quietly('wallet')).toBe('org.xnet.developer-wallet');
    const listed = { four: ['Xnet'], five: ['Xnet'], byAdapter: ['Xnet'] };
    expect(await dapp.quietly('listed')).toEqual(listed);
  });

  it('connects nobody silently, without a dialog', async () => {
    expect(await dapp.quietly('silently')).toEqual([[], []]);
    expect(await kit.quietly('standing')).toEqual([true, 'Xnet', false]);
    expect(await encodeApproval(stage.walletPage).count()).toBe(0);
  });

  it(
    'creates the first account with the user',
    async () => {
      first = await dapp.ask('connect', '10.8 WalletAccount', stage.chain.url, false);
      expect(first).toMatch(/^0x[0-9a-f]{64}$/u);
    },
    MINUTE,
  );
});

describe.each(kinds)('starknet.js %s', (kind) => {
  let address = '';

  it(
    'connects, silently once the site has an account, and tells permissions and deployment data',
    async () => {
      address = await dapp.ask('anotherAccount');
      const loud = await dapp.ask('connect', kind, stage.chain.url, false);
      expect(await dapp.quietly('connect', kind, stage.chain.url, true)).toBe(loud);
      expect(loud).toBe(address);
      expect(await dapp.quietly('permissions', kind)).toEqual(['accounts']);
      expect(await dapp.quietly('deploymentData')).toMatchObject({ address, version: 1 });
      await fund(stage.chain.url, address, 10n ** 21n);
    },
    MINUTE,
  );

  it(
    'sends one call, deploying the account first, and several, and estimates them',
    async () => {
      expect(await dapp.ask('execute', kind, transfer)).toBe(true);
      expect(await dapp.ask('execute', kind, [transfer, transfer])).toBe(true);
      expect(BigInt(await dapp.quietly('estimate', kind, [transfer])) > 0n).toBe(true);
      const byClient = await dapp.quietly('estimateByClient', address, [transfer]);
      expect(BigInt(byClient) > 0n).toBe(true);
      await expect(dapp.quietly('deploymentData')).rejects.toThrow('ACCOUNT_ALREADY_DEPLOYED');
    },
    2 * MINUTE,
  );

  it(
    'signs a message that the account’s contract takes',
    async () => {
      expect(await dapp.ask('signAndVerify', kind, message)).toBe(true);
    },
    MINUTE,
  );

  it(
    'declares a class with its compiled class hash, and deploys a contract',
    async () => {
      const { contract, classHash, compiledClassHash } = declarable(kind.replace(/\W/gu, ''));
      const payload = { contract, compiledClassHash } as never;
      expect(BigInt(await dapp.ask('declare', kind, payload))).toBe(BigInt(classHash));
      const { classHash: deployed } = accountClasses.openZeppelin100;
      const key = `0x${(kinds.indexOf(kind) + 7).toString(16)}`;
      expect(BigInt(await dapp.ask('deploy', kind, deployed, [key]))).toBe(BigInt(deployed));
    },
    3 * MINUTE,
  );

  it(
    'watches a token, and switches the network without losing its account',
    async () => {
      expect(await dapp.ask('watchAsset', kind, STRK)).toBe(true);
      await dapp.quietly('listen');
      expect(await dapp.ask('switchNetwork', kind, chainIds.mainnet)).toBe(true);
      // The current account is stored per network.
      expect(await dapp.quietly('accounts')).toContain(address);
      expect(await dapp.ask('switchNetwork', kind, chainId)).toBe(true);
      const told = await dapp.quietly('told');
      expect(told).toContainEqual(['networkChanged', chainIds.mainnet]);
      expect(told).not.toContainEqual(['accountsChanged', null]);
      expect(told).not.toContainEqual(['accountsChanged', []]);
      expect(await dapp.quietly('connect', kind, stage.chain.url, true)).toBe(address);
    },
    2 * MINUTE,
  );
});

describe('get-starknet 4', () => {
  it('enables what it lists, silently once the site is connected', async () => {
    const [current = ''] = await dapp.quietly('enableByFour');
    expect(current).toMatch(/^0x[0-9a-f]{64}$/u);
  });
});

describe('starknet-react 5', () => {
  const press = (name: string) => react.page.getByRole('button', { name, exact: true }).click();
  const shown = async (id: string): Promise<string> => {
    const place = react.page.locator(`#${id}:not(:empty), #error:not(:empty)`).first();
    await place.waitFor({ timeout: 30_000 });
    return (await place.textContent()) ?? '';
  };
  const ask = (name: string, id: string) =>
    approving(stage.walletPage, async () => {
      await press(name);
      return shown(id);
    });

  it(
    'lists it without a line about it, connects, sends and signs by its hooks',
    async () => {
      await fund(stage.chain.url, first, 10n ** 21n);
      expect(await shown('found')).toBe('xnet');
      const { result: address } = await ask('Xnet', 'address');
      expect(BigInt(address)).toBe(BigInt(first));
      expect(await shown('chain')).toBe(chainId.slice(2));
      expect((await ask('Send', 'sent')).result).toMatch(/^0x[0-9a-f]{64}$/u);
      const signature: unknown = JSON.parse((await ask('Sign', 'signature')).result);
      expect(signature).toEqual([expect.stringMatching(/^0x/u), expect.stringMatching(/^0x/u)]);
    },
    2 * MINUTE,
  );

  it('reconnects after a reload without a dialog', async () => {
    await react.page.reload();
    expect(BigInt(await shown('address'))).toBe(BigInt(first));
    await press('Disconnect');
    await react.page.locator('main[data-status="disconnected"]').waitFor();
    expect(await react.page.locator('#address').textContent()).toBe('');
  });
});

describe('starknetkit 3, by its injected connector', () => {
  it(
    'connects, sends, signs what the contract takes, and tells of another network',
    async () => {
      const [account, chain] = await kit.ask('connect');
      expect([BigInt(account), chain]).toEqual([BigInt(first), chainId]);
      expect(await kit.quietly('standing')).toEqual([true, 'Xnet', true]);
      expect(await kit.ask('execute', stage.chain.url)).toBe(true);
      expect(await kit.ask('signAndVerify', stage.chain.url)).toBe(true);
      await kit.quietly('told');
      expect(await kit.ask('switchNetwork', chainIds.mainnet)).toBe(true);
      expect(await kit.ask('switchNetwork', chainId)).toBe(true);
      expect(await kit.quietly('told')).toContainEqual([account, String(BigInt(chainId))]);
      expect(await kit.quietly('disconnect')).toBe(true);
    },
    2 * MINUTE,
  );
});

describe('a dapp of the closing module, with the id of this one', () => {
  it(
    'finds its replies as it digests them, by every name and in the shapes of both its versions',
    async () => {
      await closing.ask('connect');
      await closing.ask('send', first, chainId);
      await closing.ask('sign', first, chainId);
      await closing.ask('deployment', chainId);
      await closing.ask('declare', first, chainId, declarable('Closing'));
      await closing.ask('wallet', first, chainId);
      const replies = await closing.quietly('replies');
      expect(new Set(Object.keys(replies).map((name) => name.split(' ')[0]))).toEqual(
        new Set(closingNames),
      );
      expect(replies).toEqual(digested(first, declarable('Closing').classHash));
    },
    5 * MINUTE,
  );

  it('looks many times a second, and nobody is asked', async () => {
    const addresses = await closing.quietly('poll', 40);
    expect(new Set(addresses)).toEqual(new Set([first]));
    expect(await encodeApproval(stage.walletPage).count()).toBe(0);
  });
});
