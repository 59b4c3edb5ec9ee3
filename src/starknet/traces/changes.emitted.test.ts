import { describe, expect, it } from '@jest/globals';
import { listEmitted } from './changes';

type Call = Parameters<typeof listEmitted>[0][number];
const call = (contract: string, orders: number[], calls: Call[] = [], more: object = {}): Call => ({
  contract_address: contract,
  caller_address: '0xca11',
  calls,
  events: orders.map((order) => ({ order, keys: [`0x${order}`], data: [] })),
  is_reverted: false,
  ...more,
});
const told = (...roots: Call[]) =>
  listEmitted(roots)?.map(({ from_address, keys }) => `${from_address} ${keys}`);

describe('emitted events', () => {
  it('lists events in the order of emission, however calls are nested', () => {
    const root = call('0xa', [3], [call('0xb', [0, 2], [call('0xc', [1])]), call('0xd', [4])]);
    expect(told(root)).toEqual(['0xb 0x0', '0xc 0x1', '0xb 0x2', '0xa 0x3', '0xd 0x4']);
  });

  it('lists the events of one transaction before those of the next', () => {
    expect(told(call('0xa', [5]), call('0xb', [0]))).toEqual(['0xa 0x5', '0xb 0x0']);
  });

  it('omits the events of a reverted call, and of what it called', () => {
    const undone = call('0xb', [0], [call('0xc', [1])], { is_reverted: true });
    expect(told(call('0xa', [2], [undone]))).toEqual(['0xa 0x2']);
  });

  it('names the caller and the call of each event', () => {
    const emitted = listEmitted([call('0xa', [0, 1], [call('0xa', [2])])]) ?? [];
    expect(emitted.map(({ caller }) => caller)).toEqual(['0xca11', '0xca11', '0xca11']);
    const [first, second, third] = emitted.map((event) => event.call);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  // @promise P21.1
  it('returns undefined for too many events or calls', () => {
    const orders = Array.from({ length: 10_001 }, (_, index) => index);
    expect(listEmitted([call('0xa', orders)])).toBeUndefined();
    expect(listEmitted([call('0xa', orders.slice(1))])).toHaveLength(10_000);
    expect(
      listEmitted([
        call(
          '0xa',
          [],
          orders.map(() => call('0xb', [], [call('0xc', [])])),
        ),
      ]),
    ).toBeUndefined();
    // More than a function takes as arguments.
    const many = Array.from({ length: 150_000 }, () => call('0xb', []));
    expect(listEmitted([call('0xa', [], many)])).toBeUndefined();
  });
});
