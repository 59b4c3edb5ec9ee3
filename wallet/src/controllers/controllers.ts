import * as encryptor from '@metamask/browser-passworder';
import {
  ApprovalController,
  buildSnapEndowmentSpecifications,
  buildSnapRestrictedMethodSpecifications,
  CronjobController,
  type CronjobControllerState,
  caveatSpecifications,
  completeActions,
  DIALOG_APPROVAL_TYPES,
  type ExecutionServiceArgs,
  endowmentCaveatSpecifications,
  endowmentPermissionBuilders,
  interfaceActions as ownInterfaceActions,
  ownOptions,
  snapActions as ownSnapActions,
  snapEvents as ownSnapEvents,
  PermissionController,
  SnapController,
  SnapInterfaceController,
  type SnapManifest,
  SubjectMetadataController,
  WebSocketService,
} from '#vendor';
import type { Bus } from '../bus';
import type { Saved } from '../persistence/saved';
import type { Keys } from './keys';
import { buildLocation } from './location';
import type { Platform, Sandbox, SandboxLink } from './platform';

export type ControllerOptions = {
  bus: Bus;
  keys: Keys;
  saved: Saved;
  platform: Platform;
  requireAllowlist: boolean;
  /** Approval types of which an origin may have several open; the list may change. */
  exemptApprovals: string[];
  sandboxLink: SandboxLink;
  /** Called with the manifest of each build that is about to be installed. */
  onManifest(manifest: SnapManifest): void;
  /** Parts of the wallet that the restricted methods need (dialogs, entropy, notifications, …). */
  restrictedHooks: Parameters<typeof buildSnapRestrictedMethodSpecifications>[1];
  setupSnapProvider: ExecutionServiceArgs['setupSnapProvider'];
  onCronState(state: CronjobControllerState): void;
};

export type Controllers = ReturnType<typeof createControllers>;

/**
 * Approval types of which one origin may have several open at once: of those that this wallet has,
 * the ones that the vendor's extension exempts since 2026. Alerts, confirmations and prompts, and
 * installations, are not among them. Before, no dialog was.
 */
export const exemptApprovals: readonly string[] = [DIALOG_APPROVAL_TYPES.default];

/** Creates and connects the vendor's controllers, in the order of their dependencies. */
export function createControllers(options: ControllerOptions) {
  const { bus, saved, platform } = options;

  const approvals = new ApprovalController({
    messenger: bus.child('ApprovalController'),
    showApprovalRequest: () => {},
    typesExcludedFromRateLimiting: options.exemptApprovals,
  });

  // Before the subjects: restoring a subject checks whether it has permissions.
  const permissions = createPermissions(options);

  const subjects = new SubjectMetadataController({
    messenger: bus.child('SubjectMetadataController', ['PermissionController:hasPermissions']),
    subjectCacheLimit: 100,
    ...(saved.subjects && { state: saved.subjects }),
  });

  const execution: Sandbox = platform.createSandbox(
    {
      messenger: bus.child('ExecutionService'),
      setupSnapProvider: options.setupSnapProvider,
    },
    options.sandboxLink,
  );

  const snaps = createSnaps(options);
  completeActions(bus, snaps);

  const interfaces = new SnapInterfaceController({
    messenger: bus.child(
      'SnapInterfaceController',
      [...interfaceActions, ...ownInterfaceActions],
      ['NotificationServicesController:notificationsListUpdated'],
    ),
  });

  const cron = new CronjobController({
    messenger: bus.child(
      'CronjobController',
      ['PermissionController:getPermissions', 'SnapController:handleRequest'],
      snapLifecycleEvents,
    ),
    stateManager: { getInitialState: () => saved.cron, set: options.onCronState },
  });

  new WebSocketService({
    messenger: bus.child('WebSocketService', ['SnapController:handleRequest'], socketEvents),
  });

  return { approvals, permissions, subjects, execution, snaps, interfaces, cron };
}

const createPermissions = ({ bus, saved, restrictedHooks }: ControllerOptions) =>
  new PermissionController({
    messenger: bus.child('PermissionController', permissionActions),
    ...(saved.permissions && { state: saved.permissions }),
    caveatSpecifications: { ...caveatSpecifications, ...endowmentCaveatSpecifications },
    permissionSpecifications: {
      ...buildSnapEndowmentSpecifications([]),
      ...buildSnapRestrictedMethodSpecifications([], restrictedHooks),
    },
    unrestrictedMethods: [],
  });

const createSnaps = ({ bus, keys, saved, platform, ...options }: ControllerOptions) =>
  new SnapController({
    messenger: bus.child(
      'SnapController',
      [...snapActions, ...ownSnapActions],
      [...snapEvents, ...ownSnapEvents],
    ),
    ...(saved.snaps && { state: saved.snaps }),
    environmentEndowmentPermissions: Object.keys(endowmentPermissionBuilders),
    featureFlags: { allowLocalSnaps: false, requireAllowlist: options.requireAllowlist },
    getFeatureFlags: () => ({}),
    encryptor: encryptor as never, // its keys are opaque to the controller, which types them `unknown`
    getMnemonicSeed: async () => keys.seed,
    clientCryptography: {},
    ...ownOptions,
    ensureOnboardingComplete: async () => {},
    detectSnapLocation: (location) =>
      buildLocation(platform.readBuild, location.toString(), options.onManifest),
  });

const permissionActions = [
  'ApprovalController:addRequest',
  'ApprovalController:hasRequest',
  'ApprovalController:acceptRequest',
  'ApprovalController:rejectRequest',
  'SnapController:getPermitted',
  'SnapController:install',
  'SubjectMetadataController:getSubjectMetadata',
];

const snapActions = [
  'ApprovalController:addRequest',
  'ApprovalController:updateRequestState',
  'ExecutionService:executeSnap',
  'ExecutionService:terminateSnap',
  'ExecutionService:handleRpcRequest',
  'PermissionController:getEndowments',
  'PermissionController:getPermissions',
  'PermissionController:getSubjectNames',
  'PermissionController:grantPermissions',
  'PermissionController:hasPermission',
  'PermissionController:hasPermissions',
  'PermissionController:revokeAllPermissions',
  'PermissionController:revokePermissions',
  'PermissionController:revokePermissionForAllSubjects',
  'PermissionController:updateCaveat',
  'SnapInterfaceController:createInterface',
  'SnapInterfaceController:getInterface',
  'SubjectMetadataController:addSubjectMetadata',
  'SubjectMetadataController:getSubjectMetadata',
];

const snapEvents = [
  'ExecutionService:outboundRequest',
  'ExecutionService:outboundResponse',
  'ExecutionService:unhandledError',
  'KeyringController:lock',
];

const socketEvents = [
  'SnapController:snapInstalled',
  'SnapController:snapUninstalled',
  'SnapController:snapUpdated',
];

const snapLifecycleEvents = [
  'SnapController:snapInstalled',
  'SnapController:snapUninstalled',
  'SnapController:snapUpdated',
  'SnapController:snapEnabled',
  'SnapController:snapDisabled',
];

const interfaceActions = [
  'PhishingController:testOrigin',
  'ApprovalController:hasRequest',
  'ApprovalController:acceptRequest',
  'AccountsController:getAccountByAddress',
  'AccountsController:getSelectedMultichainAccount',
  'AccountsController:listMultichainAccounts',
  'MultichainAssetsController:getState',
  'PermissionController:hasPermission',
];
