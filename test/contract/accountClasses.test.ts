import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import { derivedClassLabels } from '../../src/schema/accountClass';
import { codeFiles } from './sources';

describe('the sources of the module', () => {
  it('names an account class in its own file, the labels and the list of classes alone', () => {
    const lists = ['src/schema/accountClass.ts', 'src/starknet/accounts/classes.ts'];
    const named = new RegExp(`\\b(?:${Object.keys(derivedClassLabels).join('|')})\\b`, 'u');
    const naming = codeFiles
      .filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/u.test(file))
      .filter((file) => !file.startsWith('src/starknet/accounts/classes/'))
      .filter((file) => named.test(readFileSync(join(root, file), 'utf8')));
    expect(naming.sort()).toEqual(lists);
  });
});
