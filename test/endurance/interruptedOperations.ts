import { setTimeout } from 'node:timers/promises';
import { askChain, fund } from '../../scripts/start/localChain';
import { createStoredAccount } from '../../src/flow/accounts/account';
import { trackTransactions } from '../../src/flow/history/track';
import { chainIds, sameFelt } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { sendParts } from '../../src/ui/home/send';
import { getLinkName } from '../../src/ui/home/view';
import { startOtherWallets } from '../chain/otherWallets';
import { ONE, openAccount, transfer } from '../node/account';
import { createPayload, readDeclarables } from '../node/declarable';
import { type Border, openModule } from '../wallet/openModule';
import { openPage } from '../wallet/openPage';
import { mine } from './mined';

type Stored = ReturnType<typeof openModule>['state'];
/** A wallet before an operation, with an account that can pay. */
export type Ready = { stored: Stored; address: string };
/** The wallet in which the operation ran, and its reply, or that its user was shown what happened. */
export type Ran = { state: Stored; reply: unknown; isShown?: true };
/** Something that can be interrupted at each request to wallet and network. */
export type Operation = {
  name: string;
  chainUrl: string;
  /** @param last the wallet after the last case, which may go on */
  prepare: (last?: Ready) => Promise<Ready>;
  run: (ready: Ready, border?: Border) => Promise<Ran>;
  /** Most transactions that one run sends. */
  sends: number;
};

const chainId = chainIds.sepolia;
/** The site that asks, if none is named. */
const SITE = 'https://dapp.example';
const FRIEND = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

/** Keys of the phrase that no other case uses. */
function countIndices(first: number) {
  let next = first;
  return () => {
    next += 1;
    return next - 1;
  };
}

/** Runs a method; an error is its reply. */
const invoking =
  (chainUrl: string, method: string, params: (ready: Ready) => object) =>
  async ({ stored, address }: Ready, border?: Border): Promise<Ran> => {
    const opened = openModule({ sepoliaUrl: chainUrl, stored, ...(border && { border }) });
    const reply = await opened
      .invoke(method, params({ stored, address }))
      .catch((error: unknown) => error);
    return { state: opened.state, reply };
  };

/** Lists what accounts do, on a chain whose blocks are created on demand. */
export async function openOperations(chainUrl: string): Promise<Operation[]> {
  const nextIndex = countIndices(100);
  let amount = 0n;
  const transfers = ({ address }: Ready) => {
    amount += 1n;
    return { address, calls: transfer(amount) };
  };
  const open = async (deployed: boolean): Promise<Ready> => {
    const { state, address } = await openAccount(chainUrl, {
      addressIndex: nextIndex(),
      deployed,
    });
    if (deployed) await mine(chainUrl, address);
    return { stored: state, address };
  };
  const used = async (last?: Ready) => last ?? (await open(true));
  const send = invoking(chainUrl, 'xnet_executeTxn', transfers);

  const { declarable } = await readDeclarables(chainUrl);
  let classes = 0;
  return [
    { name: 'executeTxn', chainUrl, sends: 1, prepare: used, run: send },
    {
      name: 'executeTxn of an account that is not deployed',
      chainUrl,
      sends: 2,
      prepare: () => open(false),
      run: send,
    },
    createAccount(chainUrl, nextIndex),
    {
      name: 'declareContract',
      chainUrl,
      sends: 1,
      prepare: used,
      run: invoking(chainUrl, 'xnet_declareContract', ({ address }) => {
        classes += 1;
        const contractPayload = createPayload(declarable(`Number${classes}`));
        return { senderAddress: address, contractPayload };
      }),
    },
    {
      name: 'tracking',
      chainUrl,
      sends: 0,
      async prepare(last) {
        const ready = await used(last);
        const { state } = await send(ready);
        await mine(chainUrl, ready.address);
        return { ...ready, stored: state };
      },
      async run({ stored }, border) {
        const opened = openModule({ sepoliaUrl: chainUrl, stored, ...(border && { border }) });
        const reply = await trackTransactions(opened.module).catch((error: unknown) => error);
        return { state: opened.state, reply, isShown: true };
      },
    },
    {
      name: 'the page that sends',
      chainUrl,
      sends: 1,
      prepare: used,
      run: (ready, border) => sendOnPage(chainUrl, ready, border),
    },
  ];
}

function createAccount(chainUrl: string, nextIndex: () => number): Operation {
  const indices = new Map<string, number>();
  return {
    name: 'createAccount with its deployment',
    chainUrl,
    sends: 1,
    async prepare() {
      const addressIndex = nextIndex();
      const { address } = await openAccount(chainUrl, {
        addressIndex,
        deployed: false,
      });
      indices.set(address, addressIndex);
      return { stored: { plain: {}, secret: {} }, address };
    },
    run: invoking(chainUrl, 'xnet_createAccount', ({ address }) => ({
      addressIndex: indices.get(address),
      deploy: true,
    })),
  };
}

/** Milliseconds after which a user leaves a page that no longer answers. */
const PATIENCE_MS = 10_000;

/** A user who pays a friend on the page, and confirms there. */
async function sendOnPage(chainUrl: string, { stored }: Ready, border?: Border): Promise<Ran> {
  const page = openPage({ sepoliaUrl: chainUrl, stored, ...(border && { border }) });
  const pay = async () => {
    await page.refresh();
    await page.press(getLinkName('send'));
    await page.fillIn('to', FRIEND);
    await page.fillIn('amount', '0.000001');
    await page.submit(sendParts.form);
  };
  const timer = new AbortController();
  const reply = await Promise.race([
    pay().catch((error: unknown) => error),
    setTimeout(PATIENCE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
  return { state: page.state, reply, isShown: true };
}

/** Upgrades of accounts that another wallet has deployed: each can be upgraded once. */
export async function openUpgrades(
  count: number,
): Promise<Operation & { stop: () => Promise<void> }> {
  const { module } = openModule();
  const indices = Array.from({ length: count }, (_, index) => index);
  const keys = await module.keys.publicKeys(indices, async () => undefined, 'key');
  const { url, chain, addresses, stop } = await startOtherWallets(
    keys.map((publicKey) => ({ kind: 'argent031' as const, publicKey })),
    { blocks: 'demand' },
  );
  const nextIndex = countIndices(0);
  const isOld = async (contract_address: string) => {
    const asked = { block_id: 'pre_confirmed', contract_address };
    const classHash = await askChain<string>(url, 'starknet_getClassHashAt', asked);
    return sameFelt(classHash, accountClasses.argent031.classHash);
  };
  return {
    name: 'upgradeAccContract',
    chainUrl: url,
    sends: 1,
    stop,
    async prepare(last) {
      if (last && (await isOld(last.address))) return last;
      const addressIndex = nextIndex();
      const [publicKey = '', address = ''] = [keys[addressIndex], addresses[addressIndex]];
      await fund(chain.url, address, 10n * ONE);
      const account = createStoredAccount({
        chainId,
        addressIndex,
        publicKey,
        addressClass: 'argent031',
      });
      const accounts = { [chainId]: [{ ...account, deployment: 'deployed' }] };
      const grants = { [SITE]: [{ chainId, address }] };
      return { stored: { plain: { accounts, grants }, secret: {} }, address };
    },
    run: invoking(url, 'xnet_upgradeAccContract', ({ address }) => ({
      contractAddress: address,
    })),
  };
}
