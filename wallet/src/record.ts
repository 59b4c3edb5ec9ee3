/** True for an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object, or none of anything else. */
export const readFields = (value: unknown): Record<string, unknown> => {
  if (isRecord(value)) return value;
  return {};
};

/** The items of a list, or none of anything else. */
export const readItems = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return [];
};
