import { buildLocation, type ReadBuild } from './controllers/location';
import { moduleId } from './protocol/moduleId';
import type { Wallet } from './wallet';

/** How often the wallet looks at the build at hand. */
const LOOK_MS = 250;

/**
 * Calls `onBuilt`, once for each, when the folder has another build than the installed one. Whoever
 * builds writes the manifest last; while that is unreadable, there is no other build.
 */
export function watchBuild(
  readBuild: ReadBuild,
  wallet: () => Wallet,
  onBuilt: () => Promise<void>,
): void {
  let triedChecksum: string | undefined;
  const readChecksum = async () =>
    (await buildLocation(readBuild, moduleId).manifest()).result.source.shasum;
  const look = async (): Promise<void> => {
    const checksum = await readChecksum().catch(() => undefined);
    const installed = wallet().controllers.snaps.getSnap(moduleId);
    if (checksum === undefined || !installed || installed.status === 'installing') return;
    if (checksum === installed.manifest.source.shasum || checksum === triedChecksum) return;
    triedChecksum = checksum;
    await onBuilt().catch(() => undefined);
  };
  const lookOn = (): void => {
    setTimeout(() => void look().finally(lookOn), LOOK_MS);
  };
  lookOn();
}
