import { describe, expect, it } from '@jest/globals';
import { addressBlock, createHolders, type Holding } from './holders';

describe('addressBlock', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('takes %s for %s', (address, network) => {
    expect(addressBlock(address)).toBe(network);
  });
});

describe('createHolders', () => {
  it('finds the largest holder by address and by key, whatever comes and goes', () => {
    const holders = createHolders<Holding>();
    const all: Holding[] = [];
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const count = (by: (one: Holding) => string): number => {
      const counts = new Map<string, number>();
      for (const one of all) counts.set(by(one), (counts.get(by(one)) ?? 0) + 1);
      counts.delete('');
      return Math.max(0, ...counts.values());
    };
    for (let step = 0; step < 2_000; step += 1) {
      if (all.length > 0 && random(3) === 0) {
        const [gone] = all.splice(random(all.length), 1);
        if (gone !== undefined) holders.remove(gone);
      } else {
        const one = { address: `a${random(5)}`, key: random(4) === 0 ? '' : `k${random(7)}` };
        all.push(one);
        holders.add(one);
      }
      const [first] = holders.largest();
      const most = Math.max(
        count(({ address }) => address),
        count(({ key }) => key),
      );
      const ofFirst = all.filter(
        ({ address, key }) => address === first?.address || (key !== '' && key === first?.key),
      );
      expect(ofFirst.length >= most || all.length === 0).toBe(true);
    }
  });
});
