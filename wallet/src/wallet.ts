import { begin } from '#vendor';
import {
  type Answer,
  type Approval,
  settle,
  viewApproval,
  walletOrigin,
} from './controllers/approvals';
import type { Controllers } from './controllers/controllers';
import type { Faults } from './controllers/faults';
import { createInterfaces, type Interfaces } from './controllers/interfaces';
import type { Lock } from './controllers/lock';
import { installBuild } from './controllers/moduleBuild';
import { viewModule } from './controllers/moduleView';
import { forgetRemoved } from './persistence/moduleState';
import { moduleId } from './protocol/moduleId';
import type { ApprovalView, Snapshot } from './protocol/view';
import { createCallers } from './requests/callers';
import { isKnownPhrase } from './requests/knownPhrase';
import { createSiteRequests, type SiteRequests } from './siteRequests';
import { openParts, type PartsOptions, type WalletParts } from './walletParts';

export type WalletOptions = PartsOptions & { allowMainnet: boolean };

export type Wallet = Pick<SiteRequests, 'request' | 'siteState'> & {
  /** The vendor's controllers; tests use them to end and start the module. */
  controllers: Controllers;
  lock: Lock;
  interfaces: Interfaces;
  faults: Faults;
  openRequest(id: number, isOpen: boolean): void;
  decide(id: string, answer: Answer): Promise<void>;
  install(): Promise<void>;
  disconnect(origin: string): void;
  snapshot(): Omit<Snapshot, 'revision' | 'localChain'>;
  flushed(): Promise<void>;
  /** Stops everything and releases the data folder; open requests are rejected. */
  close(): Promise<void>;
};

type Callers = ReturnType<typeof createCallers>;

export async function openWallet(options: WalletOptions): Promise<Wallet> {
  const { onChange, phrase, locale } = options;
  const parts = await openParts(options);
  const { controllers, lock, faults, log, flushed, nextVersion } = parts;
  const { permissions, snaps, cron } = controllers;
  const knownPhrase = isKnownPhrase(phrase);
  const refusesMainnet = knownPhrase && !options.allowMainnet;
  const callers = createCallers(onChange);
  const interfaces = createInterfaces(controllers, onChange);
  followControllers(parts, { callers, interfaces }, onChange);
  const sites = createSiteRequests({ ...parts, callers, knownPhrase, refusesMainnet });
  let buildError: string | null = null;

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
    request: sites.request,
    siteState: sites.siteState,
    openRequest: log.open,
    async decide(id, answer) {
      await settle(controllers, id, answer);
      interfaces.prune();
    },
    install: () => installBuild(controllers),
    disconnect: (origin) => snaps.disconnectOrigin(origin, moduleId),
    snapshot() {
      const module = viewModule(controllers, locale);
      const name = module?.name ?? moduleId;
      return {
        approvals: viewApprovals(parts, { name, interfaces, callers }),
        module,
        buildError,
        page: interfaces.page(),
        requests: log.entries(),
        notices: parts.notices.list(),
        sites: permissions.getSubjectNames().filter(sites.isConnected),
        phrase,
        isKnownPhrase: knownPhrase,
        refusesMainnet,
        faults: faults.names(),
      };
    },
    close: () => close(parts, sites),
  };
}

/** Saves and shows what changes in the controllers, and tells who waits of each approval. */
function followControllers(
  parts: WalletParts,
  { callers, interfaces }: { callers: Callers; interfaces: Interfaces },
  onChange: () => void,
): void {
  const { bus, controllers, files, state } = parts;
  const { approvals } = controllers;
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
    if (Object.values(pending).some(isOfModule)) interfaces.leavePage();
    for (const approval of Object.values(pending)) announce(controllers, callers, approval);
  });
  bus.subscribe('KeyringController:lock', interfaces.leavePage);
  bus.subscribe('SnapController:snapTerminated', () => {
    callers.endModule(approvals.state.pendingApprovals);
    onChange();
  });
}

/** A dialog of the module leads away from its page; a question of the wallet does not. */
const isOfModule = ({ type }: Approval): boolean => type.startsWith('snap_dialog');

function announce(controllers: Controllers, callers: Callers, approval: Approval): void {
  if (approval.origin !== walletOrigin) {
    callers.announce(approval);
    return;
  }
  // Requested by the wallet's own user: by the page's button, or by rebuilding the module.
  if (approval.requestState?.loading === true) return;
  setImmediate(() => {
    settle(controllers, approval.id, { approve: true }).catch(() => {});
  });
}

/** The open approvals, newest first, without those of the wallet's own user. */
function viewApprovals(
  { controllers, offeredChecksum }: WalletParts,
  parts: { name: string; interfaces: Interfaces; callers: Callers },
): ApprovalView[] {
  const { name, interfaces, callers } = parts;
  const build = controllers.snaps.getSnap(moduleId) ?? undefined;
  return Object.values(controllers.approvals.state.pendingApprovals)
    .filter(({ origin }) => origin !== walletOrigin)
    .sort((one, second) => second.time - one.time)
    .map((approval) => {
      const id = approval.requestData?.id;
      const isDialog = approval.type.startsWith('snap_dialog');
      const ui = isDialog ? interfaces.view(typeof id === 'string' ? id : approval.id) : null;
      return viewApproval(approval, {
        name,
        ui,
        build,
        offeredChecksum: offeredChecksum(),
        waits: callers.waits(approval),
      });
    });
}

async function close({ controllers, files, state }: WalletParts, sites: SiteRequests) {
  const { approvals, cron, execution, snaps } = controllers;
  for (const id of Object.keys(approvals.state.pendingApprovals))
    await settle(controllers, id, { approve: false }).catch(() =>
      approvals.acceptRequest(id, null),
    );
  cron.destroy();
  await execution.close();
  await snaps.stopAllSnaps();
  snaps.destroy();
  sites.destroy();
  // Writes that an ended thread had requested may still arrive.
  await Promise.all([files.close(), state.close()]);
}
