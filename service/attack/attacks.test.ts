import { afterEach, describe, expect, it } from '@jest/globals';
import { type Disposal, dispose } from '../test/testService';
import { attacks } from './attacks';

const undo: Disposal = [];
afterEach(() => dispose(undo));

describe('an attack', () => {
  // @promise P30.1
  it.each(attacks)('gains nothing if it $name', async ({ run }) => {
    expect(await run(undo)).toBeUndefined();
  });
});
