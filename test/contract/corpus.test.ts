import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { mergeTexts } from '../../scripts/build/texts';
import { root } from '../../scripts/root';
import { describeCalls } from '../../src/flow/review/words/details';
import type { ReadCall } from '../../src/flow/transactions/review';
import type { Label } from '../../src/ui/review/facts';
import { createSay } from '../../src/ui/text/words';
import { families, readCalls, readCases, tokens } from '../corpus/readCorpus';
import share from '../corpus/share.json';

const cases = families.flatMap((family) => readCases(family));
const texts = mergeTexts('en');
const text = async () => {
  const say = createSay(await texts);
  return (label: Label) => say(label, 1_000);
};

/** The share in the last commit; the current one if there is none. */
function committed(): number {
  try {
    const file = execFileSync('git', ['show', 'HEAD:test/corpus/share.json'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (JSON.parse(file) as typeof share).toldPerMille;
  } catch {
    return share.toldPerMille;
  }
}

/** True if a call is described by what it does, not only by an unlisted contract's own words. */
const isTold = ({ meaning }: ReadCall): boolean =>
  meaning.kind !== 'other' &&
  !(meaning.kind === 'act' && ['mint', 'claim', 'vote'].includes(meaning.act));

describe('the corpus of transactions', () => {
  it('holds at least 40 shapes, each under a name of its own', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it.each(cases.map((each) => [each.name, each] as const))('describes %s', async (_, each) => {
    const say = await text();
    const calls = readCalls(each);
    const { sentences, details } = describeCalls(calls, tokens);
    const said = sentences.flatMap((fact) => (fact.as === 'sentence' ? [say(fact.value)] : []));
    expect(said).toEqual(each.say);
    const labels = sentences.flatMap((fact) => ('label' in fact ? [say(fact.label)] : []));
    expect([...said, ...labels].join()).not.toMatch(/[⟦{}]/u);
    const addresses = new Set(calls.map(({ call }) => call.contractAddress));
    expect(details).toHaveLength(calls.length);
    for (const { facts } of details)
      expect(facts.some(({ as, value }) => as === 'address' && addresses.has(String(value)))).toBe(
        true,
      );
  });

  it('describes a share in words that never falls', () => {
    const told = cases.filter((each) => readCalls(each).every(isTold)).length;
    const perMille = Math.floor((told * 1_000) / cases.length);
    process.stdout.write(`Told in words: ${told} of ${cases.length} (${perMille / 10} %)\n`);
    expect(share.toldPerMille).toBe(perMille);
    expect(perMille).toBeGreaterThanOrEqual(committed());
  });
});

describe('false friends', () => {
  const falseFriends = readCases('falseFriends');
  it.each(falseFriends.map((each) => [each.name, each] as const))(
    'reads %s as nothing but an unknown call',
    (_, each) => {
      const kinds = readCalls(each).map(({ meaning }) => meaning.kind);
      expect(kinds).toEqual(each.calls.map(() => 'other'));
    },
  );
});
