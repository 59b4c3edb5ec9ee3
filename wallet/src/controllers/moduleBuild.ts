import { holdBack } from '#vendor';
import type { Saved } from '../persistence/saved';
import { moduleAddress, moduleId } from '../protocol/moduleId';
import { walletOrigin } from './approvals';
import type { Controllers } from './controllers';
import { buildLocation, type ReadBuild } from './location';

/**
 * A developer rebuilds without raising the version, but the vendor updates a module only to a
 * higher one. If there is a build other than the installed one, the installed one is
 * restored as a pre-release of it, so that the vendor's own update runs: it compares permissions,
 * calls `onUpdate`, and rolls back a build that does not start. A module that is served has no build
 * at hand: the next connection takes what is served then.
 *
 * @returns the version to update to, or null if there is nothing to update.
 */
export async function prepareUpdate(readBuild: ReadBuild, saved: Saved): Promise<string | null> {
  const installed = saved.snaps?.snaps[moduleId];
  if (installed === undefined || moduleAddress !== null) return null;
  const manifest = await buildLocation(readBuild, moduleId).manifest();
  const { version, source } = manifest.result;
  if (source.shasum === installed.manifest.source.shasum) return null;
  const [release] = version.split(/[-+]/);
  installed.version = `${release}-0` as typeof installed.version; // a branded string
  installed.versionHistory = installed.versionHistory.slice(-20);
  holdBack(installed);
  return version;
}

/** Installs the build at hand, or updates the installed one to `version`. */
export async function installBuild({ snaps }: Controllers, version?: string): Promise<void> {
  await snaps.installSnaps(walletOrigin, { [moduleId]: version === undefined ? {} : { version } });
}
