import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../../schema/primitives';
import { toAddress } from '../../../starknet/felt';
import type { TokensByAddress } from '../simulate';
import { listedTokens } from '../tokenTable';
import { getSymbol } from './amounts';

const claimOf = (number: number, symbol: string) => {
  const address = toAddress(`0x${(0xc0de00 + number).toString(16)}`);
  return [address, { address, symbol, decimals: 18, verified: false }] as const;
};
const claims = [claimOf(1, 'LORDS'), claimOf(2, 'USDC2'), claimOf(3, 'get.evil.io')];
const [plain = '', imitation = '', host = ''] = claims.map(([address]) => address);

/** A table that counts how often all its tokens are read. */
function countedTable() {
  const count = { readings: 0 };
  const table = { ...Object.fromEntries(claims), ...listedTokens(chainIds.sepolia) };
  const tokens: TokensByAddress = new Proxy(table, {
    ownKeys(target) {
      count.readings += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { count, tokens };
}

describe('getSymbol', () => {
  it('returns a plain claim, and neither an imitation nor a host', () => {
    const { tokens } = countedTable();
    expect([plain, imitation, host, '0x1'].map((one) => getSymbol(one, tokens))).toEqual([
      'LORDS',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('compares a claim with the listed symbols once for a table', () => {
    const { count, tokens } = countedTable();
    for (const token of [plain, imitation, plain, imitation, plain]) getSymbol(token, tokens);
    expect(count.readings).toBe(2);
  });
});
