import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { SnapLocation } from '@metamask/snaps-controllers/node';
import type { SnapId } from '@metamask/snaps-sdk';
import {
  assertIsSnapManifest,
  normalizeRelative,
  type SnapManifest,
  VirtualFile,
} from '@metamask/snaps-utils';

/** The one module this wallet runs; its id does not depend on where its build lies. */
export const moduleId = 'npm:@xnet/module' as SnapId; // a branded string: the brand cannot be written otherwise

/**
 * Reads the module's files from a folder. The vendor fetches them from a registry by npm id; a
 * developer wallet uses the build on disk.
 */
export function folderLocation(
  folder: string,
  snapId: string,
  onManifest: (manifest: SnapManifest) => void = () => {},
): SnapLocation {
  if (snapId !== moduleId) {
    throw new Error(`This wallet runs the module "${moduleId}" only.`);
  }
  const root = resolve(folder);

  async function fetch(path: string): Promise<VirtualFile> {
    const relative = normalizeRelative(path);
    const file = resolve(root, relative);
    if (!file.startsWith(root + sep))
      throw new Error(`"${path}" lies outside the module's folder.`);
    const value = new Uint8Array(await readFile(file));
    const data = { canonicalPath: `${moduleId}/${relative}` };
    return new VirtualFile({ value, path: relative, data });
  }

  return {
    fetch,
    async manifest() {
      const { value, path, data } = await fetch('snap.manifest.json');
      const manifest: unknown = JSON.parse(Buffer.from(value).toString('utf8'));
      assertIsSnapManifest(manifest);
      onManifest(manifest);
      return new VirtualFile<SnapManifest>({ value, path, data, result: manifest });
    },
  };
}
