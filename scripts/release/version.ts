import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';

// Our own: `@changesets/cli` raises packages below a workspace's root, and the module is that root.

/** Largest first. */
const sizes = ['major', 'minor', 'patch'] as const;
type Size = (typeof sizes)[number];
export type Change = { packages: readonly string[]; size: Size; text: string };

const folder = join(root, '.changeset');
const headingOf = (version: string): string => `## ${version}, not released yet\n`;

/** @throws if a file is no change, such as one without a package */
export function readChange(file: string, text: string): Change {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(text) ?? [];
  const lines = head
    .split('\n')
    .map((line) => /^"(@xnet\/[\w-]+)": (patch|minor|major)$/u.exec(line));
  const packages = lines.flatMap((line) => line?.[1] ?? []);
  if (packages.length !== lines.length || body.trim() === '')
    throw new Error(`${file} is no change: packages with sizes, then a sentence.`);
  const size = sizes.find((one) => lines.some((line) => line?.[2] === one)) ?? 'patch';
  return { packages, size, text: body.trim().replace(/\s+/gu, ' ') };
}

/** Names of the files with changes: all but the folder's own explanation. */
const listFiles = (place: string): string[] =>
  readdirSync(place).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** The changes since the last release, those that add something first. */
export const listChanges = (place = folder): Change[] =>
  listFiles(place)
    .sort()
    .map((name) => readChange(name, readFileSync(join(place, name), 'utf8')))
    .sort((a, b) => sizes.indexOf(a.size) - sizes.indexOf(b.size));

/** True if the changelog's heading of a version has no date yet. */
export const isUnreleased = (version: string, changelog: string): boolean =>
  changelog.includes(headingOf(version));

/** The version that the changes make of the current one, which counts as new until it is released. */
export function raise(current: string, changes: readonly Change[], changelog: string): string {
  if (isUnreleased(current, changelog) || changes.length === 0) return current;
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const size = sizes.find((one) => changes.some((change) => change.size === one));
  if (size === 'major') return `${major + 1}.0.0`;
  if (size === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** The changelog with the changes under their version, by package. */
export function addChanges(
  changelog: string,
  { version, date, changes }: { version: string; date: string; changes: readonly Change[] },
): string {
  const names = [...new Set(changes.flatMap(({ packages }) => packages))].sort();
  const lists = names.map((name) => {
    const texts = changes.filter(({ packages }) => packages.includes(name)).map(({ text }) => text);
    return `### ${name}\n\n${texts.map((text) => `- ${text}`).join('\n')}\n`;
  });
  const heading = `## ${version}, ${date}\n`;
  const open = headingOf(version);
  const at = changelog.indexOf(open);
  if (at === -1) {
    const [before = '', ...releases] = changelog.split(/^(?=## )/mu);
    return `${before}${[heading, ...lists].join('\n')}\n${releases.join('')}`
      .trimEnd()
      .concat('\n');
  }
  const next = changelog.indexOf('\n## ', at + open.length);
  const end = next === -1 ? changelog.length : next;
  const section = changelog.slice(at + open.length, end).trimEnd();
  const after = changelog.slice(end);
  const whole = [section, ...lists.map((list) => list.trimEnd())].join('\n\n');
  return `${changelog.slice(0, at)}${heading}${whole}\n${after}`;
}

type Versioned = {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  packages?: Record<string, Versioned>;
};

function setVersion(one: Versioned, from: string, to: string): void {
  if (one.version === from) one.version = to;
  for (const list of [one.dependencies, one.devDependencies])
    for (const [name, version] of Object.entries(list ?? {}))
      if (list && name.startsWith('@xnet/') && version === from) list[name] = to;
  for (const [path, part] of Object.entries(one.packages ?? {}))
    if (!path.includes('node_modules/')) setVersion(part, from, to);
}

/** Writes the version into every package of ours, and moves the changes to the changelog. */
export function writeVersion(from: string, to: string, changes: readonly Change[]): void {
  const list = ['ls-files', 'snap.manifest.json', '*package.json', '*package-lock.json'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const path of files.map((name) => join(root, name)).filter((name) => existsSync(name))) {
    const before = readFileSync(path, 'utf8');
    const one = JSON.parse(before) as Versioned; // our own and npm's
    setVersion(one, from, to);
    if (JSON.stringify(one) !== JSON.stringify(JSON.parse(before)))
      writeFileSync(path, `${JSON.stringify(one, null, 2)}\n`);
  }
  const path = join(root, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  const entry = { version: to, date, changes };
  writeFileSync(path, addChanges(readFileSync(path, 'utf8'), entry));
  for (const name of listFiles(folder)) rmSync(join(folder, name));
}
