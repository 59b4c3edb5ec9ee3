import type { Json } from '@metamask/utils';
import { HandlerType } from '#vendor';
import { moduleId } from '../protocol/moduleId';
import type { InterfaceView, PageKind, PageView, UserInput } from '../protocol/view';
import { isRecord } from '../record';
import { walletOrigin } from './approvals';
import type { Controllers } from './controllers';

const keptInterfaces = 100;

export type Interfaces = {
  view(id: string): InterfaceView | null;
  /** Applies the user's input to the interface's state and reports it to the module. */
  input(input: UserInput): void;
  openPage(kind: PageKind): Promise<void>;
  closePage(): void;
  page(): PageView | null;
  /** Drops the oldest interfaces that are in no open approval and not shown. */
  prune(): void;
};

/** The module's dialogs and pages, drawn from its components and updated by user input. */
export function createInterfaces(controllers: Controllers, onChange: () => void): Interfaces {
  const { interfaces, snaps, approvals } = controllers;
  const failures = new Map<string, string>();
  let page: { kind: PageKind; id: string | null; error: string | null } | null = null;

  function view(id: string): InterfaceView | null {
    const stored = interfaces.state.interfaces[id];
    if (!stored) return null;
    const { content, state } = stored;
    return {
      id,
      content: toJson(content),
      state: toJson(state),
      failure: failures.get(id) ?? null,
    };
  }

  function input({ interfaceId, form, event }: UserInput): void {
    const stored = interfaces.state.interfaces[interfaceId];
    if (!stored) throw new Error('The dialog is closed.');
    if (event.type === 'InputChangeEvent' || event.type === 'FileUploadEvent') {
      const value = event.type === 'FileUploadEvent' ? event.file : event.value;
      const change = { [event.name]: value };
      const inner = form === null ? undefined : stored.state[form];
      const next =
        form === null
          ? { ...stored.state, ...change }
          : { ...stored.state, [form]: { ...(isRecord(inner) ? inner : {}), ...change } };
      interfaces.updateInterfaceState(interfaceId, next as typeof stored.state); // as the vendor's own page does
    }
    const told =
      event.type === 'FormSubmitEvent'
        ? { ...event, value: toJson(stored.state[event.name] ?? {}) }
        : event;
    failures.delete(interfaceId);
    onChange();
    snaps
      .handleRequest({
        snapId: stored.snapId,
        origin: walletOrigin,
        handler: HandlerType.OnUserInput,
        request: {
          jsonrpc: '2.0',
          method: ' ',
          params: { event: told, id: interfaceId, context: toJson(stored.context) },
        },
      })
      .catch((error: unknown) => {
        failures.set(interfaceId, messageOf(error));
        onChange();
      });
  }

  async function openPage(kind: PageKind): Promise<void> {
    page = { kind, id: null, error: null };
    onChange();
    const handler = kind === 'home' ? HandlerType.OnHomePage : HandlerType.OnSettingsPage;
    const request = { jsonrpc: '2.0', method: ' ' } as const;
    try {
      const origin = walletOrigin;
      const result = await snaps.handleRequest({ snapId: moduleId, origin, handler, request });
      const id = isRecord(result) && typeof result.id === 'string' ? result.id : null;
      page = { kind, id, error: id === null ? 'The module returned no page.' : null };
    } catch (error) {
      page = { kind, id: null, error: messageOf(error) };
    }
    onChange();
  }

  return {
    view,
    input,
    openPage,
    closePage() {
      page = null;
      onChange();
    },
    page() {
      if (page === null) return null;
      const { kind, id, error } = page;
      const ui = id === null ? null : view(id);
      const gone = id !== null && ui === null ? 'The page was closed by the module.' : null;
      return { kind, ui, error: error ?? gone };
    },
    prune() {
      const asked = Object.values(approvals.state.pendingApprovals).map(
        (approval) => approval.requestData?.id ?? approval.id,
      );
      const inUse = new Set<unknown>([...asked, page?.id]);
      const idle = Object.keys(interfaces.state.interfaces).filter((id) => !inUse.has(id));
      for (const id of idle.slice(0, Math.max(0, idle.length - keptInterfaces))) {
        failures.delete(id);
        interfaces.deleteInterface(id);
      }
    },
  };
}

/** Converts the controllers' frozen drafts to plain JSON. */
function toJson(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The module failed.';
}
