import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '../errors';
import { costOfCall, costOfEvent, methodCosts } from './costs';

describe('costs', () => {
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
      expect(costOfCall({ method, params: [] })).toBe(80);
  });

  it('charges what is no call as a refused request', () => {
    expect(costOfCall({ id: 1, error: new ServiceError('malformed') })).toBe(5);
  });

  it('charges events by what was subscribed to', () => {
    expect(costOfEvent('newHeads')).toBe(50);
    expect(costOfEvent('logs')).toBe(300);
    expect(costOfEvent('newPendingTransactions')).toBe(200);
    expect(costOfEvent('constructor')).toBe(80);
  });
});
