import { afterEach, describe, expect, it } from '@jest/globals';
import { createLog } from './log/log';
import { createMemory } from './memory';
import { createSession, type SessionControl } from './session';
import type { Wallet } from './wallet/discovery';

const moduleId = 'npm:@xnet/module';
const sepolia = { name: 'Testnet (Sepolia)', chainId: '0x534e5f5345504f4c4941' };
const mainnet = { name: 'Mainnet', chainId: '0x534e5f4d41494e' };

const opened: SessionControl[] = [];
afterEach(() => {
  for (const session of opened.splice(0)) session.leave();
});

/** A wallet whose module has this version; it holds its answer to `slow` until released. */
function walletOf(name: string, network: typeof sepolia, slow?: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const modules = { [moduleId]: { version: name } };
  const answers: Readonly<Record<string, unknown>> = {
    wallet_getModules: slow === 'wallet_requestModules' ? {} : modules,
    wallet_requestModules: modules,
    xnet_getCurrentNetwork: network,
    xnet_getState: { network, currentAccount: null, accounts: [] },
  };
  const provider: Wallet['provider'] = {
    async request({ method, params }) {
      const { request } = (params ?? {}) as { request?: { method: string } };
      const asked = request?.method ?? method;
      if (asked === slow) {
        reach();
        await gate;
      }
      if (Object.hasOwn(answers, asked)) return answers[asked];
      throw Object.assign(new Error('No such method.'), { code: -32601 });
    },
  };
  return { wallet: { uuid: name, name, rdns: name, icon: '', provider }, letGo, reached };
}

function openPage(rdns: string) {
  const kept = new Map<string, string>();
  const memory = createMemory({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  });
  memory.remember({ rdns });
  const session = createSession({ moduleId, memory, log: createLog({ now: () => 0 }) });
  opened.push(session);
  return { session, memory };
}

describe('a wallet that answers after another was picked', () => {
  const other = walletOf('other', sepolia).wallet;
  const connected = { wallet: other, module: { version: 'other' }, network: sepolia };
  const slowly = ['wallet_getModules', 'xnet_getCurrentNetwork'];

  it.each([...slowly, 'wallet_requestModules'])('refuses to connect it by %s', async (slow) => {
    const { wallet, letGo, reached } = walletOf('first', mainnet, slow);
    const { session, memory } = openPage('first');
    session.pick(wallet);
    const connecting = session.connect();
    const refused = expect(connecting).rejects.toThrow('Another wallet was picked.');
    await reached;
    session.pick(other);
    await session.connect();
    letGo();
    await refused;
    expect(session.store.get()).toMatchObject(connected);
    expect(memory.recall().rdns).toBe('other');
  });

  it.each(slowly)('refuses to resume it by %s', async (slow) => {
    const { wallet, letGo, reached } = walletOf('first', mainnet, slow);
    const { session, memory } = openPage('first');
    const resuming = session.resume(wallet);
    await reached;
    session.pick(other);
    await session.connect();
    letGo();
    await resuming;
    expect(session.store.get()).toMatchObject({ ...connected, resuming: false });
    expect(memory.recall().rdns).toBe('other');
  });

  it('keeps the connection of the wallet picked last when the page looks again', async () => {
    const first = walletOf('first', mainnet, 'wallet_getModules');
    const second = walletOf('second', sepolia, 'xnet_getCurrentNetwork');
    const { session } = openPage('second');
    session.pick(first.wallet);
    const refused = expect(session.connect()).rejects.toThrow('Another wallet was picked.');
    session.pick(second.wallet);
    const connecting = session.connect();
    first.letGo();
    await refused;
    // Returns at once: the second wallet is being connected, so it is not polled.
    await session.lookAgain();
    second.letGo();
    await connecting;
    expect(session.store.get()).toMatchObject({ module: { version: 'second' }, network: sepolia });
  });

  it('refuses to connect it after the page has left it', async () => {
    const { wallet, letGo } = walletOf('first', mainnet, 'wallet_getModules');
    const { session, memory } = openPage('first');
    session.pick(wallet);
    const refused = expect(session.connect()).rejects.toThrow('Another wallet was picked.');
    session.leave();
    letGo();
    await refused;
    expect(session.store.get()).toMatchObject({ wallet: null, module: null });
    expect(memory.recall().rdns).toBeNull();
  });
});
