import { describe, expect, it } from '@jest/globals';
import { singleFlight } from './singleFlight';

describe('singleFlight', () => {
  it('runs work once for all who ask for the same, and again once it has ended', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = singleFlight((name: string) => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
    const all = [run('a'), run('a'), run('b')];
    expect(begun).toEqual(['a', 'b']);
    expect(run.underWay('a')).toBe(all[0]);
    for (const end of ends) end();
    expect(await Promise.all(all)).toEqual(['a', 'a', 'b']);
    expect(run.underWay('a')).toBeUndefined();
    void run('a');
    expect(begun).toEqual(['a', 'b', 'a']);
  });

  it('tells its failure to all who have asked, and forgets it', async () => {
    let times = 0;
    const run = singleFlight(async () => {
      times += 1;
      throw new Error(`failure ${times}`);
    });
    const both = await Promise.allSettled([run(), run()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(run()).rejects.toThrow('failure 2');
  });
});
