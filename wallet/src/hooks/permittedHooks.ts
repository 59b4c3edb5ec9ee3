import { rpcErrors } from '@metamask/rpc-errors';
import type { Json } from '@metamask/utils';
import type {
  ComponentOrElement,
  InterfaceContext,
  RequestedPermissions,
  RequestSnapsParams,
  SnapId,
} from '#vendor';
import type { Bus } from '../bus';
import type { Controllers } from '../controllers/controllers';
import type { Faults } from '../controllers/faults';
import type { Lock } from '../controllers/lock';
import type { Change, ModuleState } from '../persistence/moduleState';
import type { State } from '../persistence/stateText';
import { isRecord } from '../record';

type Asked = { readonly method: string; readonly params?: unknown };

export type PermittedOptions = {
  bus: Bus;
  controllers: Controllers;
  lock: Lock;
  state: ModuleState;
  faults: Pick<Faults, 'has'>;
  /** True if the wallet's page is open somewhere. */
  isActive(): boolean;
};

/** The change of a `snap_setState` call, which validates its params before it changes anything. */
function changeOf({ method, params }: Asked): Change | undefined {
  if (method !== 'snap_setState' || !isRecord(params) || typeof params.key !== 'string') return;
  return { key: params.key, value: params.value as Json };
}

/** Hooks of the wallet for the permitted methods, bound to the calling origin and its request. */
export function permittedHooks(origin: string, request: Asked, options: PermittedOptions) {
  const { bus, controllers, lock, state, faults, isActive } = options;
  const { permissions, snaps, interfaces, cron } = controllers;
  const snapId = origin as SnapId; // only a module's own requests reach the hooks that use it
  const socket =
    (action: string) =>
    (...args: unknown[]) =>
      bus.call(`WebSocketService:${action}`, origin, ...args);

  return {
    hasPermission: (name: string) => permissions.hasPermission(origin, name),
    getSnaps: () => snaps.getPermittedSnaps(origin),
    getSnap: (id: string) => snaps.getSnap(id),
    installSnaps: (requested: RequestSnapsParams) => snaps.installSnaps(origin, requested),
    requestPermissions: (requested: RequestedPermissions) =>
      permissions.requestPermissions({ origin }, requested),
    getPermissions: () => permissions.getPermissions(origin),
    invokeSnap: (params: { snapId: string; request: Record<string, Json> }) =>
      permissions.executeRestrictedMethod(origin, 'wallet_snap', params),

    getUnlockPromise: lock.unlocked,
    getSnapState: (encrypted: boolean) => state.read(encrypted),
    updateSnapState: async (next: State, encrypted: boolean) => {
      const change = changeOf(request);
      // As the vendor refuses what exceeds its limit; what is deleted makes room.
      if (faults.has('full') && change?.value !== null)
        throw rpcErrors.invalidParams('The new state must not exceed the wallet’s limit in size.');
      state.update(next, encrypted, change);
    },
    clearSnapState: (encrypted: boolean) => state.clear(encrypted),
    getSnapFile: (...args: TailOf<Controllers['snaps']['getSnapFile']>) =>
      snaps.getSnapFile(snapId, ...args),

    createInterface: (...args: TailOf<Controllers['interfaces']['createInterface']>) =>
      interfaces.createInterface(snapId, ...args),
    updateInterface: (id: string, content: ComponentOrElement, context?: InterfaceContext) =>
      interfaces.updateInterface(snapId, id, content, context),
    getInterfaceState: (id: string) => interfaces.getInterface(snapId, id).state,
    getInterfaceContext: (id: string) => interfaces.getInterface(snapId, id).context,
    resolveInterface: (id: string, value: Json) => interfaces.resolveInterface(snapId, id, value),

    scheduleBackgroundEvent: (event: Omit<Parameters<typeof cron.schedule>[0], 'snapId'>) =>
      cron.schedule({ ...event, snapId }),
    cancelBackgroundEvent: (id: string) => cron.cancel(origin, id),
    getBackgroundEvents: () => cron.get(snapId),

    openWebSocket: socket('open'),
    closeWebSocket: socket('close'),
    sendWebSocketMessage: socket('sendMessage'),
    getWebSockets: socket('getAll'),

    getEntropySources: () => [
      { id: 'default', name: 'Development phrase', type: 'mnemonic', primary: true },
    ],
    getIsLocked: lock.isLocked,
    getIsActive: isActive,
    getVersion: () => '13.6.0',
    trackError: () => {},
    trackEvent: () => {},
  };
}

type TailOf<Method> = Method extends (first: never, ...tail: infer Rest) => unknown ? Rest : never;
