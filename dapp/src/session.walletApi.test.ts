import { expect, it } from '@jest/globals';
import { createLog } from './log/log';
import { createMemory } from './memory';
import { createSession } from './session';
import type { Wallet } from './wallet/discovery';

const moduleId = 'npm:@xnet/module';
const network = { name: 'Testnet (Sepolia)', chainId: '0x534e5f5345504f4c4941' };

it('answers calls of the wallet API by the connector, and lists what that asked of the module', async () => {
  const provider: Wallet['provider'] = {
    async request({ method, params }) {
      const { request } = (params ?? {}) as { request?: { method: string } };
      if (method === 'wallet_getModules') return { [moduleId]: { version: '0.1.0' } };
      if (request?.method === 'xnet_getState')
        return { network, currentAccount: null, accounts: [] };
      throw Object.assign(new Error('No such method.'), { code: -32601 });
    },
  };
  const memory = createMemory({ getItem: () => null, setItem: () => undefined });
  const log = createLog({ now: () => 0 });
  const session = createSession({ moduleId, memory, log });
  session.pick({ uuid: '1', name: 'W', rdns: 'org.example.w', icon: '', provider });
  try {
    expect(await session.send('wallet_requestChainId')).toBe(network.chainId);
    const told = log.store.get().entries.map(({ outgoing }) => [outgoing.to, outgoing.label]);
    expect(told.at(-1)).toEqual(['walletApi', 'wallet_requestChainId']);
    expect(told).toContainEqual(['wallet', 'xnet_getState']);
    const unknown = session.send('wallet_switchStarknetChain', { chainId: '0x1' });
    await expect(unknown).rejects.toMatchObject({ name: 'WalletApiError', code: 163 });
  } finally {
    session.leave();
  }
});
