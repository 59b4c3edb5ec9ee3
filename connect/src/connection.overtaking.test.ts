import { expect, it } from '@jest/globals';
import { createClient } from './client';
import { createConnection } from './connection';

/** A wallet that holds back state replies until the test releases them, in any order. */
function hold() {
  const held: ((currentAccount: string) => void)[] = [];
  const reply = (currentAccount: string) => ({ network: {}, currentAccount, accounts: [] });
  const connection = createConnection(
    createClient({
      provider: {
        request: async ({ params }) => {
          const { request } = (params ?? {}) as { request?: { method: string } };
          if (!request) return { 'npm:@xnet/module': { enabled: true } };
          if (request.method !== 'xnet_getState') return null;
          return new Promise((resolve) => held.push((account) => resolve(reply(account))));
        },
      },
    }),
  );
  /** Starts a read and resolves once the wallet has received the request. */
  const look = async () => {
    const count = held.length;
    const looking = connection.look();
    while (held.length === count) await new Promise(setImmediate);
    return { looking, answer: (account: string) => held[count]?.(account) };
  };
  return { connection, look };
}

it('keeps the first reply, whatever is still pending', async () => {
  const { connection, look } = hold();
  const early = await look();
  await look();
  early.answer('0x1');
  await early.looking;
  expect(connection.state?.currentAccount).toBe('0x1');
});

it('ignores an earlier reading that is answered later', async () => {
  const { connection, look } = hold();
  const [early, late] = [await look(), await look()];
  late.answer('0x2');
  await late.looking;
  early.answer('0x1');
  await early.looking;
  expect(connection.state?.currentAccount).toBe('0x2');
});

it('stays disconnected, whatever was asked before', async () => {
  const { connection, look } = hold();
  const early = await look();
  await connection.disconnect();
  early.answer('0x1');
  await early.looking;
  expect(connection.state).toBeUndefined();
});
