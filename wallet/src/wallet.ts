import { createEngineStream } from '@metamask/json-rpc-middleware-stream';
import { SubjectType } from '@metamask/permission-controller';
import { setupMultiplex } from '@metamask/snaps-controllers/node';
import { SnapEndowments } from '@metamask/snaps-rpc-methods';
import { getLocalizedSnapManifest } from '@metamask/snaps-utils';
import { pipeline } from 'readable-stream';
import { answerForAbsentParts } from './absent';
import { type Answer, type Approval, settle, viewApproval, walletOrigin } from './approvals';
import { type Controllers, createControllers } from './controllers';
import { type DappError, toDappError } from './dappErrors';
import { createEngine } from './engines';
import { createInterfaces, type Interfaces } from './interfaces';
import { deriveKeys, type Keys } from './keys';
import { moduleId } from './location';
import { createBus } from './messenger';
import { installBuild, prepareUpdate } from './moduleBuild';
import { openModuleState } from './moduleState';
import { type NamedRequest, toRealNames } from './names';
import { isRecord } from './record';
import { createRequestLog } from './requestLog';
import { restrictedHooks } from './restrictedHooks';
import { openSaved } from './saved';
import type { NoticeView, Snapshot } from './view';

export type WalletOptions = {
  phrase: string;
  locale: string;
  dataFolder: string;
  moduleFolder: string;
  /** Called after each change that the page shows. */
  onChange(): void;
  isActive(): boolean;
};

export type Reply = { result: unknown } | { error: DappError };

export type Wallet = {
  interfaces: Interfaces;
  /**
   * Answers one request of a dapp. `origin` comes from the transport. `onApproval` is called when
   * the user has to answer something before the request can go on.
   */
  request(origin: string, request: NamedRequest, onApproval: () => void): Promise<Reply>;
  decide(id: string, answer: Answer): Promise<void>;
  install(): Promise<void>;
  disconnect(origin: string): void;
  snapshot(): Omit<Snapshot, 'revision'>;
  flushed(): Promise<void>;
  /** Ends everything and frees the data folder; open requests are refused. */
  close(): Promise<void>;
};

export async function openWallet(options: WalletOptions): Promise<Wallet> {
  const keys: Keys = await deriveKeys(options.phrase);
  const files = await openSaved(options.dataFolder, keys.fingerprint);
  const state = openModuleState(options.dataFolder, moduleId, keys.seed);
  const nextVersion = await prepareUpdate(options.moduleFolder, files.saved);
  const bus = createBus();
  answerForAbsentParts(bus, keys.address);

  const notices: NoticeView[] = [];
  const open = new Set<{ origin: string; invokes: boolean; onApproval: () => void }>();
  const engines = new Map<string, ReturnType<typeof createEngine>>();
  const announced = new Set<string>();
  let buildError: string | null = null;
  const { onChange } = options;
  const log = createRequestLog(onChange);
  const flushed = async () => {
    await Promise.all([files.flushed(), state.flushed()]);
  };

  const controllers: Controllers = createControllers({
    bus,
    keys,
    saved: files.saved,
    moduleFolder: options.moduleFolder,
    restrictedHooks: restrictedHooks({
      keys,
      state,
      locale: options.locale,
      controllers: () => controllers,
      notify(_snapId, { message, title }) {
        const id = (notices[0]?.id ?? 0) + 1;
        notices.unshift({ id, time: Date.now(), title: title ?? null, message });
        notices.length = Math.min(notices.length, 50);
        onChange();
      },
    }),
    setupSnapProvider(snapId, connection) {
      const stream = setupMultiplex(connection, 'module').createStream('metamask-provider');
      const engine = createEngine(snapId, 'module', engineOptions);
      pipeline(stream, createEngineStream({ engine }), stream, () => {});
    },
    onCronState: () => files.save(controllers),
  });
  const engineOptions = { bus, controllers, state, flushed, isActive: options.isActive };
  const interfaces = createInterfaces(controllers, onChange);
  const { approvals, permissions, subjects, snaps, execution, cron } = controllers;

  for (const name of ['SnapController', 'PermissionController', 'SubjectMetadataController']) {
    bus.subscribe(`${name}:stateChange`, () => {
      files.save(controllers);
      onChange();
    });
  }
  bus.subscribe('SnapInterfaceController:stateChange', onChange);
  bus.subscribe('ApprovalController:stateChange', () => {
    onChange();
    const pending = approvals.state.pendingApprovals;
    for (const id of announced) if (!(id in pending)) announced.delete(id);
    for (const approval of Object.values(pending)) announce(approval);
  });

  function announce(approval: Approval): void {
    if (approval.origin === walletOrigin) {
      // The wallet's own user asked: on the page's button, or by building the module anew.
      if (approval.requestState?.loading === true) return;
      setImmediate(() => {
        settle(controllers, approval.id, { approve: true }).catch(() => {});
      });
      return;
    }
    if (announced.has(approval.id)) return;
    announced.add(approval.id);
    for (const { origin, invokes, onApproval } of open) {
      // A module does not tell for whom it asks: everybody who waits for it is told.
      if (origin === approval.origin || (invokes && approval.origin === moduleId)) onApproval();
    }
  }

  function engineFor(origin: string) {
    const known = engines.get(origin);
    if (known) return known;
    subjects.addSubjectMetadata({ origin, subjectType: SubjectType.Website, name: origin });
    const engine = createEngine(origin, 'dapp', engineOptions);
    engines.set(origin, engine);
    return engine;
  }

  if (nextVersion !== null) {
    try {
      await installBuild(controllers, nextVersion);
    } catch (error) {
      buildError = error instanceof Error ? error.message : String(error);
    }
  }
  snaps.init();
  cron.init();

  return {
    interfaces,
    flushed,
    async request(origin, named, onApproval) {
      const { method, params } = toRealNames(named);
      const finish = log.start(origin, method, params);
      const waiting = { origin, invokes: method === 'wallet_invokeSnap', onApproval };
      open.add(waiting);
      try {
        const given = isRecord(params) || Array.isArray(params) ? { params } : {};
        const request = { jsonrpc: '2.0', id: 1, method, ...given } as const;
        const response = await engineFor(origin).handle(request as never); // validated by the engine
        const reply: unknown = response;
        if (isRecord(reply) && 'error' in reply) {
          const error = toDappError(reply.error);
          finish(error.code);
          return { error };
        }
        finish(null);
        return { result: isRecord(reply) ? reply.result : null };
      } finally {
        open.delete(waiting);
      }
    },
    async decide(id, answer) {
      await settle(controllers, id, answer);
      interfaces.prune();
    },
    install: () => installBuild(controllers),
    disconnect: (origin) => snaps.removeSnapFromSubject(origin, moduleId),
    snapshot() {
      const module = viewModule(controllers);
      const pending = Object.values(approvals.state.pendingApprovals);
      return {
        approvals: pending
          .filter(({ origin }) => origin !== walletOrigin)
          .sort((one, other) => other.time - one.time)
          .map((approval) => {
            const id = approval.requestData?.id;
            const isDialog = approval.type.startsWith('snap_dialog');
            const ui = isDialog ? interfaces.view(typeof id === 'string' ? id : approval.id) : null;
            return viewApproval(approval, module?.name ?? moduleId, ui);
          }),
        module,
        buildError,
        page: interfaces.page(),
        requests: log.entries(),
        notices,
        sites: permissions
          .getSubjectNames()
          .filter((origin) => snaps.getPermittedSnaps(origin)[moduleId] !== undefined),
        phrase: options.phrase,
      };
    },
    async close() {
      for (const id of Object.keys(approvals.state.pendingApprovals)) {
        await settle(controllers, id, { approve: false }).catch(() => approvals.accept(id, null));
      }
      await execution.terminateAllSnaps();
      cron.destroy();
      snaps.destroy();
      for (const engine of engines.values()) engine.destroy();
      await flushed();
    },
  };
}

function viewModule({ snaps, permissions }: Controllers): Snapshot['module'] {
  const snap = snaps.get(moduleId);
  if (!snap || snap.status === 'installing') return null;
  const { manifest, version, status, localizationFiles } = snap;
  return {
    id: moduleId,
    name: getLocalizedSnapManifest(manifest, 'en', localizationFiles ?? []).proposedName,
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
