import { describe, it } from '@jest/globals';
import { expectSignedAsShown } from '../../../test/review/signedAsShown';

/** Half of them; the other half is a file of its own, so that both cores work. */
const REQUESTS = Math.ceil(Number(process.env.XNET_SHOWN_RUNS ?? 10_000) / 2);
const SEED = process.env.XNET_SHOWN_RUNS === undefined ? 7 : Date.now();

describe('a dialog read back', () => {
  // @promise T1.2
  it(
    `gives exactly what is signed, for ${REQUESTS} random requests`,
    () => expectSignedAsShown(REQUESTS, SEED),
    Math.max(120_000, REQUESTS * 60),
  );
});
