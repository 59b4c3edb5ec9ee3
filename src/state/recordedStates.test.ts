import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import {
  type Recorded,
  readAll,
  recordedStates,
  wholeAccount,
  wholeRecords,
} from '../../test/wallet/recordedStates';
import { chainIds } from '../schema/primitives';
import { migrations } from './migrations';

const chain = chainIds.sepolia;
const newest = migrations.length + 1;
const whole = { ...wholeRecords, account: expect.objectContaining(wholeAccount) };

/** Opens a state in a wallet that ends at a write. @returns what it has stored, and whether it ended */
async function openUntil(state: Recorded, kill: number) {
  let writes = 0;
  const opened = openModule({
    stored: { plain: structuredClone(state) },
    async border({ method }, cross) {
      if (method === 'snap_setState') writes += 1;
      if (writes >= kill) throw new Error('Killed.');
      return cross();
    },
  });
  const isKilled = await opened.module.accounts.list(chain).then(
    () => false,
    () => true,
  );
  return { stored: opened.state, isKilled };
}

describe('the recorded states', () => {
  it('includes one of every version up to the newest', () => {
    expect(recordedStates.map(({ version }) => version)).toEqual(
      Array.from({ length: newest }, (_, index) => index + 1),
    );
  });

  // @promise T31.2
  it.each(recordedStates)(
    'becomes the newest from version $version, with nothing lost',
    async (state) => {
      const opened = openModule({ stored: { plain: structuredClone(state) } });
      expect(await readAll(opened)).toEqual(whole);
    },
  );

  // @promise T31.2
  it.each(recordedStates.slice(0, -1))(
    'goes on from version $version at whatever write it was killed',
    async (state) => {
      let kill = 1;
      for (; ; kill += 1) {
        const { stored, isKilled } = await openUntil(state, kill);
        expect(await readAll(openModule({ stored }))).toEqual(whole);
        if (!isKilled) break;
      }
      // Each step writes at least what it changes, and then the version.
      expect(kill).toBeGreaterThan(2 * (newest - state.version));
    },
  );

  it('refuses a newer state with a sentence, and leaves it as it is', async () => {
    const plain = { ...recordedStates.at(-1), version: newest + 1, accounts: 'of a newer form' };
    const opened = openModule({ stored: { plain: structuredClone(plain) } });
    await expect(opened.module.accounts.list(chain)).rejects.toThrow(
      'The state was written by a newer module; update it.',
    );
    expect(opened.state.plain).toEqual(plain);
  });
});
