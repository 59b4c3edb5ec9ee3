import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asciiJson } from '../../scripts/build/staticFiles';
import { listLanguages, readTextFiles, readTexts, textFolder } from '../../scripts/build/texts';
import { root } from '../../scripts/root';
import manifest from '../../snap.manifest.json';
import { languages as allLanguages } from '../../src/schema/language';
import { words } from '../../wallet/src/page/words';

type Texts = Record<string, string>;

/** The placeholders of a text, sorted, since languages may order them differently. */
const placesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name))].sort();

/** Texts that break a rule which holds in every language, or one of their own language. */
function findFaults(language: string, texts: Texts): string[] {
  const isPlain = (text: string) =>
    /^[^\p{C}\p{Zl}\p{Zp}!¡⟦']+$/u.test(text) && text.trim() === text;
  // Spanish says “tú”, and has one word for the wallet.
  const isOurs = (text: string) =>
    language !== 'es' || !/\b(?:monedero|billetera|usted|ustedes)\b/iu.test(text);
  return Object.entries(texts)
    .filter(([, text]) => !isPlain(text) || !isOurs(text))
    .map(([name, text]) => `${language} ${name}: ${text}`);
}

/** The page's texts by name; what a text tells stands in it as a placeholder. */
function flattenWords(words: object, path = ''): Texts {
  return Object.assign(
    {},
    ...Object.entries(words).map(([name, text]) => {
      if (typeof text === 'object') return flattenWords(text, `${path}${name}.`);
      return { [path + name]: typeof text === 'function' ? text('{told}') : text };
    }),
  );
}

/** Folders of texts by language. */
const moduleTexts = Object.fromEntries(allLanguages.map((name) => [name, textFolder(name)]));
const dappTexts = { en: 'dapp/texts' };

describe.each([
  ['the module', moduleTexts, 'src'],
  ['the dapp', dappTexts, 'dapp/src'],
])('the texts of %s', (_owner, folders: Readonly<Record<string, string>>, sources) => {
  let all: Record<string, Texts> = {};
  let english: Texts = {};
  /** Everything in the source that may name a text, as patterns of whole names. */
  let named: RegExp[] = [];
  beforeAll(async () => {
    const merged = await Promise.all(
      Object.entries(folders).map(async ([name, folder]) => [name, await readTextFiles(folder)]),
    );
    all = Object.fromEntries(merged);
    english = all.en ?? {};
    const files = await readdir(join(root, sources), { recursive: true });
    const source = files
      .filter((name) => /(?<!\.test)\.tsx?$/u.test(name))
      .map((name) => readFileSync(join(root, sources, name), 'utf8'))
      .join('\n');
    const parts = [...new Set(Object.keys(english).map((name) => name.split('.')[0]))].join('|');
    const literals = source.matchAll(new RegExp(`['\`]((?:${parts})\\.[^'\`\\n*]*)['\`]`, 'gu'));
    named = [...literals].map(([, literal = '']) => {
      const fixed = literal.split(/\$\{[^}]*\}/u).map((part) => part.replaceAll('.', '\\.'));
      return new RegExp(`^${fixed.join('[\\w.]+')}$`, 'u');
    });
  });

  it('uses the same names in every language, each in a file of the same name', async () => {
    for (const [language, folder] of Object.entries(folders)) {
      expect(Object.keys(all[language] ?? {}).sort()).toEqual(Object.keys(english).sort());
      const own = join(root, folder);
      for (const file of await readdir(own)) {
        const names = Object.keys(JSON.parse(readFileSync(join(own, file), 'utf8')));
        const part = file.replace('.json', '.');
        expect(names.filter((name) => !name.startsWith(part))).toEqual([]);
      }
    }
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

  it('consists of one line of plain characters each, without a shout, in the words of its language', () => {
    for (const [language, texts] of Object.entries(all))
      expect(findFaults(language, texts)).toEqual([]);
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

/** One word for each act, in each language: the English one, and what stands for it elsewhere. */
const acts: readonly { english: RegExp; words: Record<string, RegExp> }[] = [
  { english: /deploy/iu, words: { de: /Netzwerk/u, es: /desp[lie]+g/iu } },
  { english: /\brevoke/iu, words: { de: /widerruf/iu, es: /revo[cq]/iu } },
  // A button of 360 pixels has no room for “Aktualisieren”.
  { english: /upgrade/iu, words: { de: /aktualisier|^Erneuern$/iu, es: /actualiz/iu } },
  { english: /refresh/iu, words: { de: /neu laden/iu, es: /recarg/iu } },
];

/** Words of which the module says another one, by language. */
const strangers: Record<string, RegExp> = {
  // German says „Sie“ and „signieren“; „bereitstellen“ and „anlegen im Netzwerk“ are „ins Netzwerk bringen“.
  de: /\b(?:du|dich|dir|deine?[mnrs]?|fange|versuche|warte|öffne|wähle|drücke)\b|unterschreib|unterschrieb|bereitstell|bereitgestellt/iu,
  // Spanish says “tú”: no sentence begins with an imperative of “usted”.
  es: /\b(?:Rech[aá]ce|Aseg[uú]re|Compruebe|Contin[uú]e|Elija|Espere|Introduzca|Pulse|Mire|Pague|Pruebe|Escriba)|preguntarle\b/u,
};

describe('the words of the module', () => {
  let all: Record<string, Texts> = {};
  beforeAll(async () => {
    all = Object.fromEntries(
      await Promise.all(allLanguages.map(async (name) => [name, await readTexts(name)] as const)),
    );
  });

  it('names each act by one word in each language', () => {
    const english = Object.entries(all.en ?? {});
    const apart = acts.flatMap(({ english: act, words: theirs }) =>
      Object.entries(theirs).flatMap(([language, word]) =>
        english
          .filter(([name, text]) => act.test(text) && !word.test(all[language]?.[name] ?? ''))
          .map(([name]) => `${language} ${name}: ${all[language]?.[name]}`),
      ),
    );
    expect(apart).toEqual([]);
  });

  it('addresses users in one way', () => {
    const strange = Object.entries(strangers).flatMap(([language, word]) =>
      Object.entries(all[language] ?? {}).filter(([, text]) => word.test(text)),
    );
    expect(strange).toEqual([]);
  });
});

describe('the texts of the wallet’s page', () => {
  it('uses plain characters alone', () => {
    expect(findFaults('en', flattenWords(words))).toEqual([]);
  });
});

describe('the files of the module’s texts', () => {
  it('covers each language that a user can choose', async () => {
    expect(await listLanguages()).toEqual([...allLanguages].sort());
  });

  it('packages each language that a user can choose', () => {
    const names = [...allLanguages].sort();
    expect(manifest.source.files).toEqual(
      expect.arrayContaining(names.map((name) => `static/text.${name}.json`)),
    );
    expect(manifest.source.locales).toEqual(names.map((name) => `locales/${name}.json`));
  });

  it('writes files of ASCII alone with the same content: the module takes a byte for a character', async () => {
    for (const language of await listLanguages()) {
      const texts = await readTexts(language);
      const file = asciiJson(texts);
      expect(file).toMatch(/^[\x20-\x7e]+$/u);
      expect(JSON.parse(file)).toEqual(texts);
    }
    expect(asciiJson('Überweisung “🙂”')).toBe('"\\u00dcberweisung \\u201c\\ud83d\\ude42\\u201d"');
  });
});
