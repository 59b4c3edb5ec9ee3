import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { assertDrawable } from '../drawn/assertDrawable';

/** A user event that the wallet reports to the module. */
export type UserEvent = { type: string; name: string; value?: unknown };
export type OnUserInput = (id: string, event: UserEvent) => Promise<void>;

/** An open dialog as its user operates it. */
export type OpenDialog = {
  /** The current drawing. */
  tree(): JSXElement;
  press(name: string): Promise<void>;
  /** Submits a form with its current values. */
  send(name: string): Promise<void>;
  fillIn(name: string, value: unknown): Promise<void>;
  /** Resolves with the next drawing, or when the dialog is closed. */
  change(): Promise<void>;
};

export type Tree = { type: string; props: Record<string, unknown> };
type State = Record<string, unknown>;
type Interface = {
  tree: JSXElement;
  state: State;
  /** The context that the module stores with it. */
  context: unknown;
  /** Closes the dialog with an answer; absent if it was not opened as a dialog. */
  resolve?: (answer: unknown) => void;
  isClosed: boolean;
  waiting: (() => void)[];
};

/** Marks a missing text in a drawing. */
const MISSING = '⟦';

/** All parts of a drawing, from top to bottom. */
export function listParts(tree: unknown): Tree[] {
  const parts: Tree[] = [];
  const collect = (at: unknown): void => {
    if (Array.isArray(at)) for (const each of at) collect(each);
    else if (typeof at === 'object' && at !== null && 'props' in at) {
      const part = at as Tree;
      parts.push(part);
      collect(part.props.children);
    }
  };
  collect(tree);
  return parts;
}

const fieldTypes = ['Checkbox', 'Dropdown', 'Input', 'RadioGroup'];
const namesOf = (tree: JSXElement, type: string): string[] =>
  listParts(tree).flatMap((part) => (part.type === type ? String(part.props.name) : []));

/** Field values after a drawing: the drawing's, else the previous ones, else none. */
function stateOf(old: State, drawing: unknown): State {
  const state: State = {};
  const collect = (tree: unknown): void => {
    if (Array.isArray(tree)) for (const each of tree) collect(each);
    if (typeof tree !== 'object' || tree === null || !('props' in tree)) return;
    const { type, props } = tree as Tree;
    const name = String(props.name);
    if (type === 'Form') {
      const inner = old[name];
      const held = typeof inner === 'object' && inner !== null ? (inner as State) : {};
      state[name] = stateOf(held, props.children);
    } else if (!fieldTypes.includes(type)) collect(props.children);
    else {
      const [first] = listParts(props.children);
      const usual = type === 'Checkbox' ? false : (first?.props.value ?? null);
      state[name] = props.value ?? props.checked ?? old[name] ?? usual;
    }
  };
  collect(drawing);
  return state;
}

let asked = 0;
/** True for one in `count` calls. */
export const listElements = (count: number) => (): boolean => {
  asked += 1;
  return asked % count === 0;
};

/**
 * The wallet's interfaces: the module's drawings, and events of user input.
 * @param validates decides whether the next drawing is checked against the wallet's own rules,
 * which takes longer than everything else
 */
export function fakeDialogs(validates = () => true) {
  const interfaces = new Map<string, Interface>();
  let count = 0;
  let onUserInput: OnUserInput = async () => {
    throw new Error('No module listens to the user.');
  };
  const at = (id: string): Interface => {
    const found = interfaces.get(id);
    if (!found) throw new Error(`Interface with id '${id}' not found.`);
    return found;
  };
  const wake = (one: Interface) => {
    for (const done of one.waiting.splice(0)) done();
  };
  const checked = (tree: unknown): JSXElement => {
    if (validates()) assertDrawable(tree);
    if (JSON.stringify(tree).includes(MISSING))
      throw new Error(`A text is missing: ${JSON.stringify(tree)}`);
    return tree as JSXElement; // as the wallet's rules say of it
  };

  return {
    create(ui: unknown, context: unknown = null): string {
      const tree = checked(ui);
      const id = `interface-${count}`;
      count += 1;
      interfaces.set(id, { tree, state: stateOf({}, tree), context, isClosed: false, waiting: [] });
      return id;
    },
    update(id: string, ui: unknown, context?: unknown): null {
      const one = at(id);
      one.context = context ?? one.context;
      one.tree = checked(ui);
      one.state = stateOf(one.state, one.tree);
      wake(one);
      return null;
    },
    state: (id: string): State => at(id).state,
    context: (id: string): unknown => at(id).context,
    resolve(id: string, value: unknown): null {
      const one = at(id);
      if (!one.resolve) throw new Error('Nobody asks there.');
      one.isClosed = true;
      one.resolve(value);
      wake(one);
      return null;
    },
    /**
     * Leads away from the module's page, as users' wallets do when a dialog opens: what is no
     * dialog is deleted.
     */
    leave(dialog: unknown): void {
      for (const [id, { resolve }] of interfaces)
        if (id !== dialog && !resolve) interfaces.delete(id);
    },
    /** Deletes closed dialogs, as wallets do at once: tests may look at one that was closed. */
    dropClosed(): void {
      for (const [id, { isClosed }] of interfaces) if (isClosed) interfaces.delete(id);
    },
    /** Opens it as a dialog; resolves with the value that the module or a dismissal gives. */
    ask: (id: string): Promise<unknown> =>
      new Promise((answer) => {
        at(id).resolve = answer;
      }),
    tree: (id: string): JSXElement => at(id).tree,
    check: checked,
    /** Reports events to the module from now on. */
    listen(listener: OnUserInput): void {
      onUserInput = listener;
    },
    /** The dialog as its user operates it. */
    open(id: string): OpenDialog {
      const one = at(id);
      return {
        tree: () => one.tree,
        press: (name) => onUserInput(id, { type: 'ButtonClickEvent', name }),
        send: (name) => onUserInput(id, { type: 'FormSubmitEvent', name, value: one.state[name] }),
        fillIn(name, value) {
          const inForm = listParts(one.tree).find(
            (part) => part.type === 'Form' && namesIn(part).includes(name),
          );
          const form = inForm && String(inForm.props.name);
          const held = form === undefined ? one.state : (one.state[form] as State);
          held[name] = value;
          return onUserInput(id, { type: 'InputChangeEvent', name, value });
        },
        change: () =>
          one.isClosed ? Promise.resolve() : new Promise((done) => one.waiting.push(done)),
      };
    },
    isThere: (id: string): boolean => interfaces.has(id),
    isClosed: (id: string): boolean => at(id).isClosed,
  };
}

const namesIn = (part: Tree): string[] =>
  listParts(part.props.children).flatMap(({ type, props }) =>
    fieldTypes.includes(type) ? String(props.name) : [],
  );

/** The button of a drawing whose name starts with this; undefined if there is none. */
export const findButton = (tree: JSXElement, name: string) =>
  listParts(tree).find(
    (part) => part.type === 'Button' && String(part.props.name).split('.')[0] === name,
  )?.props;

/** Whether a private key is drawn. */
export const showsSecret = (tree: JSXElement): boolean =>
  listParts(tree).some(({ type, props }) => type === 'Copyable' && props.sensitive === true);

export const listBoxes = (tree: JSXElement): string[] => namesOf(tree, 'Checkbox');

/** Approves with the real buttons: ticks required boxes, and waits until Confirm is enabled. */
export async function confirm(dialog: OpenDialog, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    const button = findButton(dialog.tree(), 'confirm');
    if (!button) throw new Error('The dialog has no Confirm.');
    const [box] = listParts(dialog.tree()).filter(
      ({ type, props }) => type === 'Checkbox' && props.checked === false,
    );
    if (button.disabled !== true) await dialog.press(String(button.name));
    else if (box) await dialog.fillIn(String(box.props.name), true);
    else await dialog.change();
  }
}
