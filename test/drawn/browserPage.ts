// Runs in a browser: draws what the module drew as the developer wallet's page does.
import { drawApproval } from '../../wallet/src/page/approvalCard';
import { fit } from '../../wallet/src/page/fit';
import { drawPage } from '../../wallet/src/page/sections';
import type { ApprovalView, InterfaceView } from '../../wallet/src/protocol/view';
import type { Drawing } from './recorded';

const approval: Omit<ApprovalView, 'ui' | 'type'> = {
  id: 'one',
  origin: 'npm:@xnet/module',
  moduleId: 'npm:@xnet/module',
  moduleName: 'Xnet',
  time: 0,
  loading: false,
  error: null,
  version: null,
  checksum: null,
  waits: 'somebody',
  permissions: [],
  revokedPermissions: [],
  connections: [],
  placeholder: null,
};

const stateOf = ({ props }: Tree): [string, unknown][] => {
  const { name, value, checked, children } = props;
  const [first] = [children].flat(3) as (Tree | undefined)[];
  return typeof name === 'string' ? [[name, value ?? checked ?? first?.props?.value ?? null]] : [];
};
type Tree = { type: string; props: Record<string, unknown> };

/** The state that wallets make of a drawing's fields; forms are flat here. */
function fieldsIn(tree: unknown): Record<string, unknown> {
  const found: [string, unknown][] = [];
  const visit = (at: unknown): void => {
    if (Array.isArray(at)) for (const each of at) visit(each);
    if (typeof at !== 'object' || at === null || !('props' in at)) return;
    const one = at as Tree;
    if (one.type === 'Form') found.push([String(one.props.name), fieldsIn(one.props.children)]);
    else {
      found.push(...stateOf(one));
      visit(one.props.children);
    }
  };
  visit(tree);
  return Object.fromEntries(found);
}

Object.assign(globalThis, {
  show({ kind, tree }: Drawing) {
    const content = JSON.parse(JSON.stringify(tree));
    const ui: InterfaceView = {
      id: 'ui',
      content,
      state: fieldsIn(content) as never,
      failure: null,
    };
    const type = kind === 'alert' ? 'snap_dialog:alert' : 'snap_dialog';
    const drawn =
      kind === 'page'
        ? drawPage({ kind: 'home', ui, error: null }, 'Xnet')
        : drawApproval({ ...approval, type, ui });
    document.body.replaceChildren(drawn);
    for (const field of document.querySelectorAll<HTMLInputElement>('[data-value]')) {
      if (field.type === 'checkbox') field.checked = field.dataset.value === 'true';
      else field.value = field.dataset.value ?? '';
    }
    fit(document.body);
  },
});
