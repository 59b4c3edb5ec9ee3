import type {
  CodeStore,
  CronjobControllerState,
  KeptModule,
  PermissionController,
  PersistedSnapControllerState,
  SavedModule,
  SnapController,
  SubjectMetadataController,
} from '#vendor';
import { moduleId } from '../protocol/moduleId';
import type { DurableFile, OpenFile } from './durable';

/** Controller state that is kept across restarts. */
export type Saved = {
  snaps: PersistedSnapControllerState | undefined;
  permissions: ConstructorParameters<typeof PermissionController>[0]['state'];
  subjects: ConstructorParameters<typeof SubjectMetadataController>[0]['state'];
  cron: CronjobControllerState | undefined;
};

/** The controllers whose state is kept. */
type SavedControllers = {
  permissions: { readonly state: Saved['permissions'] };
  subjects: { readonly state: Saved['subjects'] };
  cron: { readonly state: CronjobControllerState };
  snaps: Pick<SnapController, 'getSnap'>;
};

const files = ['wallet.json', 'module.json', 'state.json', 'secret.json'];

/** Deletes the wallet's files, and nothing else. */
export async function deleteSaved({ file }: { file: OpenFile }): Promise<void> {
  const opened = files.map((name) => file(name));
  for (const one of opened) one.clear();
  await Promise.all(opened.map((one) => one.close()));
}

export type SavedFiles = {
  saved: Saved;
  /** Writes what has changed in the controllers since the last call. */
  save(controllers: SavedControllers): void;
  flushed(): Promise<void>;
  /** Writes what is queued; later writes are ignored. */
  close(): Promise<void>;
};

/**
 * Opens the controllers' state: `wallet.json` (permissions, sites, scheduled events) and
 * `module.json` (the installed build).
 *
 * @throws if the folder belongs to another phrase: its encrypted state could not be read.
 */
export async function openSaved(
  { file }: { file: OpenFile },
  fingerprint: string,
  codes: CodeStore,
): Promise<SavedFiles> {
  const walletFile = file('wallet.json');
  const moduleFile = file('module.json');
  const wallet = await readJson<Omit<Saved, 'snaps'> & { fingerprint: string }>(walletFile);
  if (wallet !== null && wallet.fingerprint !== fingerprint) {
    throw new Error(
      'The data folder belongs to another phrase. Use that phrase or another folder.',
    );
  }
  const stored = await readJson<SavedModule>(moduleFile);
  const snap = stored === null ? null : codes.restore(stored);
  let savedBuild = buildKey(snap);

  return {
    saved: {
      snaps: {
        snaps: snap ? { [moduleId]: snap } : {},
        snapStates: {},
        unencryptedSnapStates: {},
        isReady: false,
      },
      permissions: wallet?.permissions,
      subjects: wallet?.subjects,
      cron: wallet?.cron,
    },
    save({ permissions, subjects, cron, snaps }) {
      walletFile.write(() =>
        JSON.stringify({
          fingerprint,
          permissions: permissions.state,
          subjects: subjects.state,
          cron: cron.state,
        }),
      );
      const installed = snaps.getSnap(moduleId);
      // A build that is being installed is not usable yet; its start and stop change nothing.
      if (installed?.status === 'installing' || installed?.status === 'updating') return;
      const build = buildKey(installed);
      if (build === savedBuild) return;
      savedBuild = build;
      if (installed === null) moduleFile.clear();
      else
        moduleFile.write(() => JSON.stringify({ ...codes.complete(installed), status: 'stopped' }));
    },
    async flushed() {
      await Promise.all([walletFile.flushed(), moduleFile.flushed()]);
    },
    async close() {
      await Promise.all([walletFile.close(), moduleFile.close()]);
    },
  };
}

function buildKey(installed: KeptModule | null): string {
  if (installed === null) return '';
  const { version, manifest, enabled, blocked } = installed;
  return [version, manifest.source.shasum, enabled, blocked].join(' ');
}

async function readJson<Shape>(file: DurableFile): Promise<Shape | null> {
  const text = await file.read();
  if (text === null) return null;
  const value: Shape = JSON.parse(text);
  return value;
}
