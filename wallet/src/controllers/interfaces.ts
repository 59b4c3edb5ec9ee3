import type { Json } from '@metamask/utils';
import { HandlerType } from '#vendor';
import { moduleId } from '../protocol/moduleId';
import type { InputEvent, InterfaceView, PageKind, PageView, UserInput } from '../protocol/view';
import { isRecord, readFields } from '../record';
import { walletOrigin } from './approvals';
import type { Controllers } from './controllers';

const keptInterfaces = 100;

export type Interfaces = {
  view(id: string): InterfaceView | null;
  /** Applies the user's input to the interface's state and reports it to the module. */
  input(input: UserInput): void;
  openPage(kind: PageKind): Promise<void>;
  /**
   * Leaves the page, as users' wallets do when a dialog of the module opens, when the wallet is
   * locked, and when the user goes back: its interface is deleted, and a foreign page is in sight.
   */
  leavePage(): void;
  page(): PageView | null;
  /** Drops the oldest interfaces that are in no open approval and not shown. */
  prune(): void;
};

/** The module's dialogs and pages, drawn from its components and updated by user input. */
export function createInterfaces(controllers: Controllers, onChange: () => void): Interfaces {
  const { interfaces, snaps } = controllers;
  const failures = new Map<string, string>();
  let page: { kind: PageKind; id: string | null; error: string | null } | null = null;

  const view = (id: string) => viewInterface(controllers, id, failures.get(id) ?? null);

  function input(input: UserInput): void {
    const { interfaceId, event } = input;
    const stored = interfaces.state.interfaces[interfaceId];
    if (!stored) throw new Error('The dialog is closed.');
    const next = stateAfter(input, stored);
    if (next) interfaces.updateInterfaceState(interfaceId, next);
    failures.delete(interfaceId);
    onChange();
    const params = {
      event: withValues(event, stored),
      id: interfaceId,
      context: toJson(stored.context),
    };
    snaps
      .handleRequest({
        snapId: stored.snapId,
        origin: walletOrigin,
        handler: HandlerType.OnUserInput,
        request: { jsonrpc: '2.0', method: ' ', params },
      })
      .catch((error: unknown) => {
        failures.set(interfaceId, messageOf(error));
        onChange();
      });
  }

  async function openPage(kind: PageKind): Promise<void> {
    page = { kind, id: null, error: null };
    onChange();
    page = { kind, ...(await askForPage(controllers, kind)) };
    onChange();
  }

  return {
    view,
    input,
    openPage,
    leavePage() {
      const leftPageId = page?.id;
      page = null;
      if (leftPageId) interfaces.deleteInterface(leftPageId);
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
      for (const id of listIdle(controllers, page?.id)) {
        failures.delete(id);
        interfaces.deleteInterface(id);
      }
    },
  };
}

function viewInterface(
  { interfaces }: Controllers,
  id: string,
  failure: string | null,
): InterfaceView | null {
  const stored = interfaces.state.interfaces[id];
  if (!stored) return null;
  return { id, content: toJson(stored.content), state: toJson(stored.state), failure };
}

/** Has the module draw its page. */
async function askForPage(
  { snaps }: Controllers,
  kind: PageKind,
): Promise<{ id: string | null; error: string | null }> {
  const handler = kind === 'home' ? HandlerType.OnHomePage : HandlerType.OnSettingsPage;
  const request = { jsonrpc: '2.0', method: ' ' } as const;
  try {
    const origin = walletOrigin;
    const result = await snaps.handleRequest({ snapId: moduleId, origin, handler, request });
    const id = isRecord(result) && typeof result.id === 'string' ? result.id : null;
    return { id, error: id === null ? 'The module returned no page.' : null };
  } catch (error) {
    return { id: null, error: messageOf(error) };
  }
}

type Stored = Controllers['interfaces']['state']['interfaces'][string];

/** The state after a field or a file has changed; null if the input changes none. */
function stateAfter({ form, event }: UserInput, { state }: Stored): Stored['state'] | null {
  if (event.type !== 'InputChangeEvent' && event.type !== 'FileUploadEvent') return null;
  const change = { [event.name]: event.type === 'FileUploadEvent' ? event.file : event.value };
  const inner = form === null ? undefined : state[form];
  const next =
    form === null
      ? { ...state, ...change }
      : { ...state, [form]: { ...readFields(inner), ...change } };
  return next as Stored['state']; // as the vendor's own page does
}

/** The module is told a form's values, too. */
const withValues = (event: InputEvent, { state }: Stored) => {
  if (event.type === 'FormSubmitEvent') return { ...event, value: toJson(state[event.name] ?? {}) };
  return event;
};

/** The oldest interfaces that are in no open approval and not shown, above what is kept. */
function listIdle({ interfaces, approvals }: Controllers, shownId: string | null | undefined) {
  const askedIds = Object.values(approvals.state.pendingApprovals).map(
    (approval) => approval.requestData?.id ?? approval.id,
  );
  const inUse = new Set<unknown>([...askedIds, shownId]);
  const idle = Object.keys(interfaces.state.interfaces).filter((id) => !inUse.has(id));
  return idle.slice(0, Math.max(0, idle.length - keptInterfaces));
}

/** Converts the controllers' frozen drafts to plain JSON. */
function toJson(value: unknown): Json {
  if (value === undefined) return null;
  return JSON.parse(JSON.stringify(value));
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return 'The module failed.';
}
