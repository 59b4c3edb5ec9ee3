import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import { allMethods } from '../../src/rpc/allMethods';
import { doorNames } from '../sequences/doors';
import { createSequence } from '../sequences/search';
import { getKind, stepKinds } from '../sequences/steps';

/** As many steps as ten runs of `npm run soak -- random`. */
const steps = createSequence(1, 10 * 20 * 40);

/** The step that goes through each entry point of the module. */
const entries = {
  onRpcRequest: 'ask',
  onCronjob: 'tick',
  onHomePage: 'openPage',
  onUserInput: 'page',
} as const;

describe('the random sequences', () => {
  it('goes through every door of the module’s page', () => {
    const taken = new Set(steps.map(getKind));
    expect(doorNames.length).toBeGreaterThan(30);
    expect(doorNames.filter((door) => !taken.has(door))).toEqual([]);
    expect(doorNames.filter((door) => !stepKinds.includes(door))).toEqual([]);
  });

  it('asks for every method that a site can ask for', () => {
    const asked = new Set(steps.flatMap((step) => (step.do === 'ask' ? step.method : [])));
    expect(Object.keys(allMethods).filter((method) => !asked.has(method))).toEqual([]);
  });

  it('goes through every entry point that the module offers the wallet', () => {
    const text = readFileSync(join(root, 'src/index.tsx'), 'utf8');
    const offered = [...text.matchAll(/^export const (\w+)/gmu)].map(([, name]) => name);
    expect(Object.keys(entries).sort()).toEqual(offered.sort());
    const taken = new Set(steps.map(getKind));
    expect(Object.values(entries).filter((kind) => !taken.has(kind))).toEqual([]);
  });
});
