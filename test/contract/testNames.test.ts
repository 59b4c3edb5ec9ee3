import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listTestTitles } from '../../scripts/build/taggedTests';
import { root } from '../../scripts/root';
import { codeFiles } from './sources';

/** A verb in the third person: “rejects”, but not “is”, “its”, “unless” or “calls are”. */
const isVerbFirst = (title: string): boolean =>
  /^(?!(?:has|is|its|plus|this|thus|was)\b|always\b)[a-z]+[^\Ws]s\b(?!’| (?:are|do|have|may|were)\b)/u.test(
    title,
  );

/** Every title of a test, with its file. */
const titles = codeFiles
  .filter((file) => /\.tsx?$/u.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    // To parse the others would take most of the time.
    const hasTests = /\bit\s*(?:\.\s*\w+\s*)*[(`<[]/u.test(text);
    return hasTests ? listTestTitles(file, text).map((title) => ({ file, title })) : [];
  });

describe('the titles of the tests', () => {
  it('begins each with a verb in the third person present', () => {
    expect(titles.length).toBeGreaterThan(3_000);
    expect(titles.filter(({ title }) => !isVerbFirst(title))).toEqual([]);
  });

  it('names each condition by “if” and each time by “when”', () => {
    expect(titles.filter(({ title }) => /\bwhere\b/u.test(title))).toEqual([]);
  });

  it.each([
    'rejects a nonce above 2^128',
    'asks the node once when the journal knows the nonce',
    'sends nothing to the node if the journal write fails',
  ])('accepts “%s”', (title) => {
    expect(isVerbFirst(title)).toBe(true);
  });

  it.each([
    'is nothing that people read',
    'are three for executeTxn',
    'has no page of 9',
    'of a wallet is told',
    'calls are told of by their place',
    'pass a check',
    'unless it is asked',
    'connecting creates the account',
    'the node is asked once',
    '%s is refused',
    '',
  ])('refuses “%s”', (title) => {
    expect(isVerbFirst(title)).toBe(false);
  });
});
