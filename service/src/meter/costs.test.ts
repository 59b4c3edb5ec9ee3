import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '../errors';
import { createPrices } from './costs';

const prices = createPrices();
const methodCosts = prices.list([]);

describe('costs', () => {
  // @promise P27.1
  // @row credits.jsonRpc
  it('charges what the table of the specification says', () => {
    expect(methodCosts.eth_getBlockByHash).toBe(80);
    expect(methodCosts.eth_getBlockByNumber).toBe(80);
    expect(methodCosts.eth_getTransactionByBlockNumberAndIndex).toBe(150);
    expect(methodCosts.eth_getUncleByBlockNumberAndIndex).toBe(150);
    expect(methodCosts.eth_getProof).toBe(150);
    expect(methodCosts.eth_getBlockReceipts).toBe(1_000);
  });

  it('charges 80 for a method that has no price, whatever its name', () => {
    for (const method of ['eth_accounts', 'constructor', '__proto__', 'toString'])
      expect(prices.ofCall({ method, params: [] })).toBe(80);
  });

  it('charges what is no call as a refused request', () => {
    expect(prices.ofCall({ id: 1, error: new ServiceError('malformed') })).toBe(5);
  });

  it('charges what the operator sets, and all else as before', () => {
    const own = createPrices({ eth_call: 20, logs: 0 });
    expect([own.ofMethod('eth_call'), own.ofEvent('logs'), own.ofMethod('eth_getProof')]).toEqual([
      20, 0, 150,
    ]);
    expect(own.list(['eth_mining'])).toMatchObject({ eth_call: 20, eth_mining: 80 });
  });

  it('charges events by what was subscribed to', () => {
    expect(prices.ofEvent('newHeads')).toBe(50);
    expect(prices.ofEvent('logs')).toBe(300);
    expect(prices.ofEvent('newPendingTransactions')).toBe(200);
    expect(prices.ofEvent('constructor')).toBe(80);
  });
});
