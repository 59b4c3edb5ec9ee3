// biome-ignore-all lint/performance/noBarrelFile: the one place where the wallet names this set's packages
// The set of the vendor's packages that wallet/package.json lists, and what is special about it.
// `wallet/newest/vendor.ts` has the same exports. The condition `newest` selects it by the
// `imports` of package.json: in Node, in the bundler, in the type checker and in the tests' runner.
import { ApprovalController as OlderApprovals } from '@metamask/approval-controller';
import type { PermissionController } from '@metamask/permission-controller';
import { SnapController as OlderController } from '@metamask/snaps-controllers';
import type { SnapId } from '@metamask/snaps-sdk';
import type { PersistedSnap } from '@metamask/snaps-utils';
import type { Bus } from './bus';

export type { ApprovalControllerState } from '@metamask/approval-controller';
export type { ActionConstraint, EventConstraint } from '@metamask/messenger';
export { Messenger } from '@metamask/messenger';
export type { RequestedPermissions } from '@metamask/permission-controller';
export {
  PermissionController,
  SubjectMetadataController,
  SubjectType,
} from '@metamask/permission-controller';
export type {
  AbstractExecutionService as SandboxService,
  CronjobControllerState,
  ExecutionServiceArgs,
  PersistedSnapControllerState,
  SnapLocation,
} from '@metamask/snaps-controllers';
export {
  CronjobController,
  IframeExecutionService,
  SnapInterfaceController,
  setupMultiplex,
  WebSocketService,
} from '@metamask/snaps-controllers';
export {
  buildSnapEndowmentSpecifications,
  buildSnapRestrictedMethodSpecifications,
  caveatSpecifications,
  createSnapsMethodMiddleware,
  DIALOG_APPROVAL_TYPES,
  endowmentCaveatSpecifications,
  endowmentPermissionBuilders,
  getEncryptionEntropy,
  SnapEndowments,
} from '@metamask/snaps-rpc-methods';
export type {
  ComponentOrElement,
  ContentType,
  InterfaceContext,
  RequestSnapsParams,
  SnapId,
} from '@metamask/snaps-sdk';
export type { SnapManifest } from '@metamask/snaps-utils';
export {
  assertIsSnapManifest,
  getJsxChildren,
  getLocalizedSnapManifest,
  HandlerType,
  normalizeRelative,
  VirtualFile,
} from '@metamask/snaps-utils';

/** The vendor's controller, with the names of the newest one. */
export class ApprovalController extends OlderApprovals {
  acceptRequest(...args: Parameters<OlderApprovals['accept']>) {
    return this.accept(...args);
  }
  rejectRequest(...args: Parameters<OlderApprovals['reject']>) {
    this.reject(...args);
  }
  hasRequest(...args: Parameters<OlderApprovals['has']>) {
    return this.has(...args);
  }
}

/** The vendor's controller, with the names of the newest one. */
export class SnapController extends OlderController {
  getSnap(id: string) {
    return this.get(id) ?? null;
  }
  disconnectOrigin(origin: string, id: SnapId) {
    this.removeSnapFromSubject(origin, id);
  }
}

/** Options of the controller of modules that only this set has. */
export const ownOptions = { trackEvent: () => {} };

/** Actions and events of this set's controllers beyond what those of all sets do. */
export const snapActions = [
  'SnapsRegistry:get',
  'SnapsRegistry:getMetadata',
  'SnapsRegistry:resolveVersion',
  'SnapsRegistry:update',
];
export const snapEvents: string[] = [];
export const interfaceActions = ['SnapController:get'];

type Answers = {
  get: (modules: Record<string, unknown>) => Promise<object>;
  getMetadata: () => null;
  resolveVersion: (id: string, range: string) => Promise<string>;
  update: () => Promise<void>;
};

/** Answers for what the vendor's servers and other controllers would. */
export function answerForVendor(bus: Bus, registry: Answers): void {
  bus.answer('SnapsRegistry:get', registry.get);
  bus.answer('SnapsRegistry:getMetadata', registry.getMetadata);
  bus.answer('SnapsRegistry:resolveVersion', registry.resolveVersion);
  bus.answer('SnapsRegistry:update', registry.update);
}

/** Lets the permissions' own methods call what this set's controllers still have. */
export function completeActions(_bus: Bus, _snaps: SnapController): void {}

export const createPermissionMiddleware = (
  permissions: PermissionController<never, never>,
  _bus: Bus,
  origin: string,
) => permissions.createPermissionMiddleware({ origin });

/** A module in the controller's state. */
export type KeptModule = PersistedSnap;

/** A module as it is saved: with its code. */
export type SavedModule = PersistedSnap;

/** Keeps the code of the module where this set's controller looks for it. */
export function createCodeStore(_bus: Bus) {
  return {
    /** Takes what was saved. */
    restore: (saved: SavedModule): KeptModule => saved,
    /** @returns what is to be saved */
    complete: (module: KeptModule): SavedModule => module,
  };
}

/** Called before the controllers exist, with a module that is to be updated at once. */
export function holdBack(_module: KeptModule): void {}

/** Starts the modules, after the update of one if there is any. */
export async function begin(
  snaps: SnapController,
  _id: SnapId,
  update: (() => Promise<void>) | null,
): Promise<void> {
  await update?.();
  snaps.init();
}

export type CodeStore = ReturnType<typeof createCodeStore>;
