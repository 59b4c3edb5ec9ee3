import { afterEach, describe, expect, it } from '@jest/globals';
import { createLog } from './log/log';
import { createMemory } from './memory';
import { createSession, type SessionControl } from './session';
import type { Wallet } from './wallet/discovery';
import { describeFailure } from './wallet/failure';

const moduleId = 'npm:@xnet/module';
const sepolia = '0x534e5f5345504f4c4941';
const account = { address: '0x12', addressIndex: 0, deployHash: '0xd', sentHash: null };
const modules = { [moduleId]: { version: '0.1.0' } };
const network = { name: 'Testnet (Sepolia)', chainId: sepolia };

const opened: SessionControl[] = [];
afterEach(() => {
  // Each session polls its wallet until it is left.
  for (const session of opened.splice(0)) session.leave();
});

type Answers = { readonly [method: string]: () => unknown };

/** A page that was here before, and a wallet with these answers. */
function pageWith(answers: Answers) {
  const asked: string[] = [];
  const provider: Wallet['provider'] = {
    async request({ method, params }) {
      const { request } = (params ?? {}) as { request?: { method: string } };
      const name = request?.method ?? method;
      asked.push(name);
      const answer = answers[name];
      if (!answer) throw Object.assign(new Error('No such method.'), { code: -32601 });
      return answer();
    },
  };
  const wallet: Wallet = { uuid: '1', name: 'W', rdns: 'org.example.w', icon: '', provider };
  const kept = new Map<string, string>();
  const memory = createMemory({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  });
  memory.remember({ rdns: wallet.rdns });
  memory.rememberAccount(sepolia, account);
  const session = createSession({ moduleId, memory, log: createLog({ now: () => 0 }) });
  opened.push(session);
  return { session, memory, wallet, asked };
}

const connected: Answers = {
  wallet_getModules: () => modules,
  xnet_getCurrentNetwork: () => network,
  xnet_getState: () => ({ network, currentAccount: null, accounts: [] }),
  xnet_estimateFee: () => ({ includeDeploy: false }),
  xnet_getErc20TokenBalance: () => ({ balancePending: '0x64', balanceLatest: '0x0' }),
};

describe('createSession', () => {
  it('picks up after a reload without asking the user anything', async () => {
    const { session, wallet, asked } = pageWith(connected);
    const resumed = session.resume(wallet);
    expect(session.store.get().resuming).toBe(true);
    await resumed;
    expect(session.store.get()).toMatchObject({
      account,
      balanceFri: 100n,
      deployed: true,
      resuming: false,
    });
    expect(asked).not.toContain('wallet_requestModules');
  });

  it('resumes nothing if the module is no longer connected', async () => {
    const { session, wallet, asked } = pageWith({ wallet_getModules: () => ({}) });
    await session.resume(wallet);
    expect(session.store.get()).toMatchObject({ module: null, account: null });
    expect(asked).toEqual(['wallet_getModules']);
  });

  it('leaves alone a wallet that was not used here', async () => {
    const { session, wallet, asked } = pageWith(connected);
    await session.resume({ ...wallet, rdns: 'org.example.other' });
    expect(asked).toEqual([]);
  });

  it('drops an account that the module does not have', async () => {
    const unknown = () => {
      throw Object.assign(new Error('No such account.'), { data: { kind: 'unknownAccount' } });
    };
    const { session, wallet, memory } = pageWith({ ...connected, xnet_estimateFee: unknown });
    await session.resume(wallet);
    expect(session.store.get().account).toBeNull();
    expect(memory.recall().accounts).toEqual({});
  });

  it('keeps the account while the node is away', async () => {
    const away = () => {
      throw Object.assign(new Error('No node.'), { code: -32002 });
    };
    const answers = { ...connected, xnet_estimateFee: away, xnet_getErc20TokenBalance: away };
    const { session, wallet } = pageWith(answers);
    await session.resume(wallet);
    expect(session.store.get()).toMatchObject({ account, balanceFri: null, deployed: null });
  });

  it('resumes nothing after the wallet was left', async () => {
    const { session, wallet, asked } = pageWith(connected);
    await session.resume(wallet);
    session.leave();
    expect(session.store.get()).toMatchObject({ wallet: null, module: null, account: null });
    asked.length = 0;
    await session.resume(wallet);
    expect(asked).toEqual([]);
  });

  it('asks for nothing before a wallet is picked', async () => {
    const { session } = pageWith(connected);
    expect(() => session.invoke('xnet_getCurrentNetwork')).toThrow('Pick a wallet first.');
  });
});

describe('a wallet that was picked', () => {
  const another = (wallet: Wallet, rdns: string): Wallet => ({ ...wallet, uuid: rdns, rdns });

  it('asks to connect if needed, and resumes from then on', async () => {
    const { session, wallet, memory, asked } = pageWith({
      ...connected,
      wallet_getModules: () => ({}),
      wallet_requestModules: () => modules,
    });
    session.pick(another(wallet, 'org.example.other'));
    expect(await session.connect()).toEqual({ id: moduleId, version: '0.1.0' });
    expect(asked).toContain('wallet_requestModules');
    expect(session.store.get()).toMatchObject({ module: { id: moduleId }, network, account });
    expect(memory.recall().rdns).toBe('org.example.other');
  });

  it('asks nothing if the wallet has connected the page already', async () => {
    const { session, wallet, asked } = pageWith(connected);
    session.pick(wallet);
    expect(await session.connect()).toEqual({ id: moduleId, version: '0.1.0' });
    expect(asked).not.toContain('wallet_requestModules');
  });

  it('waits for Connect, though the wallet has connected the page', async () => {
    const { session, wallet, asked } = pageWith(connected);
    session.pick(another(wallet, 'org.example.other'));
    await session.lookAgain();
    expect(session.store.get().module).toBeNull();
    expect(asked).toEqual(['wallet_getModules']);
  });

  it('reads no state while it connects', async () => {
    const { session, wallet, asked } = pageWith(connected);
    session.pick(wallet);
    const connecting = session.connect();
    await session.lookAgain();
    await connecting;
    expect(asked.filter((name) => name === 'xnet_getCurrentNetwork')).toHaveLength(1);
  });

  it('ignores answers of a wallet after another was picked', async () => {
    let answer: (modules: object) => void = () => {};
    let listed: unknown = modules;
    const { session, wallet } = pageWith({ ...connected, wallet_getModules: () => listed });
    await session.resume(wallet);
    listed = new Promise((resolve) => {
      answer = resolve;
    });
    const looked = session.lookAgain();
    const other = another(pageWith(connected).wallet, 'org.example.other');
    session.pick(other);
    await session.connect();
    answer({});
    await looked;
    expect(session.store.get()).toMatchObject({ wallet: other, module: { id: moduleId } });
  });

  it('switches the network, and is shown with what is there', async () => {
    const main = { name: 'Mainnet', chainId: '0x534e5f4d41494e' } as const;
    let agrees = false;
    const { session, wallet } = pageWith({
      ...connected,
      xnet_getCurrentNetwork: () => (agrees ? main : network),
      xnet_switchNetwork: () => agrees,
    });
    await session.resume(wallet);
    expect(await session.switchNetwork(main.chainId)).toBe(false);
    expect(session.store.get()).toMatchObject({ network, account });
    agrees = true;
    expect(await session.switchNetwork(main.chainId)).toBe(true);
    expect(session.store.get()).toMatchObject({ network: main, account: null, balanceFri: null });
  });

  it.each([true, false])('reads whether an adopted account is deployed: %s', async (deployed) => {
    const xnet_estimateFee = () => ({ includeDeploy: !deployed });
    const { session, wallet, memory } = pageWith({ ...connected, xnet_estimateFee });
    await session.resume(wallet);
    const adopted = { ...account, address: '0x34' };
    await session.adopt(adopted);
    const kept = deployed ? { ...adopted, wasDeployed: true } : adopted;
    const shown = session.store.get();
    expect(shown).toMatchObject({ account: kept, deployed, begunAnew: false, balanceFri: 100n });
    expect(memory.recall().accounts).toEqual({ [sepolia]: kept });
  });
});

describe('a request that fails', () => {
  const failing = (error: object) => () => {
    throw Object.assign(new Error('It failed.'), error);
  };

  it.each<[string, { code: number; data?: { kind: string } }]>([
    ['of the module', { code: -32603, data: { kind: 'internal' } }],
    ['that the user refused', { code: 4001 }],
  ])('passes on an error %s, however the page is connected', async (_case, error) => {
    let listed: object = modules;
    const { session, wallet } = pageWith({
      ...connected,
      wallet_getModules: () => listed,
      xnet_signMessage: failing(error),
    });
    await session.resume(wallet);
    listed = {};
    const failed = await session.send('xnet_signMessage', {}).catch(describeFailure);
    expect(failed).toMatchObject({ code: error.code, kind: error.data?.kind ?? null });
    expect(session.store.get().module).not.toBeNull();
  });

  it('passes on an error of the wallet that ended nothing', async () => {
    const error = { code: -32603, message: 'The wallet failed inside.' };
    const { session, wallet } = pageWith({ ...connected, xnet_signMessage: failing(error) });
    await session.resume(wallet);
    const failed = await session.send('xnet_signMessage', {}).catch(describeFailure);
    expect(failed).toMatchObject({ ...error, kind: null });
  });

  it('passes on the error of a wallet that stopped, and ends the connection', async () => {
    let isRunning = true;
    const { session, wallet } = pageWith({
      ...connected,
      wallet_getModules: () => (isRunning ? modules : failing({ code: 4900 })()),
      xnet_signMessage: failing({ code: 4900 }),
    });
    await session.resume(wallet);
    isRunning = false;
    const failed = await session.send('xnet_signMessage', {}).catch(describeFailure);
    expect(failed).toMatchObject({ code: 4900, kind: null });
    expect(session.store.get().module).toBeNull();
  });
});
