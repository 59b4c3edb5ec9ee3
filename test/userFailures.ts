/** What the users of the running test threw: a failure of the test, whatever the module makes of it. */
export const userFailures: unknown[] = [];
