import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { everyRun, onContainerNode } from '../../scripts/check/everyRun';
import { root } from '../../scripts/root';

describe('everyRun', () => {
  it.each([...everyRun, ...onContainerNode])('names a test file: %s', (file) => {
    expect(existsSync(join(root, file))).toBe(true);
  });

  it.each(['test/browser', 'test/node', 'test/simulation', 'test/service', 'wallet', 'service'])(
    'names tests of %s',
    (folder) => {
      expect(everyRun.some((file) => file.startsWith(`${folder}/`))).toBe(true);
    },
  );
});
