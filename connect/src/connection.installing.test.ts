import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createTestWallet } from '../testing/testWallet';
import { createClient } from './client';
import { createConnection } from './connection';

it('installs the module while no call is under way, and calls nothing meanwhile', async () => {
  const { request } = createTestWallet().providerFor('https://dapp.example');
  const events = new EventEmitter();
  const order: string[] = [];
  const client = createClient({
    version: '^0.1.0',
    provider: {
      async request(call) {
        order.push(call.method);
        // The wallet emits events meanwhile.
        if (call.method === 'wallet_requestModules') events.emit('message');
        await new Promise(setImmediate);
        const answer = await request(call);
        order.push(`${call.method} ends`);
        return answer;
      },
      on: (event, listener) => events.on(event, listener),
      removeListener: (event, listener) => events.off(event, listener),
    },
  });
  const connection = createConnection(client);
  await connection.connect();
  const end = connection.listen(() => {});
  order.length = 0;
  events.emit('message');
  await connection.connect();
  end();
  expect(order.slice(0, 5)).toEqual([
    'wallet_invokeModule',
    'wallet_invokeModule ends',
    'wallet_requestModules',
    'wallet_requestModules ends',
    'wallet_invokeModule',
  ]);
});

describe('an update that a call of another page breaks', () => {
  /** What the wallet answers to the questions for the module, one after the other. */
  const openAsked = (answers: readonly (string | undefined)[]) => {
    const { request } = createTestWallet().providerFor('https://dapp.example');
    let asked = 0;
    const client = createClient({
      version: '^0.1.0',
      provider: {
        async request(call) {
          if (call.method !== 'wallet_requestModules') return request(call);
          asked += 1;
          const failure = answers[asked - 1];
          if (failure) throw Object.assign(new Error(failure), { code: -32603 });
          return request(call);
        },
      },
    });
    return { client, asked: () => asked };
  };

  it.each(['Snap npm:@xnet/module crashed with updated source code.', 'Invalid state transition'])(
    'repeats the installation once (%s)',
    async (failure) => {
      const { client, asked } = openAsked([failure]);
      expect(await client.install()).toMatchObject({ version: '0.1.0' });
      expect(asked()).toBe(2);
    },
  );

  it('fails if the installation breaks again, and repeats nothing else', async () => {
    const broken = 'Invalid state transition';
    const twice = openAsked([broken, broken]);
    await expect(twice.client.install()).rejects.toThrow(broken);
    const other = openAsked(['The user is away.']);
    await expect(other.client.install()).rejects.toThrow('The user is away.');
    expect(twice.asked()).toBe(2);
    expect(other.asked()).toBe(1);
  });
});
