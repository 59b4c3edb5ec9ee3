import { describe, expect, it } from '@jest/globals';
import { getText, readDialog } from '../../../test/node/readDialog';
import { draw, expectInOrder, read } from '../../../test/review/drawReview';
import { groupHex } from '../text/format';
import type { ReviewState } from './dialog';
import type { ChangeFact, Fact, FeeFacts, ReviewFacts, Warning } from './facts';

const address = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** One fact of each kind, and what of it has to be read in the dialog. */
const facts: Record<Fact['as'], { fact: Fact; read: string[] }> = {
  text: { fact: { as: 'text', label: 'Nonce', value: '17' }, read: ['Nonce', '17'] },
  sentence: { fact: { as: 'sentence', value: 'Send 12.5 STRK' }, read: ['Send 12.5 STRK'] },
  address: {
    fact: { as: 'address', label: 'To', value: address, name: 'STRK token' },
    read: ['To (STRK token)', groupHex(address)],
  },
  raw: {
    fact: { as: 'raw', label: 'Call data', value: '0x1, 0x2' },
    read: ['Call data', '0x1, 0x2'],
  },
};
const fee: FeeFacts = { expected: '0.0021', maximum: '0.0047', symbol: 'STRK' };
const change: ChangeFact = {
  kind: 'send',
  amount: '12.5',
  symbol: 'STRK',
  address,
  verified: true,
};

describe('the review dialog', () => {
  it('answers in its order: what, whom, risks, cost, network, site, changes, acts, details', () => {
    const text = read(
      {
        account: { name: 'Account 2', index: 1, address },
        whom: { label: 'To', name: 'Marta', address },
        warnings: [{ rule: 'test', severity: 'high', title: 'New contract', text: 'Of today.' }],
        preview: { state: 'known', source: 'node.example', changes: [change] },
        sections: [{ title: 'What it does', facts: [facts.sentence.fact] }],
        fee,
        details: [{ title: 'Call 1', facts: [facts.raw.fact] }],
      },
      { isUnfolded: true },
    );
    expectInOrder(text, [
      'Review transaction',
      'To Marta',
      groupHex(address),
      'High risk: New contract',
      'I understand the risk',
      'Maximum fee 0.0047 STRK',
      'Account 2 · Testnet (Sepolia)',
      'https://dapp.example',
      'What changes',
      'node.example',
      'You send − 12.5 STRK',
      'What it does',
      'Fee',
      'Expected 0.0021 STRK',
      'Hide details',
      groupHex(address),
      'Call 1',
      '0x1, 0x2',
      'Tick first',
    ]);
  });

  it.each(Object.entries(facts))(
    'draws a fact of kind %s, wholly',
    (_kind, { fact, read: parts }) => {
      expectInOrder(read({ sections: [{ title: 'What it does', facts: [fact] }] }), [
        'What it does',
        ...parts,
      ]);
    },
  );

  it('draws every fact and section, in the order given', () => {
    const all = Object.values(facts);
    const sections = ['First', 'Second'].map((title) => ({
      title,
      facts: all.map(({ fact }) => fact),
    }));
    const once = all.flatMap(({ read: parts }) => parts);
    expectInOrder(read({ sections }), ['First', ...once, 'Second', ...once]);
  });

  it('describes a preview that reverts, is missing, or has no changes', () => {
    const source = 'node.example';
    expect(read({ preview: { state: 'reverts', source, reason: 'u256_sub Overflow' } })).toMatch(
      /node\.example.*This would fail.*u256_sub Overflow/u,
    );
    const unknown = read({ preview: { state: 'unknown', why: 'no node answers' } });
    expect(unknown).toMatch(/Could not preview.*no node answers/u);
    expect(unknown).not.toMatch(/No tokens move|safe/u);
    expect(read({ preview: { state: 'known', source, changes: [] } })).toContain('No tokens move');
  });

  it('asks for a tick and means refusal if a risk is high, and says each risk there', () => {
    const warn = (severity: Warning['severity'], title: string): Warning => ({
      rule: 'test',
      severity,
      title,
      text: 'x',
    });
    const shown = (...warnings: Warning[]) => draw({ warnings, verb: 'review.doAllow' });
    const buttons = (drawn: ReturnType<typeof draw>) =>
      readDialog(drawn).buttons.filter((name) => name !== 'details');
    const calm = shown(warn('caution', 'New'), warn('info', 'Note'));
    expect(buttons(calm)).toEqual(['confirm.1']);
    expect(getText(calm)).toMatch(/Allow$/u);
    for (const severity of ['high', 'critical'] as const) {
      const grave = shown(
        warn(severity, 'No limit'),
        warn('high', 'Unknown'),
        warn('info', 'Note'),
      );
      expect(buttons(grave)).toEqual(['understand.1', '!confirm.1']);
      expect(getText(grave)).toMatch(
        /risk: No limit x I understand.* also: Unknown .*Tick first$/u,
      );
    }
    const alike = shown(
      warn('high', 'No limit'),
      warn('high', 'No limit'),
      warn('high', 'Unknown'),
    );
    expect(getText(alike)).toMatch(/ also: Unknown Network .*Tick first$/u);
    const ticked = draw({ warnings: [warn('high', 'x')] }, { isUnderstood: true });
    expect(buttons(ticked)).toEqual(['understand.1', 'confirm.1']);
    expect(getText(ticked)).toMatch(/Confirm$/u);
  });

  it('shows in its button, and above it, that more can be lost than before', () => {
    const growth = { lines: [{ say: 'review.maximum' }], isMuch: true } as const;
    const paused = getText(draw({}, { growth, isPaused: true }));
    expect(paused).toMatch(/^Review transaction You could lose more than before Maximum fee/u);
    expect(paused).toMatch(/read what stands above\. Changed$/u);
    expect(getText(draw({}, { growth }))).toMatch(/read what stands above\. Tick first$/u);
    const ticked = getText(draw({}, { growth, isUnderstood: true }));
    expect(ticked).toMatch(/read what stands above\. Confirm$/u);
  });

  it('shows the fee in money second, and says if it is not estimated', () => {
    const text = read({
      fee: {
        ...fee,
        expected: null,
        money: { expected: null, maximum: { amount: '0.12', symbol: 'USD', isExact: true } },
      },
    });
    expectInOrder(text, ['Maximum fee', '0.0047 STRK', '0.12 USD', 'Expected Not estimated']);
  });

  it('gives amounts that it rounds in full among the details', () => {
    const amount = (decimal: string) => ({ amount: decimal, symbol: 'STRK' });
    const shown: Partial<ReviewFacts> = {
      preview: { state: 'known', source: 'x', changes: [{ ...change, amount: '1.12345678' }] },
      sections: [
        {
          title: 'x',
          facts: [
            { as: 'text', label: 'Deposit', value: amount('0.1234567') },
            { as: 'text', label: 'Whole', value: amount('1234.5') },
            { as: 'sentence', value: { say: 'calls.send', with: { what: amount('9.87654321') } } },
          ],
        },
      ],
      fee: { ...fee, maximum: '0.004755555555555555' },
    };
    const folded = read(shown);
    for (const rounded of ['≈ 1.12346 STRK', '≈ 0.004756 STRK', '≈ 0.123457 STRK'])
      expect(folded).toContain(rounded);
    expectInOrder(folded, ['Whole 1,234.5 STRK', 'Send ≈ 9.87654 STRK']);
    expect(folded).not.toMatch(/0\.1234567|…/u);
    expectInOrder(read(shown, { isUnfolded: true }), [
      'You send 1.12345678 STRK',
      'Maximum fee 0.004755555555555555 STRK',
      'Deposit 0.1234567 STRK',
      'Send 9.87654321 STRK',
    ]);
  });

  it('shows in the details to the last digit what a warning rounds', () => {
    const amount = (value: string) => ({ amount: value, symbol: 'STRK' });
    const text: Warning['text'] = {
      say: 'warnings.feeMargin.text',
      with: { expected: amount('0.0012345678'), maximum: amount('0.5') },
    };
    const warnings = [{ rule: 'feeMargin', severity: 'high', title: 'High limit', text }] as const;
    const details: ReviewFacts['details'] = [{ title: 'Call 1', facts: [facts.raw.fact] }];
    expect(read({ warnings, details })).toContain(
      'The fee is expected to be about ≈ 0.001235 STRK',
    );
    const unfolded = read({ warnings, details }, { isUnfolded: true });
    expect(unfolded).toContain('High limit 0.0012345678 STRK');
    expect(unfolded.split('High limit 0.0012345678')).toHaveLength(2);
  });

  it('does not say once more what the title says, unless it is one of several things', () => {
    const send: Fact = {
      as: 'sentence',
      value: { say: 'calls.send', with: { what: { amount: '12.5', symbol: 'STRK' } } },
    };
    const title = send.value;
    const deploy: Fact = { as: 'sentence', value: 'Deploy this account' };
    const times = (shown: Fact[]) =>
      read({ title, sections: [{ title: 'What it does', facts: shown }] }).split('Send 12.5 STRK')
        .length - 1;
    expect(times([send, facts.address.fact])).toBe(1);
    expect(times([send])).toBe(1);
    expect(times([deploy, send, facts.address.fact])).toBe(2);
  });

  it('shows whom it concerns once, at the top and in full, and what names it points there', () => {
    const other = `0x${'5'.repeat(64)}`;
    const sentence: Fact = {
      as: 'sentence',
      value: {
        say: 'calls.permit',
        with: {
          what: {
            say: 'calls.allowAny',
            with: { who: { say: 'calls.below' }, token: 'STRK' },
          },
        },
      },
    };
    const text = read({
      whom: { label: 'Spender', address },
      sections: [
        {
          title: 'What it does',
          facts: [
            sentence,
            { as: 'address', label: 'Spender', value: address },
            { as: 'address', label: 'Owner', value: other },
          ],
        },
      ],
    });
    expectInOrder(text, ['Spender 0x 0471 … 938d', groupHex(address), 'What it does']);
    expectInOrder(text, ['What it does', 'the address above', 'Owner', groupHex(other)]);
    expect(text.split(groupHex(address))).toHaveLength(2);
  });

  it('names a site that asks, and no user who asks on the page', () => {
    expect(read({})).toContain('Asked by https://dapp.example');
    expect(read({ origin: { say: 'home.byYou' } })).not.toContain('Asked by');
  });

  it('offers what can be chosen, with what was just chosen in place', () => {
    const options = [
      { value: 'own', label: 'STRK' },
      { value: '0x1', label: 'USDC' },
    ];
    const choices: FeeFacts = { ...fee, speed: 'slow', payWith: { chosen: 'own', options } };
    const chosen = (state: Partial<ReviewState>) =>
      readDialog(draw({ fee: choices }, state)).facts.flatMap(({ label, value }) =>
        ['Speed', 'Pay with'].includes(label) ? value : [],
      );
    expect(chosen({})).toEqual(['Slow', 'STRK']);
    expect(chosen({ wished: { payWith: '0x1', speed: 'fast' } })).toEqual(['Fast', 'USDC']);
  });

  // @promise T1.1
  it('shows all of what is signed, however long it is', () => {
    const felts = Array.from(
      { length: 8_192 },
      (_, at) => `0x${at.toString(16).padStart(63, 'f')}`,
    );
    const callData = felts.join(', ');
    const message = `${'word '.repeat(2_000)}.`;
    const hidden = '\u200b'.repeat(60_000);
    const text = read({
      sections: [
        {
          title: 'Details',
          facts: [
            { as: 'raw', label: 'Call data', value: callData },
            { as: 'text', label: 'contents', value: message },
            { as: 'sentence', value: message },
            { as: 'text', label: 'hidden', value: hidden },
          ],
        },
      ],
    });
    expectInOrder(text, [callData, message, message, '\\u{200b}'.repeat(60_000)]);
  });
});
