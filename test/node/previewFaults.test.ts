import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'starknet';
import type { LocalChain } from '../../scripts/start/localChain';
import { toAddress, toHex } from '../../src/starknet/felt';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readStrk, transfer } from './account';
import { watch } from './shownFacts';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

let nextIndex = 0;
const open = () => openAccount(chain.url, { addressIndex: nextIndex++ });

/** A network on which one method gets another response. */
const answering =
  (method: string, answer: (result: unknown) => object): typeof globalThis.fetch =>
  async (url, init) => {
    const asked = [JSON.parse(String(init?.body))].flat() as { id: number; method: string }[];
    const response = await fetch(url, init);
    const replies = [await response.json()].flat() as { id: number; result?: unknown }[];
    const changed = replies.map((reply) =>
      'result' in reply && asked.find(({ id }) => id === reply.id)?.method === method
        ? { jsonrpc: '2.0', id: reply.id, ...answer(reply.result) }
        : reply,
    );
    return Response.json(asked.length === 1 ? changed[0] : changed);
  };

describe('a node that does not tell what it should', () => {
  type Told = { transaction_trace: Record<string, unknown> }[];
  const SIMULATE = 'starknet_simulateTransactions';
  const withTrace = (change: (trace: Record<string, unknown>) => unknown) => (result: unknown) => ({
    result: (result as Told).map((told) => ({
      ...told,
      transaction_trace: change(told.transaction_trace),
    })),
  });
  const executed = (change: object) =>
    withTrace((trace) => ({
      ...trace,
      execute_invocation: { ...(trace.execute_invocation as object), ...change },
    }));
  const flood = Array.from({ length: 10_001 }, (_, order) => ({ order, keys: [], data: [] }));
  const sprinkled = (address: string) =>
    Array.from({ length: 61 }, (_, order) => ({
      order,
      keys: [hash.getSelectorFromName('Transfer'), '0x5', address],
      data: [toHex(BigInt(order + 1)), '0x0'],
    }));

  it.each([
    ['knows no simulation', () => ({ error: { code: -32601, message: 'Method not found' } })],
    ['fails at it', () => ({ error: { code: -32603, message: 'Internal error' } })],
    ['sends a trace that cannot be read', executed({ events: 'none' })],
    ['sends no trace', () => ({ result: [] })],
    ['sends one of another account', executed({ contract_address: '0xbad' })],
    ['sends one of another type', withTrace(() => ({ type: 'DECLARE' }))],
    ['sends more than can be looked at', executed({ events: flood })],
  ])(
    'shows “could not preview” for a node that %s, and still lets the user send',
    async (...row) => {
      const [, answer] = row;
      const { address, state } = await open();
      const opened = openModule({
        sepoliaUrl: chain.url,
        stored: state,
        fetch: answering(SIMULATE, answer),
      });
      const shown = watch(opened);
      const before = await readStrk(chain.url, '0xf006');
      await opened.invoke('xnet_executeTxn', { address, calls: transfer(1n, '0xf006') });
      expect(shown[0]?.preview?.state).toBe('unknown');
      expect(shown[0]?.warnings).toContainEqual(
        expect.objectContaining({ rule: 'previewUnknown' }),
      );
      expect(shown[0]?.fee?.expected).toMatch(/^0\.\d+$/u);
      expect(await readStrk(chain.url, '0xf006')).toBe(before + 1n);
    },
  );

  it('shows nothing of a trace that is too large', async () => {
    const { address, state } = await open();
    const rain = {
      contract_address: '0xfa11',
      caller_address: '0x1',
      calls: [],
      events: sprinkled(address),
      is_reverted: false,
    };
    const many = Array.from({ length: 61 }, (_, index) => ({
      ...rain,
      contract_address: toHex(BigInt(0xfa11 + index)),
    }));
    const opened = openModule({
      sepoliaUrl: chain.url,
      stored: state,
      fetch: answering(SIMULATE, executed({ calls: many })),
    });
    const shown = watch(opened);
    await opened.invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    expect(shown[0]?.preview?.state).toBe('unknown');
  });

  it('discards the preview if it omits a signed transfer, and shows the calls', async () => {
    const { address, state } = await open();
    const opened = openModule({
      sepoliaUrl: chain.url,
      stored: state,
      user: () => false,
      fetch: answering(SIMULATE, executed({ calls: [], events: [] })),
    });
    const shown = watch(opened);
    const asked = opened.invoke('xnet_executeTxn', { address, calls: transfer(ONE, '0xf007') });
    await expect(asked).rejects.toMatchObject({ kind: 'userRejected' });
    expect(shown[0]?.preview?.state).toBe('unknown');
    expect(JSON.stringify(shown[0]?.sections)).toContain(toAddress('0xf007'));
  });
});
