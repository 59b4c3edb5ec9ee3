import { afterEach, beforeEach, expect } from '@jest/globals';

beforeEach(() => {
  expect.hasAssertions();
});

/** An expectation counts wherever it stands: in a callback, under a catch, in the user of a test. */
afterEach(async () => {
  // A user who goes on after the answer ends here.
  await new Promise((done) => setImmediate(done));
  const { assertionCalls, numPassingAsserts } = expect.getState();
  const failed = assertionCalls - numPassingAsserts;
  if (failed > 0) throw new Error(`Of the expectations of this test ${failed} failed.`);
});
