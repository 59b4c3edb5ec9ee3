import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../root';
import { addChanges, type Change, isUnreleased, listChanges, raise, readChange } from './version';

const released = '# Changelog\n\nOne version.\n\n## 0.1.0, 2026-01-02\n\n- Began.\n';
const open = released.replace('2026-01-02', 'not released yet');
const change = (size: Change['size'], text = 'Did it.', ...packages: string[]): Change => ({
  packages: packages.length === 0 ? ['@xnet/module'] : packages,
  size,
  text,
});

describe('the version of a release', () => {
  const cases: [Change['size'][], string][] = [
    [['patch'], '0.1.1'],
    [['patch', 'minor', 'patch'], '0.2.0'],
    [['minor', 'major'], '1.0.0'],
    [[], '0.1.0'],
  ];
  it.each(cases)('rises by the largest of %j', (changeSizes, version) => {
    expect(
      raise(
        '0.1.0',
        changeSizes.map((size) => change(size)),
        released,
      ),
    ).toBe(version);
  });

  it('stays while it is not released', () => {
    expect(isUnreleased('0.1.0', open)).toBe(true);
    expect(isUnreleased('0.1.0', released)).toBe(false);
    expect(raise('0.1.0', [change('major')], open)).toBe('0.1.0');
  });
});

describe('the changes', () => {
  it('reads every file of the repository but the explanation', () => {
    const files = readdirSync(join(root, '.changeset')).filter((name) => name !== 'README.md');
    const texts = listChanges().map(({ text }) => text);
    expect(texts).toHaveLength(files.length);
    expect(texts.filter((text) => !/\S\.$/u.test(text))).toEqual([]);
  });

  it('reads the sample of the explanation, and lists what adds something first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xnet-changes-'));
    try {
      const explanation = readFileSync(join(root, '.changeset/README.md'), 'utf8');
      const [, sample = ''] = /^```\n(.*?)^```$/msu.exec(explanation) ?? [];
      writeFileSync(join(folder, 'README.md'), explanation);
      writeFileSync(join(folder, 'a.md'), sample.replace('minor', 'patch'));
      writeFileSync(join(folder, 'b.md'), sample);
      expect(listChanges(folder).map(({ size }) => size)).toEqual(['minor', 'patch']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each([
    'Did it.',
    '---\n"@xnet/module": huge\n---\n\nDid it.\n',
    '---\n"@xnet/module": minor\n---\n',
  ])('refuses %j', (text) => {
    expect(() => readChange('one.md', text)).toThrow('one.md is no change');
  });

  it('puts a date in place of the note if there are none', () => {
    const written = addChanges(open, { version: '0.1.0', date: '2026-01-02', changes: [] });
    expect(written).toBe(released);
  });

  it('lists them by package under the version, in place of the note that it is not released', () => {
    const changes = [change('minor', 'Two.', '@xnet/connect', '@xnet/module'), change('patch')];
    const lists = '### @xnet/connect\n\n- Two.\n\n### @xnet/module\n\n- Two.\n- Did it.\n';
    expect(addChanges(open, { version: '0.1.0', date: '2026-05-06', changes })).toBe(
      `# Changelog\n\nOne version.\n\n## 0.1.0, 2026-05-06\n\n- Began.\n\n${lists}`,
    );
    expect(addChanges(released, { version: '0.2.0', date: '2026-05-06', changes })).toBe(
      `# Changelog\n\nOne version.\n\n## 0.2.0, 2026-05-06\n\n${lists}\n## 0.1.0, 2026-01-02\n\n- Began.\n`,
    );
  });
});
