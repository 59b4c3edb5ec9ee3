import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nodeMood } from '../../test/random/node';
import { methodParams } from '../../test/random/params';
import {
  chainId,
  granted,
  HOST,
  namesAddress,
  observe,
  unknown,
  unseen,
} from '../../test/wallet/ungranted';

const RUNS = Number(process.env.XNET_GRANT_RUNS ?? 25);

const moods = fc.array(
  nodeMood.filter(({ kind }) => kind !== 'silent'),
  { minLength: 1, maxLength: 6 },
);

describe('a site that was granted one account', () => {
  // @promise T17.1 P2.1
  it.each(methodParams)(
    'learns nothing from $name about other accounts of the user',
    async ({ name, params }) => {
      await fc.assert(
        fc.asyncProperty(params, moods, async (drawn, drawnMoods) => {
          const asked = { name, params: drawn, moods: drawnMoods };
          const [ofUser, ofNobody] = [await observe(asked, unseen), await observe(asked, unknown)];
          const { text: _text, told: _told, ...seen } = ofUser;
          const { text: _other, told: _too, ...other } = ofNobody;
          expect(seen).toEqual(other);
          expect(ofUser.text).not.toContain(HOST);
        }),
        { numRuns: RUNS, seed: 7 },
      );
    },
    60_000,
  );

  // @promise T17.1
  it.each(methodParams.filter(({ name }) => namesAddress(name)))(
    'receives an answer from $name for its own account',
    async ({ name, params }) => {
      const names = { ...unseen, address: granted.address, chainId };
      await fc.assert(
        fc.asyncProperty(params, async (drawn) => {
          const { text } = await observe({ name, params: drawn, moods: [] }, names);
          expect(text).not.toContain('"unknownAccount"');
        }),
        { numRuns: RUNS, seed: 7 },
      );
    },
    60_000,
  );
});
