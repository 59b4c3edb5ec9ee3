import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asciiJson } from '../../scripts/build/staticFiles';
import { languages, readTexts } from '../../scripts/build/texts';
import { root } from '../../scripts/root';
import manifest from '../../snap.manifest.json';
import { languageNames } from '../../src/schema/language';

type Texts = Record<string, string>;

let all: Record<string, Texts> = {};
let english: Texts = {};
/** Everything in the source that may name a text, as patterns of whole names. */
let named: RegExp[] = [];
beforeAll(async () => {
  const known = await languages();
  const merged = await Promise.all(known.map(async (name) => [name, await readTexts(name)]));
  all = Object.fromEntries(merged);
  english = all.en ?? {};
  const files = await readdir(join(root, 'src'), { recursive: true });
  const source = files
    .filter((name) => /(?<!\.test)\.tsx?$/u.test(name))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n');
  const parts = [...new Set(Object.keys(english).map((name) => name.split('.')[0]))].join('|');
  const literals = source.matchAll(new RegExp(`['\`]((?:${parts})\\.[^'\`\\n*]*)['\`]`, 'gu'));
  named = [...literals].map(([, literal = '']) => {
    const fixed = literal.split(/\$\{[^}]*\}/u).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${fixed.join('[\\w.]+')}$`, 'u');
  });
});

/** The placeholders of a text, sorted, since languages may order them differently. */
const placesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name))].sort();

describe('the texts of the module', () => {
  it('exists in each language that a user can choose, as the manifest says', () => {
    const names = Object.keys(languageNames).sort();
    expect(Object.keys(all)).toEqual(names);
    expect(manifest.source.files).toEqual(
      expect.arrayContaining(names.map((name) => `static/text.${name}.json`)),
    );
    expect(manifest.source.locales).toEqual(names.map((name) => `locales/${name}.json`));
  });

  it('uses the same names in every language, each in a file of the same name', async () => {
    for (const language of Object.keys(all)) {
      expect(Object.keys(all[language] ?? {}).sort()).toEqual(Object.keys(english).sort());
      const folder = join(root, 'locales/text', language);
      for (const file of await readdir(folder)) {
        const names = Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')));
        const part = file.replace('.json', '.');
        expect(names.filter((name) => !name.startsWith(part))).toEqual([]);
      }
    }
  });

  it('writes files of ASCII alone with the same content: the module takes a byte for a character', () => {
    for (const texts of Object.values(all)) {
      const file = asciiJson(texts);
      expect(file).toMatch(/^[\x20-\x7e]+$/u);
      expect(JSON.parse(file)).toEqual(texts);
    }
    expect(asciiJson('Überweisung “🙂”')).toBe('"\\u00dcberweisung \\u201c\\ud83d\\ude42\\u201d"');
  });

  it('writes apostrophes in one way', () => {
    for (const texts of Object.values(all))
      expect(Object.values(texts).filter((text) => text.includes("'"))).toEqual([]);
  });

  it('uses the same placeholders in every language, so that each shows the same facts', () => {
    for (const [language, texts] of Object.entries(all))
      for (const [name, text] of Object.entries(texts))
        expect([language, name, placesOf(text)]).toEqual([
          language,
          name,
          placesOf(english[name] ?? ''),
        ]);
  });

  it('consists of one line of plain characters each, without a shout', () => {
    for (const texts of Object.values(all))
      for (const [name, text] of Object.entries(texts)) {
        expect([name, text.trim()]).toEqual([name, text]);
        expect([name, text]).toEqual([name, expect.stringMatching(/^[^\p{C}\p{Zl}\p{Zp}!¡⟦]+$/u)]);
      }
  });

  it('uses every text', () => {
    const unused = Object.keys(english).filter((name) => !named.some((each) => each.test(name)));
    expect(unused).toEqual([]);
  });

  it('contains every text that the source names', () => {
    const names = Object.keys(english);
    const absent = named.filter((each) => !names.some((name) => each.test(name)));
    expect(absent.map(String)).toEqual([]);
  });
});
