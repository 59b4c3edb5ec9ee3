import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import { limitedModule } from './limitedModule';

const turn = () => Promise.resolve();
const indexes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function open() {
  const { module } = openModule({ now: () => 1_000_000 });
  const pass = module.limits.enter('https://site.example', { asks: false, isTrusted: false });
  return limitedModule(module, pass);
}

/** How often something is done before it is refused. */
async function timesOf(work: () => Promise<unknown>): Promise<number> {
  for (let times = 0; times < 1_000; times += 1) {
    const kind = await work().then(
      () => 'done',
      (error) => error.kind,
    );
    if (kind === 'limitExceeded') return times;
    expect(kind).toBe('done');
  }
  throw new Error('It is never refused.');
}

describe('what a request uses up', () => {
  it('is computing for each key, also where several are derived at once', async () => {
    const one = open();
    expect(await timesOf(() => one.keys.publicKey(0))).toBe(143);
    const many = open();
    expect(await timesOf(() => many.keys.publicKeys(indexes, turn))).toBe(15);
  }, 60_000);

  it('is a call for each question to an explorer', async () => {
    const { explorer } = open();
    expect(await timesOf(() => explorer(chainIds.sepolia))).toBe(600);
  });
});
