import { createEngineStream } from '@metamask/json-rpc-middleware-stream';
import { pipeline } from 'readable-stream';
import { createCodeStore, setupMultiplex } from '#vendor';
import { type Controllers, createControllers, exemptApprovals } from './controllers/controllers';
import { createFaults, type Faults } from './controllers/faults';
import { deriveKeys } from './controllers/keys';
import { createLock } from './controllers/lock';
import { createBus } from './controllers/messenger';
import { prepareUpdate } from './controllers/moduleBuild';
import type { Platform } from './controllers/platform';
import { answerForAbsentParts } from './controllers/stubControllers';
import { createEngine, type EngineOptions } from './hooks/engines';
import { type Notice, restrictedHooks } from './hooks/restrictedHooks';
import { openModuleState } from './persistence/moduleState';
import { openSaved } from './persistence/saved';
import { moduleId } from './protocol/moduleId';
import type { NoticeView } from './protocol/view';
import { createRequestLog } from './requests/requestLog';

export type PartsOptions = {
  phrase: string;
  locale: string;
  platform: Platform;
  dialogLimit: boolean;
  /** True to refuse a second dialog of the module while one is open, as wallets did before 2026. */
  oneDialog?: boolean;
  /** True to install only what the vendor's list of audited modules has, as released wallets do. */
  requireAllowlist?: boolean;
  /** Called after each change that the page shows. */
  onChange(): void;
  isActive(): boolean;
  onModuleCall?: EngineOptions['onModuleCall'];
};

export type WalletParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the wallet's files, and creates what it consists of; the module does not run yet. */
export async function openParts(options: PartsOptions) {
  const { locale, platform, onChange, requireAllowlist = false, oneDialog = false } = options;
  const keys = await deriveKeys(options.phrase);
  const bus = createBus();
  const files = await openSaved(platform, keys.fingerprint, createCodeStore(bus));
  const state = openModuleState(platform, moduleId, keys.seed);
  const nextVersion = await prepareUpdate(platform.readBuild, files.saved);
  const lock = createLock(bus);
  answerForAbsentParts(bus, keys.address);

  const notices = createNotices(onChange);
  const log = createRequestLog(onChange);
  const faults = createFaults(lock, onChange);
  /** Checksum of the build last read for installation. */
  let offeredChecksum: string | null = null;
  const flushed = async () => {
    await Promise.all([files.flushed(), state.flushed()]);
  };

  const controllers: Controllers = createControllers({
    bus,
    keys,
    platform,
    requireAllowlist,
    exemptApprovals: createExemptions(faults, oneDialog),
    sandboxLink: { watch: log.fetches, faults },
    saved: files.saved,
    onManifest({ source }) {
      offeredChecksum = source.shasum;
    },
    restrictedHooks: restrictedHooks({
      keys,
      lock,
      state,
      locale,
      controllers: () => controllers,
      notify: (_snapId, notice) => notices.add(notice),
    }),
    setupSnapProvider(snapId, connection) {
      const stream = setupMultiplex(connection, 'module').createStream('metamask-provider');
      const engine = createEngine(snapId, 'module', engineOptions);
      pipeline(stream, createEngineStream({ engine }), stream, () => {});
    },
    onCronState: () => files.save(controllers),
  });
  const { isActive, dialogLimit } = options;
  const engineOptions: EngineOptions = {
    bus,
    controllers,
    lock,
    state,
    faults,
    flushed,
    isActive,
    dialogLimit,
    onModuleCall(method, params) {
      const noteEnd = log.call(method, params);
      const onEnd = options.onModuleCall?.(method, params);
      return async () => {
        noteEnd();
        await onEnd?.();
      };
    },
  };
  const opened = { bus, files, state, lock, nextVersion, flushed };
  const parts = { notices, log, faults, controllers, engineOptions };
  return { ...opened, ...parts, offeredChecksum: () => offeredChecksum };
}

/** The module's latest notifications, newest first. */
function createNotices(onChange: () => void) {
  const notices: NoticeView[] = [];
  return {
    list: () => notices,
    add({ message, title }: Notice): void {
      const id = (notices[0]?.id ?? 0) + 1;
      notices.unshift({ id, time: Date.now(), title: title ?? null, message });
      notices.length = Math.min(notices.length, 50);
      onChange();
    },
  };
}

/** Types of approvals of which several may be open: none of dialogs while the user allows one. */
function createExemptions(faults: Faults, oneDialog: boolean): string[] {
  const exempt: string[] = [];
  const limitDialogs = () =>
    exempt.splice(0, 9, ...(faults.has('oneDialog') ? [] : exemptApprovals));
  faults.follow(limitDialogs);
  if (oneDialog) faults.choose('oneDialog', true);
  limitDialogs();
  return exempt;
}
