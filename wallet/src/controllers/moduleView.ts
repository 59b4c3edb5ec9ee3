import { getLocalizedSnapManifest, SnapEndowments } from '#vendor';
import { moduleId } from '../protocol/moduleId';
import type { ModuleView } from '../protocol/view';
import type { Controllers } from './controllers';

/** The view of the installed module; null if there is none yet. */
export function viewModule({ snaps, permissions }: Controllers, locale: string): ModuleView | null {
  const snap = snaps.getSnap(moduleId);
  if (!snap || snap.status === 'installing') return null;
  const { manifest, version, status, localizationFiles } = snap;
  return {
    id: moduleId,
    name: getLocalizedSnapManifest(manifest, locale, localizationFiles ?? []).proposedName,
    version,
    checksum: manifest.source.shasum,
    status,
    pages: [
      ...(permissions.hasPermission(moduleId, SnapEndowments.HomePage) ? ['home' as const] : []),
      ...(permissions.hasPermission(moduleId, SnapEndowments.SettingsPage)
        ? ['settings' as const]
        : []),
    ],
  };
}
