/** A request as the wallet gets it and the reply as the site gets it, both as JSON. */
export type WireExample = {
  request: {
    method: string;
    params: { snapId: string; request: { method: string; params?: Record<string, unknown> } };
  };
  reply: { result: unknown } | { error: unknown };
};

const LONG_TEXT = 400;
const LONG_LIST = 8;

/** JSON with long texts and lists cut, marked by `…`; what identifies a method is kept. */
export const shortened = <T>(value: T): T => JSON.parse(JSON.stringify(value, cut)) as T;

function cut(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONG_TEXT) return `${value.slice(0, 60)}…`;
  if (!Array.isArray(value) || value.length <= LONG_LIST) return value;
  return [...value.slice(0, 2), '…'];
}

/** The names of all fields, without what another chain or hour would change: values and order. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort();
  if (value === null || typeof value !== 'object') return 'value';
  const fields = Object.entries(value).map(([name, one]) => [name, shapeOf(one)] as const);
  return Object.fromEntries(fields.sort(([one], [other]) => one.localeCompare(other)));
}
