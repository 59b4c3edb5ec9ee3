import { isRecord } from '../record';

/** A component of a module's interface, as JSON. */
export type Component = { type: string; props: Record<string, unknown> };

export type Drawing = {
  /** Id of the interface. */
  ui: string;
  /** The interface's state: values of the fields, by form and name. */
  state: Record<string, unknown>;
  form: string | null;
  /** True inside a field with a label; a choice without one is labelled by its name. */
  isLabelled?: boolean;
  /** True inside a field that shows an error. */
  isWrong?: boolean;
  /** Position of the component in the tree; keys state that only this page knows. */
  path: string;
};

export function isComponent(value: unknown): value is Component {
  return isRecord(value) && typeof value.type === 'string' && isRecord(value.props);
}

/** A component's children as users' wallets read them: gaps are dropped from the outer list only. */
export function getChildren({ props }: Component): unknown[] {
  const { children } = props;
  if (Array.isArray(children))
    return children
      .filter((child) => Boolean(child) && child !== true)
      .flat(Number.POSITIVE_INFINITY);
  if (children) return [children];
  return [];
}

/** A text property; empty if it is missing or not text. */
export function text(component: Component, name: string): string {
  const value = component.props[name];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return '';
}

/** A property with a fixed set of values; defaults to the first. */
export function choice(component: Component, name: string, allowed: readonly string[]): string {
  const value = component.props[name];
  const [first = ''] = allowed;
  if (typeof value === 'string' && allowed.includes(value)) return value;
  return first;
}

/** The value of a field. */
export function heldValue(component: Component, { state, form }: Drawing): unknown {
  const values = form === null ? state : state[form];
  if (isRecord(values)) return values[text(component, 'name')];
  return undefined;
}
