import type { ApprovalView, PermissionView } from '../protocol/view';
import { type Content, h } from './dom';
import { drawButtons, drawInterface } from './interfaceView';
import { describePermissions } from './permissions';
import { drawPopup } from './popup';
import { words } from './words';

/** One approval that the user must answer. */
export function drawApproval(approval: ApprovalView): Element {
  const { id, type, origin, loading, error, waits, ui } = approval;
  const { requestOf, close, loading: loadingHint, callerGone } = words;
  const requester = type.startsWith('snap_dialog') ? approval.moduleName : origin;
  const isOpen = type === 'snap_dialog' && waits !== 'moduleEnded';
  return drawPopup(
    'article',
    {
      class: 'approval',
      'data-testid': 'approval',
      'data-key': id,
      'data-id': id,
      'data-type': type,
      'data-origin': origin,
      'data-ui': ui?.id ?? null,
      'aria-label': requestOf(requester),
      // A new card takes the focus.
      tabindex: -1,
    },
    {
      title: requester,
      ...(isOpen && {
        close: { 'data-testid': 'close', 'data-answer': 'reject', 'aria-label': close },
      }),
      content: [
        waits === 'pageClosed' && h('p', { class: 'stale', role: 'status' }, callerGone),
        body(approval),
        loading ? h('p', { class: 'hint', role: 'status' }, loadingHint) : null,
        error !== null && h('p', { class: 'failure', role: 'alert' }, error),
      ],
      footer: actions(approval),
    },
  );
}

function body(approval: ApprovalView): Content {
  const { ui, type } = approval;
  const w = words;
  if (ui !== null && approval.waits !== 'moduleEnded') {
    const prompt = { class: 'prompt', type: 'text', placeholder: approval.placeholder ?? '' };
    return [
      drawInterface(ui),
      type === 'snap_dialog:prompt' &&
        h('input', {
          ...prompt,
          'data-prompt': '',
          'aria-label': w.yourAnswer,
          autocomplete: 'off',
        }),
    ];
  }
  return h('div', { class: 'question' }, question(approval));
}

/** A question of the wallet itself. */
function question(approval: ApprovalView): Content {
  const { type, origin, version, connections } = approval;
  const w = words;
  if (approval.waits === 'moduleEnded')
    return [h('h2', {}, w.endedTitle), h('p', {}, w.ended), h('p', { class: 'hint' }, w.endedHow)];
  switch (type) {
    case 'wallet_requestPermissions':
      return [
        h('h2', {}, w.connectSite),
        permissionList(w.ableTo, approval.permissions),
        h('p', { class: 'hint' }, w.disconnectHint),
      ];
    case 'wallet_installSnap':
      return [
        h('h2', {}, w.installModule),
        installFacts(approval),
        permissionList(w.ableTo, approval.permissions),
        connections.length !== 0 && facts({ [w.connectedAtOnce]: connections.join(', ') }),
      ];
    case 'wallet_updateSnap':
      return [
        h('h2', {}, w.updateModule(version ?? w.anotherVersion)),
        installFacts(approval),
        permissionList(w.alsoAbleTo, approval.permissions),
        permissionList(w.noLongerAbleTo, approval.revokedPermissions),
      ];
    case 'wallet_installSnapResult':
      return [
        h('h2', {}, approval.error === null ? w.isInstalled : w.wasNotInstalled),
        installFacts(approval),
      ];
    case 'mainnetRefused':
      return [
        h('h2', {}, w.mainnetTitle),
        h('p', {}, w.mainnetAsked(origin)),
        h('p', { class: 'stale' }, w.knownPhrase),
        h('p', { class: 'hint' }, w.mainnetHow),
      ];
    default:
      return [h('h2', {}, w.unknownRequest(type)), facts({ [w.askedBy]: origin })];
  }
}

function permissionList(title: string, permissions: PermissionView[]): Content {
  if (permissions.length === 0) return null;
  return [
    h('h3', {}, title),
    h(
      'ul',
      { class: 'permissions' },
      describePermissions(permissions).map(({ name, sentence, isPowerful }) =>
        h(
          'li',
          { class: isPowerful && 'powerful', title: name },
          sentence,
          isPowerful && h('strong', {}, words.powerful),
        ),
      ),
    ),
  ];
}

function facts(rows: Record<string, Content>): Element {
  const lines = Object.entries(rows).map(([name, value]) => [
    h('dt', {}, name),
    h('dd', {}, value),
  ]);
  return h('dl', { class: 'facts' }, lines);
}

/** The module to install; the checksum distinguishes builds of the same version. */
function installFacts({ moduleId, version, checksum }: ApprovalView): Element {
  const w = words;
  return facts({
    [w.module]: moduleId ?? '',
    ...(version !== null && { [w.version]: version }),
    ...(checksum !== null && { [w.checksum]: h('code', {}, checksum) }),
  });
}

/** The buttons below: the wallet's own, and those of a dialog's footer. */
function actions(approval: ApprovalView): Content[] {
  const { type, loading, error, waits, ui } = approval;
  const isEnded = waits === 'moduleEnded';
  const w = words;
  if (type === 'snap_dialog' && !isEnded) {
    const ownButtons = ui === null ? [] : drawButtons(ui);
    if (ownButtons.length === 0) return [answer('reject', w.close, 'primary')];
    // As users' wallets do: beside a single button stands a way out that needs no module.
    if (ownButtons.length === 1) return [answer('reject', w.cancel, ''), ...ownButtons];
    return ownButtons;
  }
  const onlyTells = ['snap_dialog:alert', 'wallet_installSnapResult', 'mainnetRefused'];
  if (onlyTells.includes(type) || error !== null || isEnded)
    return [answer('approve', w.ok, 'primary', loading)];
  const yes: Record<string, string> = {
    wallet_requestPermissions: w.connect,
    wallet_installSnap: w.install,
    wallet_updateSnap: w.update,
    'snap_dialog:prompt': w.submit,
  };
  return [
    answer('reject', type === 'snap_dialog:prompt' ? w.cancel : w.reject, '', loading),
    answer('approve', yes[type] ?? w.approve, 'primary', loading),
  ];
}

function answer(
  kind: 'approve' | 'reject',
  label: string,
  look: string,
  disabled = false,
): Element {
  const attributes = { type: 'button', class: look, 'data-testid': kind, 'data-answer': kind };
  return h('button', { ...attributes, disabled }, label);
}
