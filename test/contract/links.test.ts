import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(root, page)));

/** Anchors of a page: as Git hosts make them from headings, and those of rows of tables. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const headings = [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/gu)].map(([, id = '']) => id)];
}

describe('the links of the documents', () => {
  it('links to files and headings that exist', () => {
    const links = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/gu)].map(
        ([, link = '']) => ({ page, link }),
      ),
    );
    const inside = links.filter(({ link }) => !/^\w+:/u.test(link));
    expect(inside.length).toBeGreaterThan(200);
    const broken = inside.filter(({ page, link }) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});
