import { afterEach, beforeEach, expect } from '@jest/globals';

// As outside of the runner, which raises it to 100: a check of a drawing creates errors by the
// hundred thousand, each with its stack.
Error.stackTraceLimit = 10;

beforeEach(() => {
  expect.hasAssertions();
});

/** A failed expectation counts wherever it is: in a callback, under a catch, in a test's user. */
afterEach(async () => {
  // Lets a user that continues after the answer finish.
  await new Promise((done) => setImmediate(done));
  const { assertionCalls, numPassingAsserts } = expect.getState();
  const failed = assertionCalls - numPassingAsserts;
  if (failed > 0) throw new Error(`Of the expectations of this test ${failed} failed.`);
});
