import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contents } from '../build/buildModule';
import { root } from '../root';
import { currentVersion, listInstalled, runTool } from './pack';
import type { Part } from './parts';

/** A package of others within a part, or installed with it. */
export type Component = {
  name: string;
  version: string;
  license: string;
  integrity?: string;
  bytes?: number;
};
type Lock = { packages: Record<string, Component> };

/** Reads a package's entry in the nearest lockfile. */
function readComponent(folder: string, bytes?: number): Component {
  const outer = folder.slice(0, folder.indexOf('node_modules/'));
  const home = existsSync(join(root, outer, 'package-lock.json')) ? outer : '';
  const lock = JSON.parse(readFileSync(join(root, home, 'package-lock.json'), 'utf8')) as Lock; // npm's
  const locked = lock.packages[folder.slice(home.length)];
  if (locked?.integrity === undefined || locked.license === undefined)
    throw new Error(`The lockfile has no checksum or no licence of ${folder}.`);
  const name = locked.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 13);
  const { version, integrity } = locked;
  const license = locked.license.replace(/^\((.+)\)$/u, '$1');
  return { name, version, license, integrity, ...(bytes !== undefined && { bytes }) };
}

/** The packages of others in a part and beside it, each once. */
export function listComponents({ workspace }: Part, contents: Contents): Component[] {
  const bundled = Object.entries(contents).filter(([folder]) => folder !== '');
  const beside = workspace === undefined ? [] : listInstalled(workspace);
  const components = [
    ...bundled.map(([folder, bytes]) => readComponent(folder, bytes)),
    ...beside.map((folder) => readComponent(folder)),
  ];
  // npm may install a version in two folders; the format's library names the second one at random.
  return [...new Map(components.map((one) => [`${one.name}@${one.version}`, one])).values()];
}

/** Writes a part's bill of materials in CycloneDX. */
export function writeBill(part: Part, parts: readonly Component[], path: string): void {
  const name = part.name.replace('xnet-', '@xnet/');
  const component = { name, version: currentVersion(), license: 'MIT OR Apache-2.0' };
  runTool('bill', [path], { component, parts });
}
