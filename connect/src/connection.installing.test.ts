import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { createTestWallet } from '../testing/testWallet';
import { createClient } from './client';
import { createConnection } from './connection';

it('has the module installed while nothing of it is under way, and calls nothing of it meanwhile', async () => {
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
    ...['wallet_invokeModule', 'wallet_invokeModule ends'],
    ...['wallet_requestModules', 'wallet_requestModules ends', 'wallet_invokeModule'],
  ]);
});
