import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { root } from '../root';
import { buildUnlessCurrent } from './buildUnlessCurrent';

const name = `test-${process.pid}`;
afterAll(() => rm(join(root, 'node_modules/.cache/xnet', `${name}-build`), { force: true }));

describe('buildUnlessCurrent', () => {
  it('builds again after a change of what goes in or has come out, and after a failure', async () => {
    let sources = 1;
    let output = 0;
    const currentStamp = async () => `${sources} ${output}`;
    const build = async () => {
      output = sources * 10;
    };
    const fails = () => Promise.reject(new Error('It does not build.'));
    expect(await buildUnlessCurrent(name, { currentStamp, build })).toBe(true);
    expect(await buildUnlessCurrent(name, { currentStamp, build: fails })).toBe(false);
    sources = 2;
    await expect(buildUnlessCurrent(name, { currentStamp, build: fails })).rejects.toThrow('not');
    expect(await buildUnlessCurrent(name, { currentStamp, build })).toBe(true);
    output = 0;
    expect(await buildUnlessCurrent(name, { currentStamp, build })).toBe(true);
    expect(await buildUnlessCurrent(name, { currentStamp, build: fails })).toBe(false);
  });
});
