import {
  assertIsSnapManifest,
  normalizeRelative,
  type SnapLocation,
  type SnapManifest,
  VirtualFile,
} from '#vendor';
import { moduleAddress, moduleId } from '../protocol/moduleId';

/** Reads a file of the module's build. @throws if there is none */
export type ReadBuild = (path: string) => Promise<Uint8Array>;

/**
 * Reads the module's files from the build at hand. The vendor fetches them from a registry by npm
 * id; a developer wallet uses what was built on this machine.
 */
export function buildLocation(
  readBuild: ReadBuild,
  snapId: string,
  onManifest: (manifest: SnapManifest) => void = () => {},
): SnapLocation {
  if (snapId !== moduleId) {
    throw new Error(`This wallet runs the module "${moduleId}" only.`);
  }

  async function fetch(path: string): Promise<VirtualFile> {
    const relative = normalizeRelative(path);
    const value = await readBuild(relative);
    const data = { canonicalPath: `${moduleId}/${relative}` };
    return new VirtualFile({ value, path: relative, data });
  }

  return {
    fetch,
    // The vendor's controller installs such a module at each connection.
    shouldAlwaysReload: moduleAddress !== null,
    async manifest() {
      const file = await fetch('snap.manifest.json');
      const manifest: unknown = JSON.parse(file.toString());
      assertIsSnapManifest(manifest);
      onManifest(manifest);
      const { value, path, data } = file;
      return new VirtualFile<SnapManifest>({ value, path, data, result: manifest });
    },
  };
}
