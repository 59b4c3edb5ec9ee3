// biome-ignore-all lint/performance/noBarrelFile: the one place where the wallet names this set's packages
// The newest set of the vendor's packages that installs: see `wallet/src/vendor.ts`. It is not a
// combination that the vendor ships: some packages are older than their dependents ask for.
import {
  createPermissionMiddleware as createMiddleware,
  type PermissionController,
} from '@metamask/permission-controller';
import type { SnapController } from '@metamask/snaps-controllers';
import type { SnapId } from '@metamask/snaps-sdk';
import type { PersistedSnap, Snap } from '@metamask/snaps-utils';
import type { Bus } from '../src/bus';

export type { ApprovalControllerState } from '@metamask/approval-controller';
export { ApprovalController } from '@metamask/approval-controller';
export type { ActionConstraint, EventConstraint } from '@metamask/messenger';
export { Messenger } from '@metamask/messenger';
export type { RequestedPermissions } from '@metamask/permission-controller';
export {
  PermissionController,
  SubjectMetadataController,
  SubjectType,
} from '@metamask/permission-controller';
export type {
  CronjobControllerState,
  ExecutionService as SandboxService,
  ExecutionServiceArgs,
  PersistedSnapControllerState,
  SnapLocation,
} from '@metamask/snaps-controllers';
export {
  CronjobController,
  IframeExecutionService,
  SnapController,
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

export const ownOptions = {
  clientConfig: { type: 'extension', version: '13.6.0' as never }, // a branded string
} as const;

export const snapActions = [
  'AnalyticsController:trackEvent',
  'SnapInterfaceController:setInterfaceDisplayed',
  'SnapRegistryController:get',
  'SnapRegistryController:getMetadata',
  'SnapRegistryController:requestUpdate',
  'SnapRegistryController:resolveVersion',
  'StorageService:clear',
  'StorageService:getItem',
  'StorageService:removeItem',
  'StorageService:setItem',
];
export const snapEvents = ['SnapRegistryController:registryUpdated'];
export const interfaceActions = ['SnapController:getSnap'];

type Answers = {
  get: (modules: Record<string, unknown>) => Promise<object>;
  getMetadata: () => null;
  resolveVersion: (id: string, range: string) => Promise<string>;
  update: () => Promise<void>;
};

export function answerForVendor(bus: Bus, registry: Answers): void {
  bus.answer('SnapRegistryController:get', registry.get);
  bus.answer('SnapRegistryController:getMetadata', registry.getMetadata);
  bus.answer('SnapRegistryController:resolveVersion', registry.resolveVersion);
  bus.answer('SnapRegistryController:requestUpdate', registry.update);
  bus.answer('AnalyticsController:trackEvent', () => {});
}

/** The package of methods is older than the controllers, and calls two actions by former names. */
export function completeActions(bus: Bus, snaps: SnapController): void {
  bus.answer('SnapController:getPermitted', (origin: string) => snaps.getPermittedSnaps(origin));
  bus.answer('SnapController:install', (...args: Parameters<typeof snaps.installSnaps>) =>
    snaps.installSnaps(...args),
  );
}

export const createPermissionMiddleware = (
  _permissions: PermissionController<never, never>,
  bus: Bus,
  origin: string,
) =>
  createMiddleware({
    origin,
    messenger: bus.child(`Engine of ${origin}`, [
      'PermissionController:executeRestrictedMethod',
      'PermissionController:hasUnrestrictedMethod',
    ]),
  });

export type KeptModule = Snap;
export type SavedModule = PersistedSnap;

/** The controller keeps a module's code in a service of storage, apart from its state. */
export function createCodeStore(bus: Bus) {
  const codes = new Map<string, { sourceCode: string }>();
  bus.answer('StorageService:setItem', async (_space: string, id: string, code) => {
    codes.set(id, code);
  });
  bus.answer('StorageService:getItem', async (_space: string, id: string) => {
    const result = codes.get(id);
    if (result === undefined) return {};
    return { result };
  });
  bus.answer('StorageService:removeItem', async (_space: string, id: string) => {
    codes.delete(id);
  });
  bus.answer('StorageService:clear', async () => codes.clear());
  return {
    restore({ sourceCode, ...module }: SavedModule): KeptModule {
      codes.set(module.id, { sourceCode });
      return module;
    },
    complete: (module: KeptModule): SavedModule => ({
      ...module,
      sourceCode: codes.get(module.id)?.sourceCode ?? '',
    }),
  };
}

/** Installations wait for the controller's start, which would start the former build as well. */
export function holdBack(module: KeptModule): void {
  module.enabled = false;
}

export async function begin(
  snaps: SnapController,
  id: SnapId,
  update: (() => Promise<void>) | null,
): Promise<void> {
  await snaps.init();
  if (update === null) return;
  try {
    await update();
  } finally {
    snaps.enableSnap(id);
  }
}

export type CodeStore = ReturnType<typeof createCodeStore>;
