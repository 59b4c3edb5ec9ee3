const LONG_TEXT = 400;
const LONG_LIST = 8;

/** JSON with long texts and lists cut, marked by `…`; what identifies a method is kept. */
export const shortened = <T>(value: T): T => JSON.parse(JSON.stringify(value, cut)) as T;

function cut(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONG_TEXT) return `${value.slice(0, 60)}…`;
  if (!Array.isArray(value) || value.length <= LONG_LIST) return value;
  return [...value.slice(0, 2), '…'];
}

/** The names and types of all fields, without what another chain or hour would change: values and order. */
export function maskValues(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((one) => JSON.stringify(maskValues(one))))].sort();
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  const fields = Object.entries(value).map(([name, one]) => [name, maskValues(one)] as const);
  return Object.fromEntries(fields.sort(([one], [other]) => one.localeCompare(other)));
}
