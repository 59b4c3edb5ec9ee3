import { afterEach, beforeEach, expect } from '@jest/globals';
import { userFailures } from './userFailures';

beforeEach(() => {
  userFailures.length = 0;
  expect.hasAssertions();
});

/** An expectation counts wherever it stands: in a callback, under a catch, in the user of a test. */
afterEach(async () => {
  // A user who goes on after the answer ends here.
  await new Promise((done) => setImmediate(done));
  const { assertionCalls, numPassingAsserts } = expect.getState();
  const [failure] = userFailures;
  if (failure !== undefined) throw failure;
  if (assertionCalls !== numPassingAsserts) throw new Error('An expectation failed unheard.');
});
