import { createEngineStream } from '@metamask/json-rpc-middleware-stream';
import { pipeline } from 'readable-stream';
import { begin, createCodeStore, SubjectType, setupMultiplex } from '#vendor';
import {
  type Answer,
  type Approval,
  settle,
  viewApproval,
  walletOrigin,
} from './controllers/approvals';
import { type Controllers, createControllers, exemptApprovals } from './controllers/controllers';
import { createFaults, type Faults } from './controllers/faults';
import { createInterfaces, type Interfaces } from './controllers/interfaces';
import { deriveKeys, type Keys } from './controllers/keys';
import { createLock, type Lock } from './controllers/lock';
import { createBus } from './controllers/messenger';
import { installBuild, prepareUpdate } from './controllers/moduleBuild';
import { viewModule } from './controllers/moduleView';
import type { Platform } from './controllers/platform';
import { answerForAbsentParts } from './controllers/stubControllers';
import { createEngine, type EngineOptions } from './hooks/engines';
import { restrictedHooks } from './hooks/restrictedHooks';
import { forgetRemoved, openModuleState } from './persistence/moduleState';
import { openSaved } from './persistence/saved';
import { type Reply, toDappError } from './protocol/dappErrors';
import { moduleId } from './protocol/moduleId';
import { type NamedRequest, toRealNames } from './protocol/names';
import type { SiteState } from './protocol/siteState';
import type { NoticeView, Snapshot } from './protocol/view';
import { isRecord } from './record';
import { type Caller, createCallers } from './requests/callers';
import { isKnownPhrase, mainnetRefused, namesMainnet, tellRefusal } from './requests/knownPhrase';
import { createRequestLog } from './requests/requestLog';
import { createSiteStates } from './requests/siteStates';

export type WalletOptions = {
  phrase: string;
  locale: string;
  platform: Platform;
  allowMainnet: boolean;
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

export type Wallet = {
  /** The vendor's controllers; tests use them to end and start the module. */
  controllers: Controllers;
  lock: Lock;
  interfaces: Interfaces;
  faults: Faults;
  /** Handles one request of a dapp. `origin` comes from the transport. */
  request(origin: string, request: NamedRequest, caller: Caller): Promise<Reply>;
  siteState(origin: string): SiteState;
  openRequest(id: number, isOpen: boolean): void;
  decide(id: string, answer: Answer): Promise<void>;
  install(): Promise<void>;
  disconnect(origin: string): void;
  snapshot(): Omit<Snapshot, 'revision' | 'localChain'>;
  flushed(): Promise<void>;
  /** Stops everything and releases the data folder; open requests are rejected. */
  close(): Promise<void>;
};

export async function openWallet(options: WalletOptions): Promise<Wallet> {
  const keys: Keys = await deriveKeys(options.phrase);
  const bus = createBus();
  const files = await openSaved(options.platform, keys.fingerprint, createCodeStore(bus));
  const state = openModuleState(options.platform, moduleId, keys.seed);
  const nextVersion = await prepareUpdate(options.platform.readBuild, files.saved);
  const lock = createLock(bus);
  answerForAbsentParts(bus, keys.address);

  const notices: NoticeView[] = [];
  const engines = new Map<string, ReturnType<typeof createEngine>>();
  let buildError: string | null = null;
  /** Checksum of the build last read for installation. */
  let offeredChecksum: string | null = null;
  const { onChange, platform, requireAllowlist = false, oneDialog = false } = options;
  const log = createRequestLog(onChange);
  const callers = createCallers(onChange);
  const faults = createFaults(lock, onChange);
  const exempt: string[] = [];
  const limitDialogs = () =>
    exempt.splice(0, 9, ...(faults.has('oneDialog') ? [] : exemptApprovals));
  faults.follow(limitDialogs);
  if (oneDialog) faults.choose('oneDialog', true);
  limitDialogs();
  const knownPhrase = isKnownPhrase(options.phrase);
  const refusesMainnet = knownPhrase && !options.allowMainnet;
  const flushed = async () => {
    await Promise.all([files.flushed(), state.flushed()]);
  };

  const controllers: Controllers = createControllers({
    bus,
    keys,
    platform,
    requireAllowlist,
    exemptApprovals: exempt,
    sandboxLink: { watch: log.fetches, faults },
    saved: files.saved,
    onManifest({ source }) {
      offeredChecksum = source.shasum;
    },
    restrictedHooks: restrictedHooks({
      keys,
      lock,
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
  const { isActive, dialogLimit } = options;
  const onModuleCall = (method: string, params: unknown) => {
    const noteEnd = log.call(method, params);
    const ended = options.onModuleCall?.(method, params);
    return async () => {
      noteEnd();
      await ended?.();
    };
  };
  const engineOptions = {
    bus,
    controllers,
    lock,
    state,
    flushed,
    isActive,
    dialogLimit,
    onModuleCall,
    faults,
  };
  const interfaces = createInterfaces(controllers, onChange);
  const { approvals, permissions, subjects, snaps, execution, cron } = controllers;

  for (const name of ['SnapController', 'PermissionController', 'SubjectMetadataController']) {
    bus.subscribe(`${name}:stateChange`, () => {
      files.save(controllers);
      onChange();
    });
  }
  forgetRemoved(bus, state);
  bus.subscribe('SnapInterfaceController:stateChange', onChange);
  bus.subscribe('ApprovalController:stateChange', () => {
    onChange();
    const pending = approvals.state.pendingApprovals;
    callers.forgetBut(pending);
    for (const approval of Object.values(pending)) announce(approval);
  });

  bus.subscribe('SnapController:snapTerminated', () => {
    callers.endModule(approvals.state.pendingApprovals);
    onChange();
  });

  function announce(approval: Approval): void {
    if (approval.origin === walletOrigin) {
      // Requested by the wallet's own user: by the page's button, or by rebuilding the module.
      if (approval.requestState?.loading === true) return;
      setImmediate(() => {
        settle(controllers, approval.id, { approve: true }).catch(() => {});
      });
      return;
    }
    callers.announce(approval);
  }

  const isConnected = (origin: string) => snaps.getPermittedSnaps(origin)[moduleId] !== undefined;
  const connectionOf = (origin: string) => permissions.getPermission(origin, 'wallet_snap')?.id;
  const siteStates = createSiteStates((site) => (isConnected(site) && connectionOf(site)) || null);

  function engineFor(origin: string) {
    const known = engines.get(origin);
    if (known) return known;
    subjects.addSubjectMetadata({ origin, subjectType: SubjectType.Website, name: origin });
    const engine = createEngine(origin, 'dapp', engineOptions);
    engines.set(origin, engine);
    return engine;
  }

  async function ask(origin: string, method: string, params: unknown): Promise<Reply> {
    const given = isRecord(params) || Array.isArray(params) ? { params } : {};
    const request = { jsonrpc: '2.0', id: 1, method, ...given } as const;
    const reply: unknown = await engineFor(origin).handle(request as never); // validated by the engine
    if (isRecord(reply) && 'error' in reply) return { error: toDappError(reply.error) };
    return { result: isRecord(reply) ? reply.result : null };
  }

  async function update(version: string): Promise<void> {
    try {
      await installBuild(controllers, version);
    } catch (error) {
      buildError = error instanceof Error ? error.message : String(error);
    }
  }
  await begin(snaps, moduleId, nextVersion === null ? null : () => update(nextVersion));
  cron.init();

  return {
    controllers,
    lock,
    interfaces,
    faults,
    flushed,
    async request(origin, named, caller) {
      const { method, params } = toRealNames(named);
      if (method === 'wallet_hasPublicPhrase') return { result: knownPhrase };
      const invokes = method === 'wallet_invokeSnap';
      const finish = log.start(origin, method, params);
      const leave = callers.start(origin, invokes, caller);
      try {
        const isRefused = invokes && refusesMainnet && namesMainnet(params);
        if (isRefused && isConnected(origin)) await tellRefusal(controllers, origin, params);
        const reply = isRefused ? { error: mainnetRefused } : await ask(origin, method, params);
        if (invokes && 'result' in reply) siteStates.note(origin, params, reply.result);
        finish(reply);
        return reply;
      } finally {
        leave();
      }
    },
    siteState: siteStates.of,
    openRequest: log.open,
    async decide(id, answer) {
      await settle(controllers, id, answer);
      interfaces.prune();
    },
    install: () => installBuild(controllers),
    disconnect: (origin) => snaps.disconnectOrigin(origin, moduleId),
    snapshot() {
      const module = viewModule(controllers, options.locale);
      const build = snaps.getSnap(moduleId) ?? undefined;
      const pending = Object.values(approvals.state.pendingApprovals);
      return {
        approvals: pending
          .filter(({ origin }) => origin !== walletOrigin)
          .sort((one, other) => other.time - one.time)
          .map((approval) => {
            const id = approval.requestData?.id;
            const isDialog = approval.type.startsWith('snap_dialog');
            const ui = isDialog ? interfaces.view(typeof id === 'string' ? id : approval.id) : null;
            return viewApproval(approval, {
              name: module?.name ?? moduleId,
              ui,
              build,
              offeredChecksum,
              waits: callers.waits(approval),
            });
          }),
        module,
        buildError,
        page: interfaces.page(),
        requests: log.entries(),
        notices,
        sites: permissions.getSubjectNames().filter(isConnected),
        phrase: options.phrase,
        isKnownPhrase: knownPhrase,
        refusesMainnet,
        locale: options.locale,
        faults: faults.names(),
      };
    },
    async close() {
      for (const id of Object.keys(approvals.state.pendingApprovals))
        await settle(controllers, id, { approve: false }).catch(() =>
          approvals.acceptRequest(id, null),
        );
      cron.destroy();
      await execution.close();
      await snaps.stopAllSnaps();
      snaps.destroy();
      for (const engine of engines.values()) engine.destroy();
      // Writes that an ended thread had requested may still arrive.
      await Promise.all([files.close(), state.close()]);
    },
  };
}
