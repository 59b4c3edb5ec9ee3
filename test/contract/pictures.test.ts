import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import openrpc from '../../openrpc.json';
import {
  currentStamp,
  dappPictures,
  dialogPictures,
  pagePictures,
  pictureFolder,
  readSize,
  readStamp,
} from '../../scripts/check/pictureStamp';
import { root } from '../../scripts/root';

const asking = openrpc.methods.filter((method) => method['x-prompts'] !== 'never');
const pageOf = ({ name }: { name: string }) => `docs/develop/methods/${name}.md`;
/** Pages that show pictures. */
const pages = [
  ...asking.map(pageOf),
  'README.md',
  'docs/use/dialogs.md',
  'docs/use/page.md',
  'docs/develop/commands.md',
  'service/README.md',
  'wallet/README.md',
];
const named = [...dappPictures, ...dialogPictures, ...pagePictures].sort();
/** In pixels; all other pictures are of whole windows. */
const widths: Readonly<Record<string, number>> = { dialogs: 416, pages: 400 };

describe('the pictures of the documentation', () => {
  it('equals what `npm run pictures` takes', () => {
    const files = readdirSync(pictureFolder, { recursive: true }).map(String);
    const pictures = files.filter((file) => file.endsWith('.png'));
    expect(pictures.map((file) => file.replace(/\.png$/u, '')).sort()).toEqual(named);
  });

  it('shows the current version: `npm run pictures` is a step of a release', async () => {
    expect(await readStamp()).toEqual(await currentStamp());
  });

  it.each(named)(
    'fits the width of a window, and stays small enough to be read in a page: %s',
    (name) => {
      const png = readFileSync(join(pictureFolder, `${name}.png`));
      const [width, height] = readSize(png);
      expect(width).toBe(widths[name.split('/')[0] ?? ''] ?? 1_440);
      expect(height).toBeGreaterThanOrEqual(400);
      expect(height).toBeLessThanOrEqual(4_000);
      expect(png.length).toBeLessThan(600_000);
    },
  );

  it('shows on the page of each method that may ask the user what the user sees', () => {
    expect(asking.length).toBeGreaterThan(15);
    for (const method of asking)
      expect(readFileSync(join(root, pageOf(method)), 'utf8')).toMatch(
        /^!\[What the user sees[^\]]*\]\([./]*pictures\/dialogs\/\w+\.png\)$/mu,
      );
  });

  it('exists if a page shows it, with a description in words', () => {
    const shown = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      return [...text.matchAll(/!\[([^\]]*)\]\([^)]*?pictures\/([^)]+)\.png\)/gu)];
    });
    expect(shown.length).toBeGreaterThanOrEqual(4);
    for (const [, words = '', name = ''] of shown) {
      expect(named).toContain(name);
      expect([name, words.length > 20]).toEqual([name, true]);
    }
  });

  it('shows every state of the module’s page in its document', () => {
    const text = readFileSync(join(root, 'docs/use/page.md'), 'utf8');
    const shown = [...text.matchAll(/\(\.\.\/pictures\/(pages\/[^)]+)\.png\)/gu)];
    expect(shown.map(([, name]) => name).sort()).toEqual([...pagePictures].sort());
  });
});
