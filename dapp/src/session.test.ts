import { afterEach, describe, expect, it } from '@jest/globals';
import { createLog } from './log/log';
import { createMemory } from './memory';
import { createSession, type SessionControl } from './session';
import type { Wallet } from './wallet/discovery';

const moduleId = 'npm:@xnet/module';
const sepolia = '0x534e5f5345504f4c4941';
const account = { address: '0x12', addressIndex: 0, deployHash: '0xd', sentHash: null };
const modules = { [moduleId]: { version: '0.1.0' } };
const network = { name: 'Starknet Sepolia', chainId: sepolia };

const opened: SessionControl[] = [];
afterEach(() => {
  // Each looks at its wallet until it is left.
  for (const session of opened.splice(0)) session.leave();
});

type Answers = { readonly [method: string]: () => unknown };

/** A page that was here before, and a wallet that answers so. */
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
    await session.resume(wallet);
    expect(session.store.get()).toMatchObject({
      account,
      balanceFri: 100n,
      deployed: true,
      resuming: false,
    });
    expect(asked).not.toContain('wallet_requestModules');
  });

  it('resumes nothing where the module is no longer connected', async () => {
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

  it('asks for nothing before a wallet is picked', async () => {
    const { session } = pageWith(connected);
    expect(() => session.invoke('xnet_getCurrentNetwork')).toThrow('Pick a wallet first.');
  });
});
