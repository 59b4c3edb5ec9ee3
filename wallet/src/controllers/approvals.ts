import { providerErrors } from '@metamask/rpc-errors';
import type { ApprovalControllerState } from '#vendor';
import type { ApprovalView, InterfaceView, PermissionView } from '../protocol/view';
import { isRecord } from '../record';
import type { Controllers } from './controllers';

export type Approval = ApprovalControllerState['pendingApprovals'][string];

/** The origin of the wallet's own user; no dapp or module can have it. */
export const walletOrigin = 'metamask';

/** Type of the approval that informs the user; there is nothing to approve. */
export const mainnetType = 'mainnetRefused';

export type Answer = { approve: boolean; value?: string };

const isNotice = (type: string) => type === 'wallet_installSnapResult' || type === mainnetType;

/** Resolves an approval with the user's answer; does nothing if the id is already settled. */
export async function settle(
  { approvals }: Controllers,
  id: string,
  answer: Answer,
): Promise<void> {
  const approval = approvals.state.pendingApprovals[id];
  if (!approval) return;
  const { type, requestData, requestState } = approval;
  if (type === 'snap_dialog:confirmation') {
    await approvals.acceptRequest(id, answer.approve);
  } else if (type === 'snap_dialog:prompt') {
    await approvals.acceptRequest(id, answer.approve ? (answer.value ?? '') : null);
  } else if (type.startsWith('snap_dialog')) {
    await approvals.acceptRequest(id, null);
  } else if (isNotice(type) || requestState?.error !== undefined) {
    // These only inform the user; the answer does not matter.
    await approvals.acceptRequest(id, null);
  } else if (requestState?.loading === true) {
    throw new Error('The request cannot be answered before it is loaded.');
  } else if (!answer.approve) {
    approvals.rejectRequest(id, providerErrors.userRejectedRequest());
  } else if (type === 'wallet_requestPermissions') {
    await approvals.acceptRequest(id, requestData);
  } else {
    const permissions = requestState?.permissions ?? {};
    await approvals.acceptRequest(id, { ...requestData, permissions, approvedAccounts: [] });
  }
}

type Surroundings = {
  /** Name of the module. */
  name: string;
  ui: InterfaceView | null;
  /** The installed build, or the one being installed. */
  build: { version: string; manifest: { source: { shasum: string } } } | undefined;
  /** Checksum of the build that an update would install. */
  offeredChecksum: string | null;
  waits: ApprovalView['waits'];
};

/** The view of an approval on the wallet's page. */
export function viewApproval(
  approval: Approval,
  { name, ui, build, offeredChecksum, waits }: Surroundings,
): ApprovalView {
  const { id, type, origin, time, requestData, requestState } = approval;
  const data = requestData ?? {};
  const state = requestState ?? {};
  const installing = type.startsWith('wallet_installSnap') ? build : undefined;
  const requested = type === 'wallet_requestPermissions' ? data.permissions : state.permissions;
  return {
    id,
    type,
    origin,
    moduleId: type.startsWith('snap_dialog') ? origin : textOf(data.snapId),
    moduleName: name,
    time,
    loading: state.loading === true,
    error: textOf(state.error),
    version: textOf(state.newVersion) ?? installing?.version ?? null,
    checksum:
      type === 'wallet_updateSnap' ? offeredChecksum : (installing?.manifest.source.shasum ?? null),
    waits,
    permissions: viewPermissions(requested),
    revokedPermissions: viewPermissions(state.unusedPermissions),
    connections: Object.keys(recordOf(state.newConnections ?? state.connections)),
    placeholder: textOf(data.placeholder),
    ui,
  };
}

function viewPermissions(permissions: unknown): PermissionView[] {
  return Object.entries(recordOf(permissions)).map(([name, permission]) => ({
    name,
    caveats: JSON.parse(JSON.stringify(recordOf(permission).caveats ?? null)),
  }));
}

function recordOf(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  return {};
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  return null;
}
