import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import manifest from '../../snap.manifest.json';

/** Permission that each wallet request needs; null if it needs none. */
const needs: Record<string, string | null> = {
  snap_dialog: 'snap_dialog',
  snap_notify: 'snap_notify',
  snap_getState: 'snap_manageState',
  snap_setState: 'snap_manageState',
  snap_clearState: 'snap_manageState',
  snap_manageState: 'snap_manageState',
  snap_getBip32Entropy: 'snap_getBip32Entropy',
  snap_getPreferences: 'snap_getPreferences',
  snap_scheduleBackgroundEvent: 'endowment:cronjob',
  snap_cancelBackgroundEvent: 'endowment:cronjob',
  snap_getBackgroundEvents: 'endowment:cronjob',
  snap_createInterface: null,
  snap_updateInterface: null,
  snap_getInterfaceState: null,
  snap_getInterfaceContext: null,
  snap_resolveInterface: null,
  snap_getClientStatus: null,
  snap_getFile: null,
};
const handlers: Record<string, string | null> = {
  onRpcRequest: 'endowment:rpc',
  onCronjob: 'endowment:cronjob',
  onHomePage: 'endowment:page-home',
  onInstall: 'endowment:lifecycle-hooks',
  onUpdate: 'endowment:lifecycle-hooks',
  onStart: 'endowment:lifecycle-hooks',
  onUserInput: null,
};

let source = '';
let entry = '';
beforeAll(async () => {
  const names = await readdir(join(root, 'src'), { recursive: true });
  const files = names.filter((name) => /(?<!\.test)\.tsx?$/u.test(name));
  source = files.map((name) => readFileSync(join(root, 'src', name), 'utf8')).join('\n');
  entry = readFileSync(join(root, 'src/index.tsx'), 'utf8');
});

/** The permission for a name, which must be in the tables above. */
function permissionOf(table: Record<string, string | null>, name: string): string[] {
  const permission = table[name];
  if (permission === undefined) throw new Error(`Which permission does ${name} need?`);
  return permission === null ? [] : [permission];
}

describe('snap.manifest.json', () => {
  // @promise T32.3
  it('asks for exactly the permissions that the source uses', () => {
    const calls = new Set(source.match(/(?<=method: ')(snap|wallet)_\w+/gu));
    const exported = [...entry.matchAll(/export const (on[A-Z]\w+)/gu)].map(
      ([, name = '']) => name,
    );
    const used = [
      ...[...calls].flatMap((name) => permissionOf(needs, name)),
      ...exported.flatMap((name) => permissionOf(handlers, name)),
      ...(/\bfetch\b/u.test(entry) ? ['endowment:network-access'] : []),
      ...(/\bWebAssembly\b/u.test(source) ? ['endowment:webassembly'] : []),
    ];
    expect(Object.keys(manifest.initialPermissions).sort()).toEqual([...new Set(used)].sort());
  });

  it('asks for nothing that the page on privacy does not give a reason for', () => {
    const page = readFileSync(join(root, 'docs/use/privacy.md'), 'utf8');
    const rows = page.match(/(?<=^\| `)(?:endowment:[\w-]+|snap_\w+)(?=` \| \S)/gmu) ?? [];
    expect([...rows].sort()).toEqual(Object.keys(manifest.initialPermissions).sort());
  });

  it('names every request to the wallet in the form that this test reads', () => {
    const named = new Set(source.match(/(?<=['"`])(snap|wallet)_[a-z]\w+(?=['"`])/gu));
    const calls = new Set(source.match(/(?<=method: ')(snap|wallet)_\w+/gu));
    expect([...named].sort()).toEqual([...calls].sort());
  });

  // @promise T16.2
  it('answers dapps, no other modules, and no fixed list of origins', () => {
    const rpc: Record<string, unknown> = manifest.initialPermissions['endowment:rpc'];
    expect(rpc).toEqual({ dapps: true, snaps: false });
  });

  it('asks for the parent of its account keys alone', () => {
    const path = ['m', "44'", "9004'", "0'", '0'];
    expect(manifest.initialPermissions.snap_getBip32Entropy).toEqual([
      { path, curve: 'secp256k1' },
    ]);
  });

  it('schedules only jobs that the module knows', () => {
    const { jobs } = manifest.initialPermissions['endowment:cronjob'];
    for (const { request } of jobs) expect(entry).toContain(`'${request.method}'`);
  });

  it('wakes the module without an open transaction at most once an hour', () => {
    const { jobs } = manifest.initialPermissions['endowment:cronjob'];
    for (const { expression } of jobs) expect(expression).toMatch(/^\d+ \* \* \* \*$/u);
  });

  it('contains no registry, no checksum and no platform version', () => {
    expect(Object.keys(manifest.source)).not.toContain('shasum');
    expect(Object.keys(manifest.source.location.npm)).not.toContain('registry');
    expect(Object.keys(manifest)).not.toContain('platformVersion');
  });

  it.each(['connect', 'connect/testing', 'clients'])(
    'says the origin of the package in %s and how it is published',
    (folder) => {
      const own = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      expect(own).toMatchObject({
        repository: { ...manifest.repository, directory: folder },
        publishConfig: { access: 'public', provenance: true },
        homepage: expect.stringMatching(/^https:/u),
        bugs: expect.stringMatching(/^https:/u),
        license: 'MIT OR Apache-2.0',
      });
      expect(own.keywords.length).toBeGreaterThan(3);
    },
  );

  it('agrees with package.json', async () => {
    const { default: own } = await import('../../package.json');
    expect(manifest.version).toBe(own.version);
    expect(manifest.repository).toEqual(own.repository);
    expect(manifest.source.location.npm.packageName).toBe(own.name);
  });
});
