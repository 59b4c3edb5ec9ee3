import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLog } from './log/log';
import { createMemory } from './memory';
import { createSession, type SessionControl } from './session';
import { developerWallet } from './wallet/developerWallet';
import type { Wallet } from './wallet/discovery';
import { describeFailure } from './wallet/failure';

const moduleId = 'npm:@xnet/module';
const [sepolia, mainnet] = ['0x534e5f5345504f4c4941', '0x534e5f4d41494e'] as const;
const account = { address: '0x12', addressIndex: 0, deployHash: '0xd', sentHash: '0xe' };
const vendorText = 'The snap is not connected to this site. Please connect before invoking it.';
/** Errors that wallets identify by text only. */
const endedTexts = [
  `"${moduleId}" was terminated during execution.`,
  `${moduleId} was stopped and the request was cancelled. This is likely because the Snap crashed.`,
  `${moduleId} failed to respond to the request in time.`,
];
const unknown = { code: -32001, data: { kind: 'unknownAccount' } };
const away = { code: -32002, data: { kind: 'nodeUnavailable' } };

const opened: SessionControl[] = [];
afterEach(() => {
  // Each session polls its wallet until it is left.
  for (const session of opened.splice(0)) session.leave();
});

/** A page that is connected to a wallet whose user changes things there. */
async function connectedPage(rdns = 'org.example.w') {
  const listeners = new Map<string, (() => void)[]>();
  const wallet = {
    isConnected: true,
    isRunning: true,
    nodeAnswers: true,
    isDeployed: true,
    isShared: true,
    hasPublicPhrase: true,
    chainId: sepolia as string,
    endsModule: null as string | null,
  };
  const answer = (method: string): unknown => {
    if (!wallet.isRunning) throw Object.assign(new Error('It is not running.'), { code: 4900 });
    if (method === 'wallet_hasPublicPhrase') return wallet.hasPublicPhrase;
    if (method === 'wallet_getModules') return wallet.isConnected ? { [moduleId]: {} } : {};
    if (!wallet.isConnected) throw Object.assign(new Error(vendorText), { code: -32600 });
    if (wallet.endsModule !== null)
      throw Object.assign(new Error(wallet.endsModule), { code: -32603 });
    if (method === 'xnet_getCurrentNetwork') return { name: 'N', chainId: wallet.chainId };
    if (method === 'xnet_getState')
      return {
        network: { chainId: wallet.chainId },
        currentAccount: null,
        accounts: wallet.isShared ? [account] : [],
      };
    if (!wallet.isShared) throw Object.assign(new Error('No such account.'), unknown);
    if (!wallet.nodeAnswers) throw Object.assign(new Error('No node.'), away);
    if (method === 'xnet_estimateFee') return { includeDeploy: !wallet.isDeployed };
    if (method === 'xnet_getErc20TokenBalance') return { balancePending: '0x64' };
    throw Object.assign(new Error('No such method.'), { code: -32601 });
  };
  const announced: Wallet = {
    uuid: '1',
    name: 'W',
    rdns,
    icon: '',
    provider: {
      async request({ method, params }) {
        const { request } = (params ?? {}) as { request?: { method: string } };
        return answer(request?.method ?? method);
      },
      on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      removeListener: (event, listener) =>
        listeners.set(
          event,
          (listeners.get(event) ?? []).filter((known) => known !== listener),
        ),
    },
  };
  const kept = new Map<string, string>();
  const memory = createMemory({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  });
  memory.remember({ rdns: announced.rdns });
  memory.rememberAccount(sepolia, account);
  const session = createSession({ moduleId, memory, log: createLog({ now: () => 0 }) });
  opened.push(session);
  const moves: boolean[] = [];
  session.onMoved((isOther) => moves.push(isOther));
  await session.resume(announced);
  /** Emits a wallet event and returns the state after the page has read it. */
  const hear = async (event: string) => {
    for (const listener of listeners.get(event) ?? []) listener();
    await session.lookAgain();
    return session.store.get();
  };
  const listening = () => [...listeners.values()].flat().length;
  return { session, memory, wallet, announced, hear, moves, listening };
}

describe('a session that follows its wallet', () => {
  it.each(['disconnect', 'accountsChanged', 'message'])(
    'offers Connect after %s if the module was taken away, and keeps the wallet',
    async (event) => {
      const { wallet, hear, announced, moves } = await connectedPage();
      wallet.isConnected = false;
      expect(await hear(event)).toMatchObject({
        wallet: announced,
        module: null,
        network: null,
        account: null,
        balanceFri: null,
      });
      expect(moves).toEqual([true]);
    },
  );

  it.each([
    ['no account', null],
    ['an account of the same address', account],
  ])('shows the network that was chosen in the wallet, with %s alone', async (_, there) => {
    const { wallet, memory, hear, moves } = await connectedPage();
    memory.rememberAccount(mainnet, there);
    Object.assign(wallet, { chainId: mainnet, nodeAnswers: false });
    const { network, account: shown, balanceFri, deployed } = await hear('chainChanged');
    const seen = [network?.chainId, shown?.address, balanceFri, deployed];
    expect(seen).toEqual([mainnet, there?.address, null, null]);
    expect(moves).toEqual([true]);
  });

  it.each([
    ['the developer wallet whose phrase everybody knows', developerWallet, true, true],
    ['the developer wallet with a phrase of its own', developerWallet, false, false],
    ['another wallet', 'org.example.w', true, false],
  ])('warns of Mainnet by how it stands with %s', async (_case, rdns, isKnown, isUnsafe) => {
    const { wallet, hear, session } = await connectedPage(rdns);
    expect(session.store.get().isUnsafe).toBe(false);
    wallet.chainId = mainnet;
    wallet.hasPublicPhrase = isKnown;
    expect((await hear('chainChanged')).isUnsafe).toBe(isUnsafe);
    wallet.chainId = sepolia;
    expect((await hear('chainChanged')).isUnsafe).toBe(false);
  });

  it('resumes at its last step once the wallet has connected it again', async () => {
    const { wallet, hear } = await connectedPage();
    wallet.isRunning = false;
    expect(await hear('disconnect')).toMatchObject({ module: null, account: null });
    wallet.isRunning = true;
    expect(await hear('connect')).toMatchObject({ account: { address: '0x12' }, balanceFri: 100n });
  });

  it('explains in its own words that a request came from a page that is disconnected', async () => {
    const { session, wallet, moves } = await connectedPage();
    wallet.isConnected = false;
    await expect(session.send('xnet_estimateFee', {})).rejects.toMatchObject({
      message: vendorText,
      data: { kind: 'notConnected' },
    });
    expect(session.store.get().module).toBeNull();
    expect(moves).toEqual([true]);
  });

  it.each(endedTexts)('explains in its own words that the module was ended: %s', async (text) => {
    const { session, wallet } = await connectedPage();
    wallet.endsModule = text;
    const failure = await session.send('xnet_executeTxn', {}).catch(describeFailure);
    expect(failure).toMatchObject({ code: -32603, kind: 'ended', message: text });
    expect(session.store.get().module).not.toBeNull();
    wallet.endsModule = null;
    expect(await session.invoke('xnet_getCurrentNetwork')).toMatchObject({ chainId: sepolia });
  });

  it('leaves alone what the module itself refuses', async () => {
    const { session } = await connectedPage();
    await expect(session.send('xnet_nothing', {})).rejects.toThrow('No such method.');
    expect(session.store.get().module).not.toBeNull();
  });

  it('reports that nothing changed if nothing did', async () => {
    const { hear, moves } = await connectedPage();
    await hear('message');
    expect(moves.every((isOther) => !isOther)).toBe(true);
    expect(moves.length).toBeGreaterThan(0);
  });

  it('sees what a wallet does not tell of, as no wallet has to', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { wallet, session } = await connectedPage();
      wallet.chainId = mainnet;
      await jest.advanceTimersByTimeAsync(2_000);
      expect(session.store.get().network?.chainId).toBe(mainnet);
      wallet.isConnected = false;
      await jest.advanceTimersByTimeAsync(2_000);
      expect(session.store.get()).toMatchObject({ module: null, network: null });
    } finally {
      jest.useRealTimers();
    }
  });

  it('sees that its account is no longer shared, says so, and goes on once it is again', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { wallet, session, memory, moves } = await connectedPage();
      const shown = () => session.store.get();
      wallet.isShared = false;
      await jest.advanceTimersByTimeAsync(2_000);
      expect(shown()).toMatchObject({ account: null, balanceFri: null, unshared: true });
      expect(memory.recall().accounts).toEqual({});
      expect(moves.filter((isOther) => isOther)).toEqual([true]);
      await session.lookAgain();
      expect(shown().unshared).toBe(true);
      wallet.isShared = true;
      await session.adopt(account);
      expect(shown()).toMatchObject({ account: { address: '0x12' }, unshared: false });
    } finally {
      jest.useRealTimers();
    }
  });

  it('stops listening to a wallet that was left, or gave way to another', async () => {
    const { session, announced, listening } = await connectedPage();
    expect(listening()).toBeGreaterThan(0);
    session.pick({ ...announced, uuid: '2', provider: { request: announced.provider.request } });
    expect(listening()).toBe(0);
    session.pick(announced);
    expect(listening()).toBeGreaterThan(0);
    session.leave();
    expect(listening()).toBe(0);
  });
});

describe('a session whose chain', () => {
  it('does not answer keeps the account, remembers the deployment and says why', async () => {
    const { session, memory, wallet } = await connectedPage();
    wallet.nodeAnswers = false;
    await session.lookAgain();
    expect(session.store.get()).toMatchObject({
      account: { address: '0x12', wasDeployed: true },
      balanceFri: null,
      nodeFailure: { kind: 'nodeUnavailable' },
    });
    expect(memory.recall().accounts[sepolia]).toMatchObject({ wasDeployed: true, sentHash: '0xe' });
    wallet.nodeAnswers = true;
    await session.lookAgain();
    expect(session.store.get()).toMatchObject({ nodeFailure: null, balanceFri: 100n });
  });

  it('detects a chain that was reset, and forgets what was done on the old one', async () => {
    const { session, memory, wallet, moves } = await connectedPage();
    wallet.isDeployed = false;
    await session.lookAgain();
    const fresh = { address: '0x12', deployHash: null, sentHash: null, wasDeployed: false };
    expect(session.store.get()).toMatchObject({ begunAnew: true, deployed: false, account: fresh });
    expect(memory.recall().accounts[sepolia]).toMatchObject(fresh);
    expect(moves).toEqual([true]);
    session.setDeployed();
    expect(session.store.get().begunAnew).toBe(false);
  });
});
