import type { Json } from '@metamask/utils';
import type { ComponentOrElement, ContentType, InterfaceContext, SnapId } from '#vendor';
import type { Controllers } from '../controllers/controllers';
import type { Keys } from '../controllers/keys';
import type { Lock } from '../controllers/lock';
import type { ModuleState } from '../persistence/moduleState';
import type { State } from '../persistence/stateText';

export type Notice = { type: string; message: string; title?: string };

export type HookOptions = {
  keys: Keys;
  lock: Lock;
  state: ModuleState;
  /** The controllers; a function, because the hooks are needed to create them. */
  controllers: () => Controllers;
  notify(snapId: string, notice: Notice): void;
  locale: string;
};

type Approval = { id?: string; origin: string; type: string; requestData?: Record<string, Json> };

/** Hooks of the wallet for the restricted methods (dialogs, entropy, notifications, state). */
export function restrictedHooks({ keys, lock, state, controllers, notify, locale }: HookOptions) {
  return {
    getMnemonic: async () => keys.mnemonic,
    getMnemonicSeed: async () => keys.seed,
    getUnlockPromise: lock.unlocked,
    getIsLocked: lock.isLocked,
    getClientCryptography: () => ({}),
    isOnPhishingList: () => false,
    maybeUpdatePhishingList: async () => {},
    requestUserApproval: (approval: Approval) =>
      controllers().approvals.addAndShowApprovalRequest(approval),
    createInterface: async (
      snapId: SnapId,
      content: ComponentOrElement,
      context?: InterfaceContext,
      contentType?: ContentType,
    ) => controllers().interfaces.createInterface(snapId, content, context, contentType),
    getInterface: (snapId: SnapId, id: string) => controllers().interfaces.getInterface(snapId, id),
    getSnap: (snapId: string) => controllers().snaps.getSnap(snapId) ?? undefined,
    handleSnapRpcRequest: (request: Parameters<Controllers['snaps']['handleRequest']>[0]) =>
      controllers().snaps.handleRequest(request),
    getSnapState: (_snapId: string, encrypted: boolean) => state.read(encrypted),
    updateSnapState: async (_snapId: string, next: State, encrypted: boolean) =>
      state.update(next, encrypted),
    clearSnapState: (_snapId: string, encrypted: boolean) => state.clear(encrypted),
    showInAppNotification: async (snapId: string, notice: Notice) => {
      notify(snapId, notice);
      return null;
    },
    showNativeNotification: async (snapId: string, notice: Notice) => {
      notify(snapId, notice);
      return null;
    },
    getPreferences: () => ({
      locale,
      currency: 'usd',
      hideBalances: false,
      useSecurityAlerts: true,
      useExternalPricingData: true,
      simulateOnChainActions: true,
      useTokenDetection: true,
      batchCheckBalances: true,
      displayNftMedia: true,
      useNftDetection: true,
      showTestnets: true,
    }),
    getSnapKeyring: async () => {
      throw new Error('This wallet has no keyring for accounts of modules.');
    },
  };
}
