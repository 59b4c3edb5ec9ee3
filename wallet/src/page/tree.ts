import { isRecord } from '../record';

/** One component of a module's interface, as its JSON has it. */
export type Component = { type: string; props: Record<string, unknown> };

export type Drawing = {
  /** Id of the interface. */
  ui: string;
  /** The interface's state: what the fields hold, by form and name. */
  state: Record<string, unknown>;
  form: string | null;
  /** True below a field with a label; a choice without one is named by its name. */
  isLabelled?: boolean;
  /** True below a field that says what is wrong. */
  isWrong?: boolean;
  /** Where the component stands in the tree; names the things that only this page knows. */
  path: string;
};

export function isComponent(value: unknown): value is Component {
  return isRecord(value) && typeof value.type === 'string' && isRecord(value.props);
}

/** A component's children, flat; the module may nest lists and leave gaps. */
export function childrenOf({ props }: Component): unknown[] {
  const { children } = props;
  return (Array.isArray(children) ? children.flat(20) : [children]).filter(
    (child) => child !== null && child !== undefined && typeof child !== 'boolean',
  );
}

/** A text property; empty where it is missing or no text. */
export function text(component: Component, name: string): string {
  const value = component.props[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** One of the words a property may have, or the first of them. */
export function choice(component: Component, name: string, allowed: readonly string[]): string {
  const value = component.props[name];
  const [first = ''] = allowed;
  return typeof value === 'string' && allowed.includes(value) ? value : first;
}

/** What a field holds. */
export function heldValue(component: Component, { state, form }: Drawing): unknown {
  const held = form === null ? state : state[form];
  return isRecord(held) ? held[text(component, 'name')] : undefined;
}
