/**
 * Makes something of a stored value once: a value that is read is the same, and frozen, until it
 * changes.
 * @param make takes what else it depends on, which must be the same for the same value, such as its
 * network
 */
export function deriveOnce<V extends object, R, A extends readonly unknown[] = []>(
  make: (value: V, ...more: A) => R,
): (value: V, ...more: A) => R {
  const results = new WeakMap<V, R>();
  return (value, ...more) => {
    const result = results.get(value) ?? make(value, ...more);
    results.set(value, result);
    return result;
  };
}
