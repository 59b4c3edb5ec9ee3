import { describe, expect, it } from '@jest/globals';
import { readDialog } from '../../../test/node/readDialog';
import { draw, expectInOrder, read } from '../../../test/review/drawReview';
import { groupHex } from '../text/format';
import {
  addressFact,
  type ChangeFact,
  type Fact,
  type ReviewFacts,
  type Severity,
  type Warning,
} from './facts';

const other = `0x${'7'.repeat(64)}`;
const change: ChangeFact = {
  kind: 'allow',
  amount: null,
  symbol: 'STRK',
  address: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
  spender: other,
  verified: true,
};

describe('the warnings of a review', () => {
  const frames: [Severity, string, string][] = [
    ['info', 'info', 'It may spend'],
    ['caution', 'warning', 'Take care: It may spend'],
    ['high', 'danger', 'High risk: It may spend'],
    ['critical', 'danger', 'Critical risk: It may spend'],
  ];
  it.each(frames)('draws a warning of severity %s with its word', (severity, banner, title) => {
    const { warnings } = readDialog(
      draw({ warnings: [{ rule: 'test', severity, title: 'It may spend', text: 'All.' }] }),
    );
    expect(warnings).toEqual([{ title, text: 'All.', severity: banner }]);
  });

  it('draws the worst warning first', () => {
    const order: Severity[] = ['info', 'high', 'critical', 'caution', 'high'];
    const warnings = order.map((severity, at) => ({
      rule: 'test',
      severity,
      title: `${at}`,
      text: 'x',
    }));
    const shown = readDialog(draw({ warnings })).warnings.map(({ title }) => title.slice(-1));
    expect(shown).toEqual(['2', '1', '4', '3', '0']);
  });

  it('points at an address in a warning by its ends only if it stands in full below', () => {
    const warning: Warning = {
      rule: 'test',
      severity: 'high',
      title: 'Unknown',
      text: `${groupHex(other)} could take it.`,
    };
    const spender: Fact = { as: 'address', label: 'Spender', value: other };
    const text = (sections: ReviewFacts['sections']) =>
      readDialog(draw({ warnings: [warning], sections })).warnings[0]?.text;
    expect(text([{ title: 'What it does', facts: [spender] }])).toBe(
      '0x 7777 7777 … 7777 7777 could take it.',
    );
    expect(text([])).toBe(`${groupHex(other)} could take it.`);
  });

  it('shows the worst warning and two critical ones in full, and the rest once unfolded', () => {
    const warn = (...order: Severity[]): Pick<ReviewFacts, 'warnings'> => ({
      warnings: order.map((severity, at) => ({
        rule: 'test',
        severity,
        title: `title ${at}`,
        text: `text ${at}`,
      })),
    });
    const inFull = (shown: Pick<ReviewFacts, 'warnings'>) =>
      readDialog(draw(shown)).warnings.flatMap(({ text }) => text || []);
    expect(inFull(warn('caution', 'info'))).toEqual(['text 0']);
    expect(inFull(warn('high', 'high', 'caution'))).toEqual(['text 0']);
    const many = warn('caution', 'critical', 'critical', 'high', 'critical');
    expect(inFull(many)).toEqual(['text 1', 'text 2']);
    expect(readDialog(draw(many)).warnings.map(({ title }) => title)).toEqual([
      'Critical risk: title 1',
      'Critical risk: title 2',
      'Critical risk: title 4',
      'High risk: title 3',
      'Take care: title 0',
    ]);
    expect(read(many)).toContain('Show details');
    expectInOrder(read(many, { isUnfolded: true }), [
      'More about the warnings',
      'text 4',
      'title 3 text 3',
      'title 0 text 0',
    ]);
  });

  it('distinguishes warnings of one title by their texts, even if they are not in full', () => {
    const high = { rule: 'test', severity: 'high' } as const;
    const warnings: Warning[] = [
      { ...high, title: 'No limit', text: 'All of A.' },
      { ...high, title: 'No limit', text: 'All of B.' },
      { ...high, title: 'Unknown', text: 'Of C.' },
    ];
    expect(readDialog(draw({ warnings })).warnings).toMatchObject([
      { title: 'High risk: No limit', text: 'All of A.' },
      { title: 'High risk: All of B.' },
      { title: 'High risk: Unknown' },
    ]);
  });

  it('names the spender of each of two equal allowances if they are told', () => {
    const spenders = [other, `0x${'8'.repeat(64)}`];
    const sections = [
      { title: 'What it does', facts: spenders.map((at) => addressFact('calls.spender', at)) },
    ];
    const changes = spenders.map((spender) => ({ ...change, spender }));
    const told = (shown: readonly ChangeFact[]) =>
      read({ preview: { state: 'known', source: 'x', changes: shown }, sections });
    expectInOrder(
      told(changes),
      spenders.map((spender) => `unlimited STRK Can be spent by ${groupHex(spender)}`),
    );
    expect(told(changes.slice(1))).not.toContain('Can be spent by');
  });

  it('explains once why it would fail, and names a spender once', () => {
    const reason = 'u256_sub Overflow';
    const warnings: Warning[] = [
      { rule: 'previewReverts', severity: 'critical', title: 'This would fail', text: reason },
    ];
    const reverts = read({
      warnings,
      preview: { state: 'reverts', source: 'node.example', reason },
    });
    expect(reverts.split(reason)).toHaveLength(2);
    expect(reverts).toContain('Previewed by node.example');
    const allowed = (fact: Fact) =>
      read({
        preview: {
          state: 'known',
          source: 'x',
          changes: [change],
        },
        sections: [{ title: 'What it does', facts: [fact] }],
      });
    expect(allowed(addressFact('calls.spender', other)).split(groupHex(other))).toHaveLength(2);
    // Who is sent something in one call, and may spend by another.
    expect(allowed(addressFact('calls.to', other))).toContain(
      `You allow ⟲ unlimited STRK Can be spent by ${groupHex(other)}`,
    );
  });
});
