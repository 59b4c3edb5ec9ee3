import type { ApprovalView, PermissionView } from '../view';
import { type Content, h } from './dom';
import { drawInterface } from './interfaceView';
import { describePermissions } from './permissions';

/** One thing the user has to answer. */
export function drawApproval(approval: ApprovalView): Element {
  const { id, type, origin, loading, error } = approval;
  return h(
    'article',
    {
      class: 'approval',
      'data-testid': 'approval',
      'data-key': id,
      'data-id': id,
      'data-type': type,
      'data-origin': origin,
      'aria-label': `Request of ${origin}`,
    },
    h(
      'header',
      {},
      h('span', { class: 'who' }, type.startsWith('snap_dialog') ? approval.moduleName : origin),
      type === 'snap_dialog' ? answer('reject', 'Close', 'quiet') : null,
    ),
    body(approval),
    loading ? h('p', { class: 'hint', role: 'status' }, 'Loading the module.') : null,
    error === null ? null : h('p', { class: 'failure', role: 'alert' }, error),
    actions(approval),
  );
}

function body(approval: ApprovalView): Content {
  const { type, origin, ui, moduleId, version, connections } = approval;
  const module = moduleId ?? '';
  if (ui !== null) {
    const prompt = { class: 'prompt', type: 'text', placeholder: approval.placeholder ?? '' };
    return [
      drawInterface(ui),
      type === 'snap_dialog:prompt'
        ? h('input', {
            ...prompt,
            'data-prompt': '',
            'aria-label': 'Your answer',
            autocomplete: 'off',
          })
        : null,
    ];
  }
  switch (type) {
    case 'wallet_requestPermissions':
      return [
        h('h2', {}, 'Connect this site'),
        permissionList('It will be able to', approval.permissions),
        h('p', { class: 'hint' }, 'You can disconnect it at any time, under Wallet.'),
      ];
    case 'wallet_installSnap':
      return [
        h('h2', {}, 'Install the module'),
        facts({ Module: module }),
        permissionList('It will be able to', approval.permissions),
        connections.length === 0 ? null : facts({ 'Connected at once': connections.join(', ') }),
      ];
    case 'wallet_updateSnap':
      return [
        h('h2', {}, `Update the module to ${version ?? 'another version'}`),
        facts({ Module: module }),
        permissionList('It will also be able to', approval.permissions),
        permissionList('It will no longer be able to', approval.revokedPermissions),
      ];
    case 'wallet_installSnapResult':
      return [
        h('h2', {}, approval.error === null ? 'The module is installed' : 'It was not installed'),
        facts({ Module: module }),
      ];
    default:
      return [h('h2', {}, `Unknown request "${type}"`), facts({ 'Asked by': origin })];
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
          { class: isPowerful ? 'powerful' : null, title: name },
          sentence,
          isPowerful ? h('strong', {}, 'Whoever has these keys has what they hold.') : null,
        ),
      ),
    ),
  ];
}

function facts(known: Record<string, string>): Element {
  const lines = Object.entries(known).map(([name, value]) => [
    h('dt', {}, name),
    h('dd', {}, value),
  ]);
  return h('dl', { class: 'facts' }, lines);
}

/** The wallet's own buttons; a custom dialog brings its own. */
function actions({ type, loading, error }: ApprovalView): Content {
  if (type === 'snap_dialog') return null;
  if (type === 'snap_dialog:alert' || type === 'wallet_installSnapResult' || error !== null) {
    return h('div', { class: 'actions' }, answer('approve', 'OK', 'primary', loading));
  }
  const yes: Record<string, string> = {
    wallet_requestPermissions: 'Connect',
    wallet_installSnap: 'Install',
    wallet_updateSnap: 'Update',
    'snap_dialog:prompt': 'Submit',
  };
  return h(
    'div',
    { class: 'actions' },
    answer('reject', type === 'snap_dialog:prompt' ? 'Cancel' : 'Reject', '', loading),
    answer('approve', yes[type] ?? 'Approve', 'primary', loading),
  );
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
