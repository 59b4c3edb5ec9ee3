import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { outsideClasses } from '../../connect/src/account';
import { root } from '../../scripts/root';
import {
  accountClassLabels,
  derivedClassLabels,
  type OnChainClassName,
} from '../../src/schema/accountClass';
import { hasOutsideExecution } from '../../src/starknet/accounts/classes';
import { codeFiles } from './sources';

const onChain = Object.keys(accountClassLabels) as OnChainClassName[];

/** The connector imports nothing of the module, so it has a list of its own. */
describe('outsideClasses', () => {
  it('lists the classes that execute what somebody else sends, as the module does', () => {
    expect([...outsideClasses].sort()).toEqual(onChain.filter(hasOutsideExecution).sort());
  });
});

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
